#!/usr/bin/env python3
"""Tests an oware program against the test vectors: read_vectors.py FOLDER/oware.txt (see tests/vectors/README.md)."""
import sys


def sow(holes, mover, pit):
    """Your program: the 12 pits and 2 stores after a move."""
    holes, at, seeds = list(holes), pit, holes[pit]
    holes[pit] = 0
    while seeds:
        at = (at + 1) % 12
        if at != pit:  # the origin is skipped
            holes[at] += 1
            seeds -= 1
    theirs, taken = range(6 - 6 * mover, 12 - 6 * mover), []
    while at in theirs and holes[at] in (2, 3):
        taken.append(at)
        at -= 1
    if any(holes[at] for at in theirs if at not in taken):  # a grand slam captures nothing
        for at in taken:
            holes[12 + mover] += holes[at]
            holes[at] = 0
    return holes


def moves(position):
    """Your program: all legal moves with the position after each, such as {"A": "0-5-5-…-N"}."""
    *holes, letter = position.split("-")
    holes, mover, found = [int(n) for n in holes], "SN".index(letter), {}
    for pit in range(6 * mover, 6 * mover + 6):
        after = sow(holes, mover, pit)
        if holes[pit] and any(after[6 - 6 * mover:12 - 6 * mover]):  # the opponent must have seeds
            found["ABCDEFabcdef"[pit]] = "-".join(map(str, [*after, "NS"[mover]]))
    return found


for position, bar, rest in (line.partition(" | ") for line in open(sys.argv[1])):
    if bar and position[0] != "#" and not rest.startswith("over"):
        expected = {move.split()[0]: move.split()[1] for move in rest.split("; ")}
        if moves(position) != expected:
            sys.exit(f"{position}\n  expected {expected}\n  found    {moves(position)}")
