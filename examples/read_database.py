#!/usr/bin/env python3
# read_database.py FOLDER PITS BOARD...: the value of boards in a database of Sow, read by nothing but its description in
# docs/databases.md. FOLDER is the one with 00.sow, 01.sow…; a board is its pits, the mover's side first: 0-0-1-0-2-0-0-1-0-0-2-1.
import ctypes
import sys
from math import comb

zstd = ctypes.CDLL("libzstd.so.1")
zstd.ZSTD_decompress.restype = ctypes.c_size_t

def sides(seeds, pits):
    return comb(seeds + pits - 1, pits - 1)

def rank(side):
    return sum(comb(sum(side[: i + 1]) + i, i + 1) for i in range(len(side) - 1))

def number(own, opp):
    n, k, pits = sum(own) + sum(opp), sum(own), len(own)
    group = sum(sides(j, pits) * sides(n - j, pits) for j in range(k))
    return group + rank(own) * sides(n - k, pits) + rank(opp)

def value(folder, own, opp):
    block, at = divmod(number(own, opp), 4096)
    file = open(f"{folder}/{sum(own) + sum(opp):02}.sow", "rb").read()
    blocks = int.from_bytes(file[36:40], "little")
    ends = [48 + 16 * blocks] + [int.from_bytes(file[48 + 16 * b : 56 + 16 * b], "little") for b in range(blocks)]
    packed, values = file[ends[block] : ends[block + 1]], ctypes.create_string_buffer(4096)
    zstd.ZSTD_decompress(values, ctypes.c_size_t(4096), packed, ctypes.c_size_t(len(packed)))
    return int.from_bytes(values[at], "little", signed=True)

pits = int(sys.argv[2])
for board in sys.argv[3:]:
    holes = [int(hole) for hole in board.split("-")]
    print(board, value(sys.argv[1], holes[:pits], holes[pits:]))
