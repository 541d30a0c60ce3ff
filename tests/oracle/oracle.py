"""The rules of all games, implemented in a slow and obvious way.

Written from the rules in words (docs/rules.md and the game files), never from the C++ kernels, so that the two can check
each other. Seeds are dropped one by one into a plain list. Read rule_file.py, board.py and turn.py first; here are the legal
moves, the end, and a whole game.
"""
from collections import Counter
from dataclasses import replace
from functools import lru_cache

from board import (FIRST_BARRED, FURTHER_TURN, LAST_BARRED, NORTH, SOUTH, Move, Position, behind, diagram, facing, given_ways, letter, move_text, next_pit, number,
                   opponent, owner, parse_diagram, parse_move, pits, ring, seeds_left, seeds_on_side, seeds_owned, split_moves,
                   start, store, ways)
from rule_file import DEFAULTS, Rules, game_names, has_marks, has_stores, owns, with_defaults
from turn import Turn, is_at, may_own, play_turn

# ------------------------------------------------------------------------------------------------------ legal moves


def liftable(rules, position):
    """The mover's moves, regardless of their results."""
    moves = with_seeds(rules, position)
    for _, allowed in BEGINNINGS:
        moves = allowed(rules, position, moves)
    return moves


def with_seeds(rules, position):
    owners = dict(position.owners)
    return [Move(pit, way) for pit in pits(rules, position.mover) if position.seeds[pit] > 0 and pit not in owners
            for way in ways(rules, position.seeds, pit)]


def singles(rules, position, moves):
    """Removes single seeds that must not be moved."""
    word = rules.move["singles"]
    largest = max((position.seeds[move.pit] for move in moves), default=0)

    def allowed(move):
        onto_empty = position.seeds[next_pit(rules, position.mover, *move)] == 0
        return {"ok": True, "never": False, "last": largest == 1, "onto-empty": onto_empty,
                "last-onto-empty": largest == 1 and onto_empty}[word]

    return [move for move in moves if position.seeds[move.pit] > 1 or allowed(move)]


def twos(rules, position, moves):
    """Removes pits with two seeds, unless the mover has no others; then keeps all of them, or the last one."""
    word = rules.move["twos"]
    if word == "ok":
        return moves
    owners = dict(position.owners)
    counts = {position.seeds[pit] for pit in pits(rules, position.mover) if pit not in owners} - {0}
    if counts != {2}:
        return [move for move in moves if position.seeds[move.pit] != 2]
    last = max((move.pit for move in moves), default=None)
    return [move for move in moves if word == "last" or move.pit == last]


def facing_single(rules, position, moves):
    """Removes pits that face a single seed, if the rules forbid them."""
    if rules.move["facing"] == "any":
        return moves
    return [move for move in moves if position.seeds[facing(rules, move.pit)] != 1]


def undoing(rules, position, moves):
    """Removes the move that brings a single seed straight back over the end of a side."""
    mine = pits(rules, position.mover)
    barred = [(mine[0], -1)] if position.mark and position.mark & FIRST_BARRED else []
    barred += [(mine[-1], 1)] if position.mark and position.mark & LAST_BARRED else []
    return [move for move in moves if position.seeds[move.pit] != 1 or (move.pit, move.way) not in barred]


def opening_pits(rules, position, moves):
    """In the opening, keeps only the pits and directions that it allows."""
    if not position.opening:
        return moves
    if not rules.opening["reverse"]:
        moves = [move for move in moves if move.way in given_ways(rules, position.seeds, move.pit)]
    first = {"any": 0, "last": rules.side - 1, "last-two": rules.side - 2, "second-half": (rules.side + 1) // 2}
    return [move for move in moves if number(rules, move.pit) >= first[rules.opening["pits"]]]


def reaching(rules, position, played):
    """Turns whose first lap satisfies move.reach."""
    word = rules.move["reach"]

    def allowed(turn):
        return {"any": True, "theirs-or-empty": turn.first_reached or turn.first_into == "empty",
                "occupied": turn.first_into == "occupied"}[word]

    return {move: turn for move, turn in played.items() if allowed(turn)}


def without_slams(rules, position, played):
    if rules.turn["grand_slam"] != "illegal":
        return played
    return {move: turn for move, turn in played.items() if not turn.slam}


def reversing(rules, position, played):
    """Keeps turns against the given direction only if their first lap captures, if that is the rule."""
    if rules.sow["reverse"] != "capture":
        return played
    return {move: turn for move, turn in played.items()
            if turn.first_captured or move.way in given_ways(rules, position.seeds, move.pit)}


def capturing(rules, position, played):
    """Keeps only turns that capture, if capturing is mandatory and possible."""
    captures = {move: turn for move, turn in played.items() if turn.captured > 0}
    return captures if rules.move["must_capture"] and captures else played


def feeding(rules, position, played):
    """Keeps only turns that turn.feed allows."""
    feed, other = rules.turn["feed"], opponent(position.mover)
    fed = {move: turn for move, turn in played.items() if seeds_on_side(rules, turn, other) > 0}
    if feed == "must":
        return fed
    if feed == "if-possible":
        return fed or played
    if feed == "if-empty" and seeds_on_side(rules, position, other) == 0:
        return fed
    if feed == "if-empty-possible" and seeds_on_side(rules, position, other) == 0:
        return fed or played
    return played


# The filters for legal moves, in this order, each with a word for the moves it removes.
BEGINNINGS = [("single", singles), ("two", twos), ("facing", facing_single), ("undo", undoing), ("opening", opening_pits)]
OUTCOMES = [("reach", reaching), ("slams", without_slams), ("reverse", reversing), ("must-capture", capturing),
            ("starves", feeding)]


@lru_cache(maxsize=10000)  # needed repeatedly: for moves, passes, and endings
def turns(rules, position):
    """All legal turns of the mover, by move, without checking whether the game is over."""
    played = {move: play_turn(rules, position, move) for move in liftable(rules, position)}
    for _, allowed in OUTCOMES:
        played = allowed(rules, position, played)
    return played


def why_illegal(rules, position, move):
    """A word for why a move is illegal, or None if it is legal."""
    if ending(rules, position):
        return "over"
    if move is None or owner(rules, move.pit) != position.mover:
        return "no-such-pit"
    if move.pit in dict(position.owners):
        return "owned"
    if position.seeds[move.pit] == 0:
        return "empty"
    left = with_seeds(rules, position)
    for word, allowed in BEGINNINGS:
        left = allowed(rules, position, left)
        if move not in left:
            return word
    left = {move: play_turn(rules, position, move) for move in left}
    for word, allowed in OUTCOMES:
        left = allowed(rules, position, left)
        if move not in left:
            return word
    return None


def after(rules, turn):
    """The position after a turn, including passes."""
    mover = turn.mover if turn.again else opponent(turn.mover)
    opening = turn.opening and turn.opening - 1  # 0 and None stay
    position = Position(award_rest(rules, turn), mover, tuple(sorted(turn.owners.items())), opening, mark_after(rules, turn))
    if rules.turn["stuck"] == "pass" and not turns(rules, position):
        passed = replace(position, mover=opponent(mover), mark=None if position.mark is None else 0)
        if turns(rules, passed):
            return passed
    return position


def mark_after(rules, turn):
    """The mark that a turn leaves for the next player, in games with marks."""
    if not has_marks(rules):
        return None
    if turn.again:
        return FURTHER_TURN if rules.turn["again_once"] else 0
    theirs = pits(rules, opponent(turn.mover))
    alone = turn.lifted == 1 and turn.laps == 1 and turn.seeds[turn.landed] == 1 and turn.landed not in turn.owners
    if rules.move["undo"] or not alone:
        return 0
    return {(theirs[0], 1): FIRST_BARRED, (theirs[-1], -1): LAST_BARRED}.get((turn.landed, turn.way), 0)


def award_rest(rules, turn):
    """The seeds after a turn, with end.cleared and end.few applied."""
    seeds = list(turn.seeds)
    cleared = rules.end["cleared"] and seeds_on_side(rules, turn, turn.mover) == 0
    if cleared or seeds_left(rules, turn) <= rules.end["few"]:
        for pit in set(range(2 * rules.side)) - set(turn.owners):
            player = turn.mover if cleared else {"mover": turn.mover, "opponent": opponent(turn.mover), "first": rules.first,
                                                 "owner": owner(rules, pit)}[rules.end["few_to"]]
            seeds[store(rules, player)] += seeds[pit]
            seeds[pit] = 0
    return tuple(seeds)


# ---------------------------------------------------------------------------------------------------------- the end


def ending(rules, position):
    """(reason, (seeds of South, seeds of North)) if the position ends the game, or None."""
    stores = (position.seeds[-2], position.seeds[-1])
    if rules.end["majority"]:
        total = sum(position.seeds)
        if 2 * max(stores) > total:
            return "majority", stores
        if 2 * min(stores) == total:
            return "even", stores
    if "side-empty" in rules.end["when"]:
        for player in (position.mover, opponent(position.mover)):
            if seeds_on_side(rules, position, player) == 0:
                return "side-empty", final_count(rules, position, rules.end["rest"], player)
    if can_be_awarded(rules) and seeds_left(rules, position) == 0:
        return "stuck", final_count(rules, position, "none", None)
    if "stuck" in rules.end["when"] and not turns(rules, position):
        other = replace(position, mover=opponent(position.mover))
        if rules.turn["stuck"] in ("lose", "win"):
            winner = position.mover if rules.turn["stuck"] == "win" else other.mover
            everything = max(sum(position.seeds), 1)  # on an empty board, too, one player has won
            return "stuck", (everything, 0) if winner == SOUTH else (0, everything)
        if rules.turn["stuck"] == "end" or not turns(rules, other):
            return "stuck", final_count(rules, position, rules.end["rest"], position.mover)
    return None


def can_be_awarded(rules):
    """Whether a turn can move all seeds left into the stores, which always ends the game."""
    return rules.end["few"] > 0 or rules.end["cleared"] or rules.turn["grand_slam"] == "opponent-rest"


def final_count(rules, position, award, stuck):
    """The final count of each player. `stuck` is the player who cannot move, if any. Seeds in owned pits belong to the
    owner."""
    left = [seeds_on_side(rules, position, player) for player in (SOUTH, NORTH)]
    if award in ("owner", "most"):  # with "most", the seeds on a player's own side count, too
        gets = left
    elif award in ("opponent", "emptied"):
        rest = sum(left) if has_stores(rules) or award == "opponent" else max(sum(left), 1)  # somebody has won
        gets = [rest if (player == stuck) == (award == "emptied") else 0 for player in (SOUTH, NORTH)]
    elif stuck is not None and award == "split":  # nobody gets an odd seed
        gets = [sum(left) // 2] * 2
    else:  # "none", and "split" after a repetition: equal shares do not change the margin
        gets = [0, 0]
    return tuple(position.seeds[store(rules, player)] + seeds_owned(position, player) + gets[player]
                 for player in (SOUTH, NORTH))


# ------------------------------------------------------------------------------------------------------ a whole game


class Game:
    """A game with its history, for repetitions and quiet plies."""

    def __init__(self, rules, position):
        self.rules = rules
        self.position = position
        self.quiet = 0  # plies since the last capture
        self.came = Counter([self.key()])  # occurrences of each position

    def key(self):
        """The position without the stores."""
        return replace(self.position, seeds=self.position.seeds[:-2])

    def play(self, move):
        turn = turns(self.rules, self.position)[move]
        self.position = after(self.rules, turn)
        self.quiet = 0 if turn.captured else self.quiet + 1
        self.came[self.key()] += 1

    def ending(self):
        end = self.rules.end
        over = ending(self.rules, self.position)
        if over:
            return over
        count = final_count(self.rules, self.position, end["repeat"], None)
        if end["repeat_count"] and self.came[self.key()] >= end["repeat_count"]:
            return "repetition", count
        if end["quiet"] and self.quiet >= end["quiet"]:
            return "quiet", count
        return None


def perft(rules, position, depth, known=None):
    """Number of positions at exactly this depth, ignoring the history. Results are cached in `known`."""
    known = {} if known is None else known
    if depth == 0:
        return 1
    if (position, depth) not in known:
        played = {} if ending(rules, position) else turns(rules, position)
        known[position, depth] = len(played) if depth == 1 else sum(
            perft(rules, after(rules, turn), depth - 1, known) for turn in played.values())
    return known[position, depth]
