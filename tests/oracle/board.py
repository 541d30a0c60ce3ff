"""The board, positions, and their notation.

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
    owners: tuple = ()  # (pit, player) for each owned pit, sorted by pit
    opening: int | None = None  # turns left in the opening, in games with an opening
    mark: int | None = None  # restrictions from the previous turn, in games with marks: a sum of those below


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
    """The player on whose side a hole is."""
    return hole - 2 * rules.side if is_store(rules, hole) else hole // rules.side


def number(rules, pit):
    """The index of a pit on its side, from 0."""
    return pit % rules.side


def is_opposed(rules):
    """Whether the players sow in opposite directions, so that both number their pits from the same end."""
    return rules.sow["direction"] == "opposed"


def is_inner(rules, hole):
    """Whether a pit is in the row next to the opponent. On two rows all pits are."""
    return number(rules, hole) < rules.board["pits"]


def facing(rules, pit):
    """The opponent's inner pit in the same column as an inner pit: the first faces the last, or the first with opposed
    directions. On three rows no pit faces another."""
    if rules.board["rows"] == 3 or is_store(rules, pit) or not is_inner(rules, pit):
        return None
    column = number(rules, pit)
    return pits(rules, opponent(owner(rules, pit)))[column if is_opposed(rules) else rules.board["pits"] - 1 - column]


def behind(rules, inner_pit):
    """The outer pit behind an inner one. The outer row runs back, so the first outer pit is behind the last inner one."""
    return pits(rules, owner(rules, inner_pit))[rules.side - 1 - number(rules, inner_pit)]


@lru_cache
def ring(rules, player):
    """The ring of holes in the order in which a player sows them."""
    holes = list(pits(rules, player))
    if rules.sow["store"] == "own":
        holes.append(store(rules, player))
    if rules.board["rows"] < 4 and rules.sow["track"] == "board":
        theirs = pits(rules, opponent(player))
        holes.extend(reversed(theirs) if is_opposed(rules) else theirs)
    if rules.sow["store"] == "own-first":  # the last hole of the ring precedes the first
        holes.append(store(rules, player))
    return [hole for hole in holes if hole not in rules.closed]


def next_pit(rules, player, hole, way):
    """The first pit after a hole on a player's ring in the given direction, not counting stores."""
    holes = ring(rules, player)
    place = holes.index(hole)
    while True:
        place = (place + way) % len(holes)
        if not is_store(rules, holes[place]):
            return holes[place]


def seeds_on_side(rules, board, player):
    """The seeds on a player's side, without those in owned pits."""
    owners = dict(board.owners)
    return sum(board.seeds[pit] for pit in pits(rules, player) if pit not in owners)


def seeds_left(rules, board):
    """The seeds on both sides."""
    return seeds_on_side(rules, board, SOUTH) + seeds_on_side(rules, board, NORTH)


def seeds_owned(board, player):
    """The seeds in the pits owned by a player."""
    return sum(board.seeds[pit] for pit, owns in dict(board.owners).items() if owns == player)


def random_pits(rules):
    """The pits of the seeds that are placed at random: the outputs of SplitMix64, started with the number of the deal."""
    state, low = rules.deal, 2**64 - 1
    for _ in range(rules.setup["random"]):
        state = (state + 0x9E3779B97F4A7C15) & low
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & low
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & low
        yield (mixed ^ mixed >> 31) % (2 * rules.side)


def start(rules):
    south = rules.setup["south"] or [rules.setup["seeds"]] * rules.side
    north = rules.setup["north"] or [rules.setup["seeds"]] * rules.side
    seeds = [0 if pit in rules.closed else seeds for pit, seeds in enumerate([*south, *north])]
    for pit in random_pits(rules):
        seeds[pit] += 1
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
    """Whether this pit may be sown against the given direction, perhaps only to capture."""
    listed = rules.sow["reverse_pits"]
    return rules.sow["reverse"] != "never" and (listed is None or number(rules, pit) + 1 in listed)


def given_ways(rules, seeds, pit):
    """The directions in which a pit may be sown."""
    direction = rules.sow["direction"]
    if direction == "split":
        if is_middle(rules, pit):
            return [1, -1]
        return [-1] if 2 * number(rules, pit) < rules.side else [1]
    return [-1] if direction == "parity" and seeds[pit] % 2 == 0 else [1]


def ways(rules, seeds, pit):
    return [1, -1] if may_reverse(rules, pit) else given_ways(rules, seeds, pit)


def has_two_ways(rules, pit):
    """Whether this pit can be sown in either direction in some position; then its moves are written with the direction."""
    return may_reverse(rules, pit) or (rules.sow["direction"] == "split" and is_middle(rules, pit))


def letter(rules, pit):
    return chr(ord("Aa"[owner(rules, pit)]) + number(rules, pit))


def move_text(rules, move):
    way = {1: ">", -1: "<"}[move.way] if has_two_ways(rules, move.pit) else ""
    return letter(rules, move.pit) + way


def parse_move(rules, position, text):
    """Parses a move; None if it is invalid."""
    player = NORTH if text[0].islower() else SOUTH
    place = ord(text[0]) - ord("Aa"[player])
    if place >= rules.side:
        return None
    pit = pits(rules, player)[place]
    if has_two_ways(rules, pit):
        return Move(pit, {">": 1, "<": -1}[text[1]]) if len(text) == 2 else None
    return Move(pit, given_ways(rules, position.seeds, pit)[0]) if len(text) == 1 else None


def split_moves(text):
    """Splits a text into moves."""
    return re.findall("[A-Za-z][<>]?", text)
