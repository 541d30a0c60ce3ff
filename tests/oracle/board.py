"""The board, positions and how they are written.

A board is a list of seeds: South's pits, North's pits (each in sowing order), South's store, North's store. A hole is an
index into it. Four rows: each player's inner row comes first in sowing order, then the outer row, which runs back. Three rows:
the near row comes first, then the player's half of the middle row.
Clockwise or counterclockwise only changes how the board is drawn, never the order of the holes; the way of a move is 1 if
it follows the order of the mover's pits and -1 if it goes against it.
"""
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rule_file import has_marks

SOUTH, NORTH = 0, 1


@dataclass(frozen=True)
class Position:
    seeds: tuple
    mover: int
    owners: tuple = ()  # (pit, player) for each pit that somebody owns, by pit
    opening: int | None = None  # turns of the opening that are left, in a game with an opening
    mark: int | None = None  # what the turn before left to the mover, in a game with such marks: a sum of those below


FIRST_BARRED, LAST_BARRED, FURTHER_TURN = 1, 2, 4


class Move(NamedTuple):
    pit: int
    way: int


def opponent(player):
    return 1 - player


def pits(rules, player):
    first = player * rules.side
    return range(first, first + rules.side)


def store(rules, player):
    return 2 * rules.side + player


def is_store(rules, hole):
    return hole >= 2 * rules.side


def owner(rules, hole):
    """The player on whose side a hole lies."""
    return hole - 2 * rules.side if is_store(rules, hole) else hole // rules.side


def number(rules, pit):
    """The place of a pit on its side, from 0."""
    return pit % rules.side


def is_opposed(rules):
    """Whether each player sows the other way round, so that both number their pits from the same end."""
    return rules.sow["direction"] == "opposed"


def is_inner(rules, hole):
    """Whether a pit is in the row next to the opponent; with two rows all are."""
    return number(rules, hole) < rules.board["pits"]


def facing(rules, pit):
    """The opponent's inner pit in the same column, from an inner pit: the first faces the last, or the first where the
    players sow opposed ways. No pit faces another on three rows."""
    if rules.board["rows"] == 3 or is_store(rules, pit) or not is_inner(rules, pit):
        return None
    column = number(rules, pit)
    return pits(rules, opponent(owner(rules, pit)))[column if is_opposed(rules) else rules.board["pits"] - 1 - column]


def behind(rules, inner_pit):
    """The outer pit behind an inner one: the outer row runs back, so the last inner pit has the first outer one."""
    return pits(rules, owner(rules, inner_pit))[rules.side - 1 - number(rules, inner_pit)]


@lru_cache
def ring(rules, player):
    """The holes in the order in which a player's seeds travel; after the last comes the first."""
    holes = list(pits(rules, player))
    if rules.sow["store"] == "own":
        holes.append(store(rules, player))
    if rules.board["rows"] < 4 and rules.sow["track"] == "board":
        theirs = pits(rules, opponent(player))
        holes.extend(reversed(theirs) if is_opposed(rules) else theirs)
    if rules.sow["store"] == "own-first":  # the last hole comes before the first
        holes.append(store(rules, player))
    return [hole for hole in holes if hole not in rules.closed]


def next_pit(rules, player, hole, way):
    """The first pit after a hole on a player's ring, that way round; stores are passed over."""
    holes = ring(rules, player)
    place = holes.index(hole)
    while True:
        place = (place + way) % len(holes)
        if not is_store(rules, holes[place]):
            return holes[place]


def seeds_on_side(rules, board, player):
    """The seeds of a player's side, on the board of a position or a turn. Those of owned pits are of no side."""
    owners = dict(board.owners)
    return sum(board.seeds[pit] for pit in pits(rules, player) if pit not in owners)


def seeds_left(rules, board):
    """The seeds of both sides."""
    return seeds_on_side(rules, board, SOUTH) + seeds_on_side(rules, board, NORTH)


def seeds_owned(board, player):
    """The seeds of the pits that a player owns."""
    return sum(board.seeds[pit] for pit, owns in dict(board.owners).items() if owns == player)


def start(rules):
    south = rules.setup["south"] or [rules.setup["seeds"]] * rules.side
    north = rules.setup["north"] or [rules.setup["seeds"]] * rules.side
    seeds = [0 if pit in rules.closed else seeds for pit, seeds in enumerate([*south, *north])]
    return Position((*seeds, 0, 0), SOUTH, opening=rules.opening["turns"] or None, mark=0 if has_marks(rules) else None)


# ------------------------------------------------------------------------------------------------ positions as text


def diagram(position):
    owners = dict(position.owners)
    holes = [f"{seeds}{'sn'[owners[hole]] if hole in owners else ''}" for hole, seeds in enumerate(position.seeds)]
    state = [str(number) for number in (position.opening, position.mark) if number is not None]
    return "-".join([*holes, *state, "SN"[position.mover]])


def parse_diagram(rules, text):
    *words, mover = text.split("-")
    holes, state = words[:2 * rules.side + 2], [int(word) for word in words[2 * rules.side + 2:]]
    if len(holes) != 2 * rules.side + 2 or len(state) != bool(rules.opening["turns"]) + has_marks(rules):
        raise ValueError(f"{rules.name} has no such board: {text}")
    owners = tuple((hole, "sn".index(word[-1])) for hole, word in enumerate(holes) if word[-1] in "sn")
    seeds = tuple(int(word.rstrip("sn")) for word in holes)
    if any(is_store(rules, hole) for hole, _ in owners):
        raise ValueError(f"a store cannot be owned: {text}")
    if any(seeds[hole] for hole, _ in owners) and not rules.own["keep"]:
        raise ValueError(f"an owned pit holds no seeds: {text}")
    opening = state.pop(0) if rules.opening["turns"] else None
    return Position(seeds, "SN".index(mover), owners, opening, state[0] if state else None)


# ---------------------------------------------------------------------------------------------------- moves as text


def is_middle(rules, pit):
    return 2 * number(rules, pit) + 1 == rules.side


def may_reverse(rules, pit):
    """Whether a move from this pit may go against the given direction, perhaps only to capture."""
    listed = rules.sow["reverse_pits"]
    return rules.sow["reverse"] != "never" and (listed is None or number(rules, pit) + 1 in listed)


def given_ways(rules, seeds, pit):
    """The ways that the direction of sowing allows from a pit."""
    direction = rules.sow["direction"]
    if direction == "split":
        if is_middle(rules, pit):
            return [1, -1]
        return [-1] if 2 * number(rules, pit) < rules.side else [1]
    return [-1] if direction == "parity" and seeds[pit] % 2 == 0 else [1]


def ways(rules, seeds, pit):
    return [1, -1] if may_reverse(rules, pit) else given_ways(rules, seeds, pit)


def has_two_ways(rules, pit):
    """Whether there are positions in which this pit can be sown either way: then its moves are written with the way."""
    return may_reverse(rules, pit) or (rules.sow["direction"] == "split" and is_middle(rules, pit))


def letter(rules, pit):
    return chr(ord("Aa"[owner(rules, pit)]) + number(rules, pit))


def move_text(rules, move):
    way = {1: ">", -1: "<"}[move.way] if has_two_ways(rules, move.pit) else ""
    return letter(rules, move.pit) + way


def parse_move(rules, position, text):
    """The move of a text, or None if there is no such pit or it is not written so."""
    player = NORTH if text[0].islower() else SOUTH
    place = ord(text[0]) - ord("Aa"[player])
    if place >= rules.side:
        return None
    pit = pits(rules, player)[place]
    if has_two_ways(rules, pit):
        return Move(pit, {">": 1, "<": -1}[text[1]]) if len(text) == 2 else None
    return Move(pit, given_ways(rules, position.seeds, pit)[0]) if len(text) == 1 else None


def split_moves(text):
    """The moves of a text in which they are run together."""
    return re.findall("[A-Za-z][<>]?", text)
