#!/usr/bin/env python3
"""A bot for owari: it plays the move after which it holds most seeds."""
import sys


def play(board, pit):
    """The board after a move. Holes go round: South's pits 0-5, South's store, North's pits 7-12, North's store."""
    board = board[:]
    own, other = (6, 13) if pit < 6 else (13, 6)
    hole, hand, board[pit] = pit, board[pit], 0
    while hand > 0:
        hole = (hole + 1) % 14
        if hole != other:
            board[hole] += 1
            hand -= 1
    if own - 6 <= hole < own and board[hole] == 1:  # a pit of one's own that was empty: take what faces it
        board[own] += board[12 - hole]
        board[12 - hole] = 0
    return board


for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name Greedy in Python\nuciok")
    elif command == "isready":
        print("readyok")
    elif command == "position":
        board, south = [3] * 6 + [0] + [3] * 6 + [0], True
        if words[0] == "fen":
            *n, mover = words[1].split("-")
            n, south = [int(x) for x in n], mover == "S"
            board = n[0:6] + n[12:13] + n[6:12] + n[13:14]
        for letter in "".join(words[words.index("moves") + 1 :]) if "moves" in words else "":
            board, south = play(board, "ABCDEF.abcdef".index(letter)), not south
    elif command == "go":
        pits = range(0, 6) if south else range(7, 13)
        best = max((p for p in pits if board[p] > 0), key=lambda p: play(board, p)[6 if south else 13])
        print("bestmove", "ABCDEF.abcdef"[best])
    elif command == "quit":
        break
    sys.stdout.flush()
