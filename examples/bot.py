#!/usr/bin/env python3
"""A greedy bot for owari: it plays the move that puts the most seeds into its store.

Holes are numbered around the board: South's pits are 0 to 5 and South's store is 6; North's pits are
7 to 12 and North's store is 13. Sowing runs in this order, so pits 0 and 12 face each other.
"""
import sys

HOLES = 14
SOUTH_STORE, NORTH_STORE = 6, 13
LETTERS = "ABCDEF.abcdef"  # the letter of each pit, by hole number
START = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]


def play(board, pit):
    """Returns the board after sowing from this pit."""
    board = board[:]
    own, other = (SOUTH_STORE, NORTH_STORE) if pit < SOUTH_STORE else (NORTH_STORE, SOUTH_STORE)
    hand, board[pit] = board[pit], 0
    hole = pit
    while hand > 0:
        hole = (hole + 1) % HOLES
        if hole != other:  # skip the opponent's store
            board[hole] += 1
            hand -= 1
    own_side = range(own - 6, own)
    if hole in own_side and board[hole] == 1:  # ended in an empty pit: capture the seeds opposite
        opposite = 12 - hole
        board[own] += board[opposite]
        board[opposite] = 0
    return board


def parse_position(words):
    """Parses `startpos [moves …]` or `fen DIAGRAM [moves …]`. Returns the board and the mover."""
    board, south_to_move = START, True
    if words[0] == "fen":  # South's pits, North's pits, South's store, North's store, mover
        *counts, mover = words[1].split("-")
        counts = [int(count) for count in counts]
        board = counts[0:6] + [counts[12]] + counts[6:12] + [counts[13]]
        south_to_move = mover == "S"
    if "moves" in words:
        for letter in "".join(words[words.index("moves") + 1 :]):
            board = play(board, LETTERS.index(letter))
            south_to_move = not south_to_move  # owari has no extra turns
    return board, south_to_move


def best_move(board, south_to_move):
    pits, store = (range(0, 6), SOUTH_STORE) if south_to_move else (range(7, 13), NORTH_STORE)
    legal = [pit for pit in pits if board[pit] > 0]
    return max(legal, key=lambda pit: play(board, pit)[store])


position = START, True
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name Greedy in Python")
        print("uciok")
    elif command == "isready":
        print("readyok")
    elif command == "position":
        position = parse_position(words)
    elif command == "go":
        print("bestmove", LETTERS[best_move(*position)])
    elif command == "quit":
        break
    sys.stdout.flush()  # without this, the output stays in a buffer
