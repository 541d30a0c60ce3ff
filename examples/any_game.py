#!/usr/bin/env python3
"""A bot for every game: it asks `sow json` which moves are legal, and plays one of them at random."""
import json, random, re, subprocess, sys

sow = subprocess.Popen(["sow", "json", "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
request = {"id": "1", "action": "moves", "game": "owari"}
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name Any game\noption name Variant type string default owari\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "setoption":
        request["game"] = words[3]
    elif command == "position":
        start, _, moves = " ".join(words).partition(" moves ")
        request |= {"position": start[4:] if start.startswith("fen ") else None, "moves": re.findall("[A-Za-z][^A-Za-z ]*", moves)}
    elif command == "go":
        print(json.dumps(request), file=sow.stdin, flush=True)
        print("bestmove", random.choice(json.loads(sow.stdout.readline())["legal"]), flush=True)
