#!/usr/bin/env python3
"""Writes the test vectors described in tests/vectors/README.md: one file per built-in game and variant."""
import argparse
import sys
from pathlib import Path

import oracle
from suites import lines_by_game, moves_text

HEAD = """\
# Test vectors of {title} ({name}): {side} pits per player. The format is described in README.md.
"""
README = Path(__file__).resolve().parents[1] / "vectors" / "README.md"


def replayed(rules, position, moves):
    """All positions of a game."""
    game = oracle.Game(rules, position)
    yield game.position
    for text in oracle.split_moves(moves):
        game.play(oracle.parse_move(rules, game.position, text))
        yield game.position


def positions_of(rules, moves, games, most):
    """The positions of the suites first: there are some of every situation. Then those of whole games, evenly chosen."""
    found = dict.fromkeys(oracle.parse_diagram(rules, line.split()[1]) for line in moves)
    room = most - len(found)
    if room <= 0:
        return list(found)
    played = dict.fromkeys(position for line in games
                           for position in replayed(rules, oracle.parse_diagram(rules, line.split()[1]), line.split()[2]))
    others = [position for position in played if position not in found]
    step = max(1, len(others) / room)
    return list(found) + [others[int(i * step)] for i in range(min(room, len(others)))]


def lines_of(rules, moves, games, most):
    """Positions with all legal moves, then whole games."""
    for position in positions_of(rules, moves, games, most):
        yield f"{oracle.diagram(position)} | {moves_text(rules, position)}"
    for line in games:
        yield line.split(maxsplit=1)[1]


def write(folder, most):
    moves, games = lines_by_game("moves.txt"), lines_by_game("games.txt")
    for name in oracle.game_names():
        rules = oracle.Rules(name)
        path = folder / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = lines_of(rules, moves[name], games[name], most)
        path.write_text(HEAD.format(name=name, title=rules.title, side=rules.side) + "".join(f"{line}\n" for line in lines))
    (folder / "README.md").write_text(README.read_text())


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, help="where to write the files")
    options.add_argument("--positions", type=int, default=300, metavar="N", help="positions per game (default: 300)")
    chosen = options.parse_args()
    write(chosen.folder, chosen.positions)


if __name__ == "__main__":
    sys.exit(main())
