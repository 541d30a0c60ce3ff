"""The rules of every game in games/, the slow and obvious way.

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
    """The mover's moves that may begin, whatever comes of them."""
    moves = with_seeds(rules, position)
    for _, allowed in BEGINNINGS:
        moves = allowed(rules, position, moves)
    return moves


def with_seeds(rules, position):
    owners = dict(position.owners)
    return [Move(pit, way) for pit in pits(rules, position.mover) if position.seeds[pit] > 0 and pit not in owners
            for way in ways(rules, position.seeds, pit)]


def singles(rules, position, moves):
    """Without the single seeds that may not be moved."""
    word = rules.move["singles"]
    largest = max((position.seeds[move.pit] for move in moves), default=0)

    def allowed(move):
        onto_empty = position.seeds[next_pit(rules, position.mover, *move)] == 0
        return {"ok": True, "never": False, "last": largest == 1, "onto-empty": onto_empty,
                "last-onto-empty": largest == 1 and onto_empty}[word]

    return [move for move in moves if position.seeds[move.pit] > 1 or allowed(move)]


def twos(rules, position, moves):
    """Without the pits of two seeds, unless the mover has no others; then all of these, or the last one."""
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
    """Without the pits that face a single seed, if that forbids a move."""
    if rules.move["facing"] == "any":
        return moves
    return [move for move in moves if position.seeds[facing(rules, move.pit)] != 1]


def undoing(rules, position, moves):
    """Without the move that brings a single seed straight back over the end."""
    mine = pits(rules, position.mover)
    barred = [(mine[0], -1)] if position.mark and position.mark & FIRST_BARRED else []
    barred += [(mine[-1], 1)] if position.mark and position.mark & LAST_BARRED else []
    return [move for move in moves if position.seeds[move.pit] != 1 or (move.pit, move.way) not in barred]


def opening_pits(rules, position, moves):
    """In the opening only those from the pits that it allows, and the way it allows."""
    if not position.opening:
        return moves
    if not rules.opening["reverse"]:
        moves = [move for move in moves if move.way in given_ways(rules, position.seeds, move.pit)]
    first = {"any": 0, "last": rules.side - 1, "last-two": rules.side - 2, "second-half": (rules.side + 1) // 2}
    return [move for move in moves if number(rules, move.pit) >= first[rules.opening["pits"]]]


def reaching(rules, position, played):
    """Turns whose first lap ends where move.reach says."""
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
    """Against the given direction only turns that capture at once, if that is the rule."""
    if rules.sow["reverse"] != "capture":
        return played
    return {move: turn for move, turn in played.items()
            if turn.first_captured or move.way in given_ways(rules, position.seeds, move.pit)}


def capturing(rules, position, played):
    """Only turns that capture, if that is a duty and there is one."""
    captures = {move: turn for move, turn in played.items() if turn.captured > 0}
    return captures if rules.move["must_capture"] and captures else played


def feeding(rules, position, played):
    """Those of the turns that the duty to feed allows."""
    feed, other = rules.turn["feed"], opponent(position.mover)
    fed = {move: turn for move, turn in played.items() if seeds_on_side(rules, turn, other) > 0}
    if feed == "must":
        return fed
    if feed == "if-possible":
        return fed or played
    if feed == "if-empty" and seeds_on_side(rules, position, other) == 0:
        return fed
    return played


# What decides which moves are legal, in this order, each with one word for a move it forbids.
BEGINNINGS = [("single", singles), ("two", twos), ("facing", facing_single), ("undo", undoing), ("opening", opening_pits)]
OUTCOMES = [("reach", reaching), ("slams", without_slams), ("reverse", reversing), ("must-capture", capturing),
            ("starves", feeding)]


@lru_cache(maxsize=10000)  # asked for again and again: for the moves, for a pass, for the end
def turns(rules, position):
    """Every legal turn of the mover, by its move. Whether the game is over is not asked here."""
    played = {move: play_turn(rules, position, move) for move in liftable(rules, position)}
    for _, allowed in OUTCOMES:
        played = allowed(rules, position, played)
    return played


def why_illegal(rules, position, move):
    """One word for why a move cannot be played, or None if it can."""
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
    """The position after a turn, with the player who really moves there."""
    mover = turn.mover if turn.again else opponent(turn.mover)
    opening = turn.opening and turn.opening - 1  # 0 and None stay
    position = Position(award_rest(rules, turn), mover, tuple(sorted(turn.owners.items())), opening, mark_after(rules, turn))
    if rules.turn["stuck"] == "pass" and not turns(rules, position):
        passed = replace(position, mover=opponent(mover), mark=None if position.mark is None else 0)
        if turns(rules, passed):
            return passed
    return position


def mark_after(rules, turn):
    """What a turn leaves to the player who moves next, in a game with such marks."""
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
    """The seeds after a turn. If the mover has cleared the own side, where that is a rule, or only a few are left in the pits,
    they go to the stores at once."""
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
    """(reason, (seeds of South, seeds of North)) if the board ends the game, or None."""
    stores = (position.seeds[-2], position.seeds[-1])
    if rules.end["majority"]:
        total = sum(position.seeds)
        if 2 * max(stores) > total:
            return "majority", stores
        if 2 * min(stores) == total:
            return "even", stores
    if "side-empty" in rules.end["when"]:
        for player in (SOUTH, NORTH):
            if seeds_on_side(rules, position, player) == 0:
                return "side-empty", final_count(rules, position, rules.end["rest"], player)
    if can_be_awarded(rules) and seeds_left(rules, position) == 0:
        return "stuck", final_count(rules, position, "none", None)
    if "stuck" in rules.end["when"] and not turns(rules, position):
        other = replace(position, mover=opponent(position.mover))
        if rules.turn["stuck"] in ("lose", "win"):
            winner = position.mover if rules.turn["stuck"] == "win" else other.mover
            everything = sum(position.seeds)
            return "stuck", (everything, 0) if winner == SOUTH else (0, everything)
        if rules.turn["stuck"] == "end" or not turns(rules, other):
            return "stuck", final_count(rules, position, rules.end["rest"], position.mover)
    return None


def can_be_awarded(rules):
    """Whether a turn may put all that is left into the stores, which ends the game whatever else does."""
    return rules.end["few"] > 0 or rules.end["cleared"] or rules.turn["grand_slam"] == "opponent-rest"


def final_count(rules, position, award, stuck):
    """What each player has once the seeds left in the pits are awarded; stuck is the player who cannot move, if one is.
    The seeds of owned pits are their owner's."""
    left = [seeds_on_side(rules, position, player) for player in (SOUTH, NORTH)]
    if award in ("owner", "most"):  # where most decides, a player holds the seeds on the own side, too
        gets = left
    elif award in ("opponent", "emptied"):
        gets = [sum(left) if (player == stuck) == (award == "emptied") else 0 for player in (SOUTH, NORTH)]
    elif stuck is not None and award == "split":  # an odd seed is nobody's
        gets = [sum(left) // 2] * 2
    else:  # "none"; and the "split" of a repetition, whose equal shares change nothing between the players
        gets = [0, 0]
    return tuple(position.seeds[store(rules, player)] + seeds_owned(position, player) + gets[player]
                 for player in (SOUTH, NORTH))


# ------------------------------------------------------------------------------------------------------ a whole game


class Game:
    """A game with its history, which repetitions and plies without a capture depend on."""

    def __init__(self, rules, position):
        self.rules = rules
        self.position = position
        self.quiet = 0  # plies since the last capture
        self.came = Counter([self.key()])  # how often each position came

    def key(self):
        """All of the position but what is in the stores."""
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
    """Positions after exactly so many plies, by the board alone. Equal positions are counted once and kept in `known`."""
    known = {} if known is None else known
    if depth == 0:
        return 1
    if (position, depth) not in known:
        played = {} if ending(rules, position) else turns(rules, position)
        known[position, depth] = len(played) if depth == 1 else sum(
            perft(rules, after(rules, turn), depth - 1, known) for turn in played.values())
    return known[position, depth]
