#!/usr/bin/env python3
"""Checks that the test vectors in a folder cover every mechanic and every kind of ending of each game: each rule of the
file, each reason for an illegal move, and each reason for the end, except those listed here."""
import argparse
import sys
from pathlib import Path

import oracle
from rule_file import sows_captured
from suites import situations

# Endings that cannot occur.
IMPOSSIBLE = {
    "gamacha": {"over stuck"},  # the last of the mover's occupied pits always reaches the opponent or an empty pit
    "sokusowo": {"over repetition"},  # each move banks a seed
    "voleur": {"over repetition"},  # each move captures
}
# Endings that searches through thousands of random games did not find. A line that covers one must be removed from
# here.
NEVER_SEEN = {
    "boola": {"over repetition"}, "dabuda": {"over repetition"}, "enkeshui": {"over quiet"},
    "gamacha": {"over quiet", "over repetition"}, "hus/no-singles": {"over repetition"},
    "kisolo": {"over quiet", "over repetition"}, "lisolo": {"over repetition"}, "moruba": {"over repetition"},
    "omweso": {"over repetition"}, "pallanguli": {"over repetition"}, "sadeqa": {"over quiet"},
    "tapata": {"over quiet", "over repetition"}, "tsoro": {"over repetition"}, "vai-lung-thlan": {"over repetition"},
}


def mechanics(rules):
    """The names of the situations that the rules provide for, as in `situations`, and the numbers of the rules."""
    land, passing = rules.land, rules.passing
    relays = any(rule["then"] in ("relay", "next") or sows_captured(rule) for rule in land)
    present = {
        "capture": any(rule["take"] for rule in land),
        "run": any(rule["chain"] != "none" for rule in land),
        "relay": relays,
        "again": any(rule["then"] == "again" for rule in land) or rules.turn["grand_slam"] == "again",
        "slam": rules.turn["grand_slam"] not in ("allowed", "illegal"), "slams": rules.turn["grand_slam"] == "illegal",
        "pass": rules.turn["stuck"] == "pass", "starves": rules.turn["feed"] != "no",
        "backwards": rules.sow["reverse"] != "never", "reverse": rules.sow["reverse"] == "capture",
        "round": rules.sow["skip_origin"], "before": rules.sow["before"] != "nothing",
        "passed over": rules.sow["skip"] != "none" or rules.own["skip"],
        "vanished": rules.sow["store_out"] or rules.own["out"],
        "owned now": oracle.owns(rules), "into an owned pit": oracle.owns(rules),
        "robbed": any("two" in rule["take"] for rule in land),
        "taken in passing": bool(passing), "last in passing": any(rule["last"] for rule in passing),
        "few left": rules.end["few"] > 0, "cleared": rules.end["cleared"],
        "marked": oracle.has_marks(rules), "undo": not rules.move["undo"],
        "single": rules.move["singles"] != "ok", "two": rules.move["twos"] != "ok", "facing": rules.move["facing"] != "any",
        "reach": rules.move["reach"] != "any", "must-capture": rules.move["must_capture"],
        "in the opening": rules.opening["turns"] > 0, "opening": rules.opening["pits"] != "any",
    }
    names = {name for name, is_present in present.items() if is_present}
    return names | {f"land {i + 1}" for i in range(len(land))} | {f"pass {i + 1}" for i in range(len(passing))}


def endings(rules):
    """The kinds of ending that the rules provide for."""
    end, total = rules.end, sum(oracle.start(rules).seeds)
    always_forward = rules.sow["store"] == "own" and rules.sow["reverse"] == "never"  # no position can repeat
    # If neither player can move, no seeds are left, and the majority rule has decided the game.
    passes = rules.turn["stuck"] == "pass" and end["majority"]
    present = {"majority": end["majority"], "even": end["majority"] and total % 2 == 0, "quiet": end["quiet"] > 0,
               "repetition": end["repeat_count"] > 0 and not always_forward,
               "side-empty": "side-empty" in end["when"], "stuck": "stuck" in end["when"] and not passes}
    return {f"over {reason}" for reason, is_present in present.items() if is_present}


def covered(rules, line):
    """The names of the situations on a line."""
    text, _, rest = line.partition(" | ")
    if not rest:
        return {f"over {line.split()[3]}"}
    position = oracle.parse_diagram(rules, text)
    names = {name.replace("then ", "over ") for name in situations(rules, position)}
    if not rest.startswith("over"):
        names = names.union(*(turn.applied for turn in oracle.turns(rules, position).values()))
    return names


def missing(name, path):
    """The situations of a game that its file does not cover."""
    rules = oracle.Rules(name)
    left = mechanics(rules) | endings(rules)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    for line in lines:  # whole games first, which are quick to read
        if " | " not in line:
            left -= covered(rules, line)
    depends_on_history = left & {"over repetition", "over quiet"}  # no position shows these
    left -= depends_on_history
    for line in lines:
        if left and " | " in line:
            left -= covered(rules, line)
    return left | depends_on_history


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, help="the folder that scripts/vectors has written")
    folder = options.parse_args().folder
    wrong = []
    for name in oracle.game_names():
        found = missing(name, folder / f"{name}.txt")
        known = IMPOSSIBLE.get(name, set()) | NEVER_SEEN.get(name, set())
        wrong += [f"{name}: no line covers {what!r}" for what in sorted(found - known)]
        wrong += [f"{name}: {what!r} is covered and need not be listed" for what in sorted(known - found)]
    return "\n".join(wrong) or None


if __name__ == "__main__":
    sys.exit(main())
