#!/usr/bin/env python3
"""Grades moves: how many seeds each one gives away against the best move, and whether that is proven.

    examples/grade.py games.csv [--game oware] [--nodes 300000]

The file is CSV with a header, or JSON with a list of objects. Each row is a move or a whole game:

    move      the move played, such as C; without it, all moves of the game are graded
    moves     the moves of the game, or those before the move: CfDa, or in JSON also a list
    position  the position in which they begin, as a diagram (default: the start of the game)
    game      the game (default: --game)
    player    who played the move; or
    south     who played South's moves
    north     who played North's moves; the summary has one line for each player (default: all together)

The result is CSV on standard output; the summary is printed on standard error. OGN files (.ogn) work, too: every move of
every game is graded, and the players are the tags South and North.
"""
import argparse
import collections
import csv
import json
import re
import sys

import sow


Move = collections.namedtuple("Move", "row state action player")


def read_rows(path):
    """Dictionaries with the keys above."""
    with open(path, encoding="utf-8") as file:
        return json.load(file) if path.endswith(".json") else list(csv.DictReader(file))


def moves_of(number, row, default_game):
    """The moves of a row that are to be graded."""
    state = sow.game(row.get("game") or default_game).new_initial_state(row.get("position") or None)
    names = row.get("moves") or []
    if isinstance(names, str):
        names = re.findall("[A-Za-z][<>]?", names)
    whole = not row.get("move")
    if whole and not names:
        raise ValueError("neither move nor moves")
    for name in names if whole else [*names, row["move"]]:
        if state.may_play_on():
            state.play_on()  # a repetition did not end this game
        before = state.clone()
        action = state.push(name)
        player = row.get("player") or row.get(("south", "north")[before.current_player()]) or "all"
        if whole:
            yield Move(number, before, action, player)
    if not whole:
        yield Move(number, before, action, player)


def moves_of_record(number, record):
    for state, action in zip(record.states(), record.moves):
        side = ("South", "North")[state.current_player()]
        yield Move(number, state, action, record.tags.get(side, side))


def read_moves(path, default_game):
    if path.endswith(".ogn"):
        return [move for number, record in enumerate(sow.read_ogn(path), 1) for move in moves_of_record(number, record)]
    moves = []
    for number, row in enumerate(read_rows(path), 1):
        try:
            moves.extend(moves_of(number, row, default_game))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            sys.exit(f"{path}: row {number}: {error}")
    return moves


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="CSV, JSON, or OGN file")
    parser.add_argument("--game", default="owari", help="game of rows that name none (default: owari)")
    parser.add_argument("--nodes", type=int, default=300_000, help="search nodes per move (default: 300000)")
    parser.add_argument("--db", help="folder with endgame databases (default: the user's data folder)")
    options = parser.parse_args()

    try:
        moves = read_moves(options.file, options.game)
    except (OSError, ValueError) as error:
        sys.exit(f"{options.file}: {error}" if isinstance(error, json.JSONDecodeError) else str(error))
    states, actions = [move.state for move in moves], [move.action for move in moves]
    grades = sow.grade(states, actions, nodes=options.nodes, engine=sow.Engine(database=options.db))

    writer = csv.writer(sys.stdout)
    writer.writerow(["row", "game", "position", "player", "move", "best", "loss", "proven"])
    totals = collections.defaultdict(list)
    for (number, state, action, player), grade in zip(moves, grades):
        totals[player].append(grade)
        writer.writerow([number, state.game.name, state.diagram, player, state.action_to_string(action),
                         state.action_to_string(grade["best"]), f"{grade['loss']:g}",
                         "yes" if grade["proven"] else "no"])  # fmt: skip
    for player, graded in totals.items():
        best = sum(g["loss"] == 0 for g in graded)
        print(f"{player}: {len(graded)} moves, {best} of them best, {sum(g['loss'] for g in graded) / len(graded):.2f} "
              f"seeds lost per move, {sum(g['proven'] for g in graded)} proven", file=sys.stderr)  # fmt: skip


if __name__ == "__main__":
    main()
