"""The rules of every game in games/, the slow and obvious way.

Written from the rules in words (docs/rules.md and the game files), never from the C++ kernels, so that the two can check
each other. Seeds are dropped one by one into a plain list. Read from top to bottom: the rule file, the board, one turn,
legal moves, the end, a whole game.
"""
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "games"
SOUTH, NORTH = 0, 1

# ---------------------------------------------------------------------------------------------------- the rule file

# Every key this oracle knows, with its default. An unknown key is an error: no rule may be passed over in silence.
DEFAULTS = {
    "board": {"rows": 2, "pits": 6},
    "setup": {"seeds": 4, "south": None, "north": None},
    "move": {"singles": "ok"},
    "sow": {"direction": "ccw", "store": "none", "skip_origin": False},
    "turn": {"feed": "no", "grand_slam": "allowed", "stuck": "end"},
    "end": {"when": [], "majority": False, "rest": "owner", "repeat": "split", "repeat_count": 2, "laps": 200, "quiet": 0},
}
LAND_DEFAULTS = {"at": "any", "count": None, "opposite": None, "outer": None, "take": [], "chain": "none", "to": "store",
                 "then": "end"}

# The words each key may have.
WORDS = {
    "singles": ["ok", "never"],
    "direction": ["ccw", "cw"],
    "store": ["none", "own"],
    "at": ["any", "mine", "theirs", "store", "inner", "outer"],
    "take": ["pit", "opposite", "outer"],
    "chain": ["none", "back"],
    "to": ["store", "resow", "sow"],
    "then": ["end", "relay", "again"],
    "feed": ["no", "must", "if-possible", "if-empty"],
    "grand_slam": ["allowed", "no-capture", "illegal"],
    "stuck": ["end", "pass", "lose"],
    "when": ["stuck", "side-empty"],
    "rest": ["owner", "none", "opponent"],
    "repeat": ["owner", "split", "most"],
}


def with_defaults(table, defaults, where):
    """The table completed by the defaults; keys and words must be known."""
    for key, value in table.items():
        if key not in defaults:
            raise ValueError(f"{where}: the oracle does not know the key '{key}'")
        for word in value if isinstance(value, list) else [value]:
            if key in WORDS and word not in WORDS[key]:
                raise ValueError(f"{where}.{key}: the oracle does not know '{word}'")
    return {**defaults, **table}


def read_file(name):
    """The tables of a game file, over those of the game it extends."""
    tables = tomllib.loads((GAMES / f"{name}.toml").read_text())
    parent = read_file(tables["extends"]) if tables.get("extends") else {}
    merged = {**parent, **tables}
    for section in DEFAULTS:
        merged[section] = {**parent.get(section, {}), **tables.get(section, {})}
    return merged


class Rules:
    """The rules of one game, by name, perhaps with sizes: "kalah:pits=4,seeds=3"."""

    def __init__(self, name):
        self.name = name
        game, _, sizes = name.partition(":")
        tables = read_file(game)
        for size in sizes.split(",") if sizes else []:
            key, _, number = size.partition("=")
            tables["board" if key == "pits" else "setup"][key] = int(number)
        unknown = set(tables) - set(DEFAULTS) - {"name", "title", "extends", "source", "ogn", "evaluation", "land"}
        if unknown:
            raise ValueError(f"{name}: the oracle does not know {sorted(unknown)}")
        for section, defaults in DEFAULTS.items():
            setattr(self, section, with_defaults(tables[section], defaults, f"{name}: {section}"))
        self.land = [with_defaults(rule, LAND_DEFAULTS, f"{name}: land") for rule in tables.get("land", [])]
        self.side = self.board["pits"] * self.board["rows"] // 2  # pits of one player


def game_names():
    return sorted(path.relative_to(GAMES).with_suffix("").as_posix() for path in GAMES.rglob("*.toml"))


# -------------------------------------------------------------------------------------------------------- the board
#
# A board is a list of seeds: South's pits, North's pits (each in sowing order), South's store, North's store. A hole is an
# index into it. Four rows: each player's inner row comes first in sowing order, then the outer row, which runs back.
# The direction of sowing only changes how the board is drawn, never the order of the holes.


@dataclass(frozen=True)
class Position:
    seeds: tuple
    mover: int


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
    return hole - 2 * rules.side if is_store(rules, hole) else hole // rules.side


def is_inner(rules, hole):
    """Whether a pit is in the row next to the opponent; with two rows all are."""
    return hole % rules.side < rules.board["pits"]


def facing(rules, pit):
    """The opponent's inner pit in the same column, from an inner pit: the first faces the last."""
    column = pit % rules.side
    if column >= rules.board["pits"]:
        raise ValueError("no pit faces an outer one")
    return pits(rules, opponent(owner(rules, pit)))[rules.board["pits"] - 1 - column]


def behind(rules, inner_pit):
    """The outer pit behind an inner one: the outer row runs back, so the last inner pit has the first outer one."""
    return pits(rules, owner(rules, inner_pit))[rules.side - 1 - inner_pit % rules.side]


def ring(rules, player):
    """The holes in the order in which a player's seeds travel; after the last comes the first."""
    holes = list(pits(rules, player))
    if rules.sow["store"] == "own":
        holes.append(store(rules, player))
    if rules.board["rows"] == 2:
        holes.extend(pits(rules, opponent(player)))
    return holes


def seeds_on_side(rules, seeds, player):
    return sum(seeds[pit] for pit in pits(rules, player))


def start(rules):
    south = rules.setup["south"] or [rules.setup["seeds"]] * rules.side
    north = rules.setup["north"] or [rules.setup["seeds"]] * rules.side
    return Position((*south, *north, 0, 0), SOUTH)


def diagram(position):
    return "-".join(map(str, position.seeds)) + "-" + "SN"[position.mover]


def parse_diagram(rules, text):
    *seeds, mover = text.split("-")
    if len(seeds) != 2 * rules.side + 2:
        raise ValueError(f"{rules.name} has no such board: {text}")
    return Position(tuple(map(int, seeds)), "SN".index(mover))


def letter(rules, pit):
    return chr(ord("Aa"[owner(rules, pit)]) + pit % rules.side)


def parse_letter(rules, text):
    """The pit of a letter, or None if there is none."""
    player = NORTH if text.islower() else SOUTH
    number = ord(text) - ord("Aa"[player])
    return pits(rules, player)[number] if number < rules.side else None


# --------------------------------------------------------------------------------------------------------- one turn


class Turn:
    """A turn as it runs: the board, and what has happened so far."""

    def __init__(self, rules, position):
        self.rules = rules
        self.mover = position.mover
        self.seeds = list(position.seeds)
        self.ring = ring(rules, position.mover)
        self.laps = 0
        self.captured = 0  # seeds taken by a capture; seeds sown into a store are not captured
        self.longest_chain = 0  # pits of the longest run taken at once
        self.came_round = False  # a lap went all the way round
        self.cut = False  # ended by the limit of laps
        self.slam = False  # a capture took, or would have taken, all the opponent's seeds
        self.again = False  # the mover has another turn


def play_turn(rules, position, pit):
    """The turn that begins with a pit, whether it is legal or not."""
    turn = Turn(rules, position)
    hand, here, lifted = lift(turn, pit), pit, pit
    while hand > 0:
        here = sow(turn, hand, here, lifted)
        hand, lifted = 0, None
        if turn.laps == rules.end["laps"]:
            turn.cut = True
            break
        rule = landing_rule(turn, here)
        if rule is None:
            break
        taken = capture(turn, rule, here)
        turn.again = rule["then"] == "again"
        if rule["to"] == "store":
            turn.seeds[store(rules, turn.mover)] += taken
        else:
            hand += taken
        if rule["then"] == "relay" or rule["to"] == "resow":
            hand += lift(turn, here)
            lifted = here
    return turn


def lift(turn, pit):
    """Takes all the seeds of a pit in hand."""
    hand, turn.seeds[pit] = turn.seeds[pit], 0
    return hand


def sow(turn, hand, here, lifted):
    """Drops the seeds one by one from the next hole on; returns the hole of the last one."""
    turn.laps += 1
    turn.came_round |= hand >= len(turn.ring) - 1
    place = turn.ring.index(here)
    while hand > 0:
        place = (place + 1) % len(turn.ring)
        if turn.rules.sow["skip_origin"] and turn.ring[place] == lifted:
            continue
        turn.seeds[turn.ring[place]] += 1
        hand -= 1
    return turn.ring[place]


def landing_rule(turn, here):
    """The first rule that matches the hole of the last seed, or None."""
    for rule in turn.rules.land:
        if is_at(turn, here, rule["at"]) and meets(turn.seeds[here], rule["count"]) and faces(turn, here, rule):
            return rule
    return None


def is_at(turn, hole, at):
    rules = turn.rules
    if is_store(rules, hole) or at == "store":
        return is_store(rules, hole) and at == "store"
    mine = owner(rules, hole) == turn.mover
    return {"any": True, "mine": mine, "theirs": not mine,
            "inner": mine and is_inner(rules, hole), "outer": mine and not is_inner(rules, hole)}[at]


def meets(number, condition):
    if condition is None:
        return True
    if condition == "even":
        return number % 2 == 0
    if isinstance(condition, str):
        return number > int(condition.removeprefix(">"))
    return number in (condition if isinstance(condition, list) else [condition])


def faces(turn, here, rule):
    """Whether the holes facing this one are as the rule asks."""
    rules, seeds = turn.rules, turn.seeds
    if rule["opposite"] is not None and not meets(seeds[facing(rules, here)], rule["opposite"]):
        return False
    return rule["outer"] is None or meets(seeds[behind(rules, facing(rules, here))], rule["outer"])


def capture(turn, rule, here):
    """Takes what the rule says off the board; returns how many seeds."""
    rules = turn.rules
    holes = []
    if "pit" in rule["take"]:
        holes.append(here)
    if "opposite" in rule["take"]:
        holes.append(facing(rules, here))
    if "outer" in rule["take"]:
        holes.append(behind(rules, facing(rules, here)))
    if rule["chain"] == "back":
        holes.extend(run_behind(turn, rule, here))
        turn.longest_chain = max(turn.longest_chain, len(holes))
    if is_grand_slam(turn, holes):
        turn.slam = True
        if rules.turn["grand_slam"] == "no-capture":
            return 0
    taken = sum(lift(turn, hole) for hole in holes)
    turn.captured += taken
    return taken


def run_behind(turn, rule, here):
    """The pits behind this one, against the way of the seeds, as long as each is like it. An empty pit breaks the run."""
    place = turn.ring.index(here)
    run = []
    for step in range(1, len(turn.ring)):
        hole = turn.ring[place - step]
        if turn.seeds[hole] == 0 or not is_at(turn, hole, rule["at"]) or not meets(turn.seeds[hole], rule["count"]):
            break
        run.append(hole)
    return run


def is_grand_slam(turn, holes):
    """Whether taking these holes takes every seed the opponent has, and there is one."""
    theirs = [pit for pit in pits(turn.rules, opponent(turn.mover)) if turn.seeds[pit] > 0]
    return theirs != [] and all(pit in holes for pit in theirs)


# ------------------------------------------------------------------------------------------------------ legal moves


def liftable(rules, position):
    """The mover's pits from which a turn may begin, whatever comes of it."""
    least = 2 if rules.move["singles"] == "never" else 1
    return [pit for pit in pits(rules, position.mover) if position.seeds[pit] >= least]


@lru_cache(maxsize=10000)  # asked for again and again: for the moves, for a pass, for the end
def turns(rules, position):
    """Every legal turn of the mover, by the pit it begins with. Whether the game is over is not asked here."""
    played = {pit: play_turn(rules, position, pit) for pit in liftable(rules, position)}
    if rules.turn["grand_slam"] == "illegal":
        played = {pit: turn for pit, turn in played.items() if not turn.slam}
    return feeding(rules, position, played)


def feeding(rules, position, played):
    """Those of the turns that the duty to feed allows."""
    feed, other = rules.turn["feed"], opponent(position.mover)
    fed = {pit: turn for pit, turn in played.items() if seeds_on_side(rules, turn.seeds, other) > 0}
    if feed == "must":
        return fed
    if feed == "if-possible":
        return fed or played
    if feed == "if-empty" and seeds_on_side(rules, position.seeds, other) == 0:
        return fed
    return played


def why_illegal(rules, position, pit):
    """One word for why a pit cannot be played, or None if it can."""
    if ending(rules, position):
        return "over"
    if pit is None or owner(rules, pit) != position.mover:
        return "no-such-pit"
    if position.seeds[pit] == 0:
        return "empty"
    if pit not in liftable(rules, position):
        return "single"
    if pit in turns(rules, position):
        return None
    slams = rules.turn["grand_slam"] == "illegal" and play_turn(rules, position, pit).slam
    return "slams" if slams else "starves"


def after(rules, turn):
    """The position after a turn, with the player who really moves there."""
    mover = turn.mover if turn.again else opponent(turn.mover)
    position = Position(tuple(turn.seeds), mover)
    if rules.turn["stuck"] == "pass" and not turns(rules, position):
        passed = Position(position.seeds, opponent(mover))
        if turns(rules, passed):
            return passed
    return position


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
            if seeds_on_side(rules, position.seeds, player) == 0:
                return "side-empty", final_count(rules, position.seeds, rules.end["rest"], opponent(player))
    if "stuck" in rules.end["when"] and not turns(rules, position):
        other = Position(position.seeds, opponent(position.mover))
        if rules.turn["stuck"] == "lose":
            everything = sum(position.seeds)
            return "stuck", (0, everything) if position.mover == SOUTH else (everything, 0)
        if rules.turn["stuck"] == "end" or not turns(rules, other):
            return "stuck", final_count(rules, position.seeds, rules.end["rest"], other.mover)
    return None


def final_count(rules, seeds, award, winner_of_rest):
    """What each player has once the seeds left in the pits are awarded; winner_of_rest is for the word "opponent"."""
    left = [seeds_on_side(rules, seeds, player) for player in (SOUTH, NORTH)]
    if award in ("owner", "most"):  # where most decides, a player holds the seeds on the own side, too
        gets = left
    elif award == "opponent":
        gets = [sum(left) if player == winner_of_rest else 0 for player in (SOUTH, NORTH)]
    else:  # "none"; and "split", as equal shares change nothing between the players and an odd number has no halves
        gets = [0, 0]
    return seeds[-2] + gets[SOUTH], seeds[-1] + gets[NORTH]


# ------------------------------------------------------------------------------------------------------ a whole game


class Game:
    """A game with its history, which repetitions and plies without a capture depend on."""

    def __init__(self, rules, position):
        self.rules = rules
        self.position = position
        self.quiet = 0  # plies since the last capture
        self.came = Counter([self.key()])  # how often each position came

    def key(self):
        return self.position.seeds[:-2], self.position.mover

    def play(self, pit):
        turn = turns(self.rules, self.position)[pit]
        self.position = after(self.rules, turn)
        self.quiet = 0 if turn.captured else self.quiet + 1
        self.came[self.key()] += 1

    def ending(self):
        end = self.rules.end
        over = ending(self.rules, self.position)
        if over:
            return over
        count = final_count(self.rules, self.position.seeds, end["repeat"], None)
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
