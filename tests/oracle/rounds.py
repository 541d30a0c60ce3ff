"""Matches of several rounds: how the next round is set up, or that the match is over."""
from dataclasses import replace

from board import NORTH, SOUTH, opponent, start
from rule_file import Rules


def pits_next(rules, seeds):
    """The number of pits of each player in the next round."""
    each = rules.setup["seeds"]
    if rules.rounds["refill"] == "own":
        return [min(rules.side, won // each) for won in seeds]
    pits = (2 * rules.side - len(rules.closed))
    richer = SOUTH if seeds[SOUTH] >= seeds[NORTH] else NORTH
    share, half = divmod(seeds[richer], each)
    share += 2 * half >= each  # rounded; half a pit counts for the player with more seeds
    have = [pits - share, pits - share]
    have[richer] = share
    return have


def beginner(rules, seeds, began, moved_last):
    how = rules.rounds["begins"]
    if how == "loser" and seeds[SOUTH] != seeds[NORTH]:
        return SOUTH if seeds[SOUTH] < seeds[NORTH] else NORTH
    return moved_last if how == "last-mover" else opponent(began)


def closed_letters(rules, width, pits):
    """The pits that cannot be filled: those that would be filled last."""
    letters = ""
    for player, first in ((SOUTH, "A"), (NORTH, "a")):
        places = list(range(width))
        if rules.rounds["from"] == "last":
            places.reverse()
        letters += "".join(chr(ord(first) + place) for place in sorted(places[pits[player]:]))
    return letters


def next_set(rules, seeds, began, moved_last):
    """The name and position of the next round from the initial position, or the rounds won if this was the last one."""
    won = list(rules.won)
    if seeds[SOUTH] != seeds[NORTH]:
        won[SOUTH if seeds[SOUTH] > seeds[NORTH] else NORTH] += 1
    if rules.round >= rules.rounds["most"]:
        return won
    mover = beginner(rules, seeds, began, moved_last)
    name = f"{rules.game}:"
    if rules.sized:
        name += f"pits={rules.board['pits']},seeds={rules.setup['seeds']},"
    name += f"round={rules.round + 1}"
    name += f",won={won[SOUTH]}-{won[NORTH]}" if any(won) else ""
    name += first_text(rules, mover)
    return name, replace(start(Rules(name)), mover=mover)


def first_text(rules, mover):
    """The player who starts, if that decides who gets the last few seeds."""
    return ",first=N" if mover == NORTH and rules.end["few"] and rules.end["few_to"] == "first" else ""


def next_round(rules, seeds, began, moved_last):
    """The name and position of the next round, or the player who has lost the match; see also next_set."""
    if rules.rounds["refill"] == "anew":
        return next_set(rules, seeds, began, moved_last)
    pits, each = pits_next(rules, seeds), rules.setup["seeds"]
    if min(pits) < rules.rounds["least"]:
        return SOUTH if pits[SOUTH] < pits[NORTH] else NORTH
    own = rules.rounds["refill"] == "own"
    width = rules.side if own else max(pits)
    name = f"{rules.game}:"
    if rules.sized or width != rules.side:
        name += f"pits={2 * width // rules.board['rows']},seeds={each},"
    name += f"round={rules.round + 1}"
    letters = closed_letters(rules, width, pits)
    name += f",closed={letters}" if letters else ""
    mover = beginner(rules, seeds, began, moved_last)
    name += first_text(rules, mover)
    position = start(Rules(name))
    stores = [seeds[player] - each * pits[player] if own else 0 for player in (SOUTH, NORTH)]
    return name, replace(position, seeds=(*position.seeds[:-2], *stores), mover=mover)
