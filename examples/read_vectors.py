#!/usr/bin/env python3
"""Tests an oware program against the test vectors: read_vectors.py FOLDER/oware.txt (see tests/vectors/README.md)."""
import sys


def sow(pits, stores, mover, pit):
    """Your program: the pits and stores after a move."""
    pits, stores, hole = list(pits), list(stores), pit
    seeds, pits[pit] = pits[pit], 0
    while seeds:
        hole = (hole + 1) % 12
        if hole != pit:  # the origin is skipped
            pits[hole] += 1
            seeds -= 1
    theirs = range(6 * (1 - mover), 6 * (1 - mover) + 6)
    taken = []
    while hole in theirs and pits[hole] in (2, 3):
        taken.append(hole)
        hole -= 1
    if any(pits[hole] for hole in theirs if hole not in taken):  # a grand slam captures nothing
        stores[mover] += sum(pits[hole] for hole in taken)
        pits = [0 if hole in taken else seeds for hole, seeds in enumerate(pits)]
    return pits, stores


def moves(position):
    """Your program: all legal moves with the position after each, such as {"A": "0-5-5-…-N"}."""
    *seeds, letter = position.split("-")
    mover, seeds, found = "SN".index(letter), [int(n) for n in seeds], {}
    for pit in range(6 * mover, 6 * mover + 6):
        pits, stores = sow(seeds[:12], seeds[12:], mover, pit)
        if seeds[pit] and any(pits[6 * (1 - mover):6 * (1 - mover) + 6]):  # the opponent must have seeds
            found["ABCDEFabcdef"[pit]] = "-".join(map(str, [*pits, *stores, "NS"[mover]]))
    return found


wrong = 0
for line in open(sys.argv[1]):
    position, bar, rest = line.partition(" | ")
    if bar and not line.startswith("#") and not rest.startswith("over"):
        expected = {move.split()[0]: move.split()[1] for move in rest.split("; ")}
        if moves(position) != expected:
            wrong += 1
            print(f"{position}\n  expected {expected}\n  found    {moves(position)}")
sys.exit(f"{wrong} positions differ" if wrong else 0)
