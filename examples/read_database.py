#!/usr/bin/env python3
"""read_database.py FOLDER PITS BOARD...: looks up boards in an endgame database of Sow.

This script implements the file format of docs/databases.md without any code of Sow. FOLDER contains the level files 00.sow,
01.sow, and so on; PITS is the number of pits per side. A BOARD lists the seeds in all pits, the mover's side first:
0-0-1-0-2-0-0-1-0-0-2-1. In toguz kumalak, `s` marks the pit owned by the mover and `n` the pit owned by the opponent:
0n-1-0-2-0s-0.
"""
import sys
from math import comb

BLOCK_VALUES = 512
HEADER_BYTES, BLOCK_ENTRY_BYTES = 48, 16


def number(data, start, size):
    return int.from_bytes(data[start : start + size], "little")


# Indexing: a board's position in its level file.


def boards(seeds, pits):
    """Number of ways to distribute the seeds among the pits."""
    return comb(seeds + pits - 1, pits - 1)


def side_rank(side):
    """Rank of one side among all sides with the same number of seeds (combinatorial number system)."""
    return sum(comb(sum(side[: i + 1]) + i, i + 1) for i in range(len(side) - 1))


def board_rank(own, opponent):
    """Rank among all boards with the same number of seeds, ordered by the number of seeds on the mover's side."""
    pits, own_seeds, seeds = len(own), sum(own), sum(own) + sum(opponent)
    fewer_own_seeds = sum(boards(n, pits) * boards(seeds - n, pits) for n in range(own_seeds))
    return fewer_own_seeds + side_rank(own) * boards(seeds - own_seeds, pits) + side_rank(opponent)


def ownership_state(holes, pits):
    """Number of the combination of owned pits; 0 if no pit is owned."""
    by_mover = next((i - pits + 1 for i, hole in enumerate(holes) if hole.endswith("s")), 0)
    by_opponent = next((i + 1 for i, hole in enumerate(holes) if hole.endswith("n")), 0)
    states = [(a, b) for a in range(pits) for b in range(pits) if a == 0 or a != b]
    return states.index((by_mover, by_opponent))


# Decompression: canonical Huffman codes, with one code table per preceding value.


def code_tables(data):
    """Returns the lowest value and, for each preceding value, a dictionary from bit strings to values."""
    lowest, count = int.from_bytes(data[:1], "little", signed=True), data[1]
    tables = []
    for row in range(count + 1):
        lengths = data[2 + row * count :][:count]
        table, code, previous_bits = {}, 0, 0
        for bits, value in sorted((length - 1, value) for value, length in enumerate(lengths) if length > 0):
            code <<= bits - previous_bits
            previous_bits = bits
            table[format(code, f"0{bits}b") if bits else ""] = value
            code += 1
        tables.append(table)
    return lowest, tables


def last_value(packed, count, lowest, tables):
    """Decodes `count` values and returns the last one."""
    bits = "".join(format(byte, "08b")[::-1] for byte in packed)
    row, start = 0, 0
    for _ in range(count):
        end = start
        while bits[start:end] not in tables[row]:
            end += 1
        row, start = tables[row][bits[start:end]] + 1, end
    return lowest + row - 1


def look_up(folder, own, opponent, state):
    seeds, pits = sum(own) + sum(opponent), len(own) + len(opponent)
    index = state * boards(seeds, pits) + board_rank(own, opponent)
    block, offset = divmod(index, BLOCK_VALUES)
    with open(f"{folder}/{seeds:02}.sow", "rb") as file:
        data = file.read()
    values, blocks = number(data, 24, 8), number(data, 36, 4)
    # The index lists where each block ends. Block 0 contains the code tables.
    ends = [HEADER_BYTES + BLOCK_ENTRY_BYTES * blocks]
    ends += [number(data, HEADER_BYTES + BLOCK_ENTRY_BYTES * b, 8) for b in range(blocks)]
    lowest, tables = code_tables(data[ends[0] : ends[1]])
    packed = data[ends[block + 1] : ends[block + 2]]
    # A block is packed in two halves, so that a lookup decodes at most half of it.
    first_half = min(BLOCK_VALUES, values - BLOCK_VALUES * block) // 2
    second_start = 2 + number(packed, 0, 2)
    if offset < first_half:
        return last_value(packed[2:second_start], offset + 1, lowest, tables)
    return last_value(packed[second_start:], offset - first_half + 1, lowest, tables)


def main():
    folder, pits = sys.argv[1], int(sys.argv[2])
    for board in sys.argv[3:]:
        holes = board.split("-")
        seeds = [int(hole.rstrip("sn")) for hole in holes]
        print(board, look_up(folder, seeds[:pits], seeds[pits:], ownership_state(holes, pits)))


main()
