#!/usr/bin/env python3
"""Grades moves: how many seeds each one gives away against the best move, and whether that is proven.

    examples/grade.py games.csv [--game oware] [--nodes 300000]

The file is CSV with a header, or JSON with a list of objects. Each row is a move:

    move      the move played, such as C
    position  the position in which it was played, as a diagram; or
    moves     the moves before it from the start, such as CfDa
    game      the game (default: --game)
    player    who played it: the summary has one line for each (default: all together)

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


def read_rows(path):
    """Dictionaries with the keys above."""
    if path.endswith(".ogn"):
        for record in sow.read_ogn(path):
            for state, action in zip(record.states(), record.moves):
                side = ("South", "North")[state.current_player()]
                yield {"state": state, "move": state.action_to_string(action), "player": record.tags.get(side, side)}
        return
    with open(path, encoding="utf-8") as file:
        yield from json.load(file) if path.endswith(".json") else csv.DictReader(file)


def state_of(row, default_game):
    if "state" in row:
        return row["state"]
    state = sow.game(row.get("game") or default_game).new_initial_state(row.get("position") or None)
    for move in re.findall("[A-Za-z][<>]?", row.get("moves") or ""):
        state.push(move)
    return state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="CSV, JSON, or OGN file")
    parser.add_argument("--game", default="owari", help="game of rows that name none (default: owari)")
    parser.add_argument("--nodes", type=int, default=300_000, help="search nodes per move (default: 300000)")
    parser.add_argument("--db", help="folder with endgame databases (default: the user's data folder)")
    options = parser.parse_args()

    rows = list(read_rows(options.file))
    states, actions = [], []
    for number, row in enumerate(rows, 1):
        try:
            states.append(state_of(row, options.game))
            actions.append(states[-1].string_to_action(row["move"]))
        except (KeyError, ValueError) as error:
            sys.exit(f"{options.file}: row {number}: {error}")
    grades = sow.grade(states, actions, nodes=options.nodes, engine=sow.Engine(database=options.db))

    writer = csv.writer(sys.stdout)
    writer.writerow(["game", "position", "player", "move", "best", "loss", "proven"])
    totals = collections.defaultdict(list)
    for row, state, grade in zip(rows, states, grades):
        player = row.get("player") or "all"
        totals[player].append(grade)
        writer.writerow([state.game.name, state.diagram, player, row["move"], state.action_to_string(grade["best"]),
                         f"{grade['loss']:g}", "yes" if grade["proven"] else "no"])  # fmt: skip
    for player, graded in totals.items():
        best = sum(g["loss"] == 0 for g in graded)
        print(f"{player}: {len(graded)} moves, {best} of them best, {sum(g['loss'] for g in graded) / len(graded):.2f} "
              f"seeds lost per move, {sum(g['proven'] for g in graded)} proven", file=sys.stderr)  # fmt: skip


if __name__ == "__main__":
    main()
