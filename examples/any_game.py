#!/usr/bin/env python3
"""A bot for every game: it asks `sow json` for the legal moves and plays one at random."""
import json
import random
import re
import subprocess
import sys

sow = subprocess.Popen(["sow", "json", "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def legal_moves(game, position, moves):
    request = {"id": 1, "action": "moves", "game": game, "position": position, "moves": moves}
    print(json.dumps(request), file=sow.stdin, flush=True)
    return json.loads(sow.stdout.readline())["legal"]


game, position, moves = "owari", None, []
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name Any game")
        print("option name Variant type string default owari")  # so that the match tells the bot which game it is
        print("uciok")
    elif command == "isready":
        print("readyok")
    elif command == "setoption":  # setoption name Variant value GAME
        game = words[3]
    elif command == "position":  # startpos [moves …] or fen DIAGRAM [moves …]
        start, _, played = " ".join(words).partition(" moves ")
        position = start.removeprefix("fen ") if start.startswith("fen ") else None
        moves = re.findall("[A-Za-z][<>]?", played)
    elif command == "go":
        print("bestmove", random.choice(legal_moves(game, position, moves)))
    elif command == "quit":
        break
    sys.stdout.flush()
