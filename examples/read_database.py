#!/usr/bin/env python3
# read_database.py FOLDER PITS BOARD...: the value of boards in a database of Sow, read by nothing but its description in
# docs/databases.md. FOLDER is the one with 00.sow, 01.sow…; a board is its pits, the mover's side first: 0-0-1-0-2-0-0-1-0-0-2-1.
# In toguz kumalak s follows the pit that the mover owns, n the one that the opponent owns: 0n-1-0-2-0s-0.
import sys
from math import comb

def sides(seeds, pits):
    return comb(seeds + pits - 1, pits - 1)

def rank(side):
    return sum(comb(sum(side[: i + 1]) + i, i + 1) for i in range(len(side) - 1))

def number(own, opp):
    n, k, pits = sum(own) + sum(opp), sum(own), len(own)
    group = sum(sides(j, pits) * sides(n - j, pits) for j in range(k))
    return group + rank(own) * sides(n - k, pits) + rank(opp)

def state(board, pits):
    mover = next((i - pits + 1 for i, hole in enumerate(board) if hole.endswith("s")), 0)
    opponent = next((i + 1 for i, hole in enumerate(board) if hole.endswith("n")), 0)
    return [(a, b) for a in range(pits) for b in range(pits) if a == 0 or a != b].index((mover, opponent))

def codes(text):
    low, count = int.from_bytes(text[:1], "little", signed=True), text[1]
    rows = []
    for row in range(count + 1):
        lengths, code, before, table = text[2 + row * count :][:count], 0, 0, {}
        for bits, v in sorted((length - 1, v) for v, length in enumerate(lengths) if length > 0):
            code, before = code << bits - before, bits
            table[format(code, f"0{bits}b") if bits else ""] = v
            code += 1
        rows.append(table)
    return low, rows

def unpack(packed, values, low, rows):
    bits = "".join(format(byte, "08b")[::-1] for byte in packed)
    row, at = 0, 0
    for _ in range(values):
        end = at
        while bits[at:end] not in rows[row]:
            end += 1
        row, at = rows[row][bits[at:end]] + 1, end
    return low + row - 1

def value(folder, own, opp, state):
    pits = len(own) + len(opp)
    block, at = divmod(state * sides(sum(own) + sum(opp), pits) + number(own, opp), 512)
    file = open(f"{folder}/{sum(own) + sum(opp):02}.sow", "rb").read()
    boards, blocks = int.from_bytes(file[24:32], "little"), int.from_bytes(file[36:40], "little")
    ends = [48 + 16 * blocks] + [int.from_bytes(file[48 + 16 * b : 56 + 16 * b], "little") for b in range(blocks)]
    low, rows = codes(file[ends[0] : ends[1]])
    packed, middle = file[ends[block + 1] : ends[block + 2]], min(512, boards - 512 * block) // 2
    second = 2 + int.from_bytes(packed[:2], "little")
    if at < middle:
        return unpack(packed[2:second], at + 1, low, rows)
    return unpack(packed[second:], at - middle + 1, low, rows)

pits = int(sys.argv[2])
for board in sys.argv[3:]:
    holes = [int(hole.rstrip("sn")) for hole in board.split("-")]
    print(board, value(sys.argv[1], holes[:pits], holes[pits:], state(board.split("-"), pits)))
