"""Rule files: all keys and words, and combinations that are rejected because their meaning is unclear."""
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"

# All keys with their defaults. An unknown key is an error: no rule must be ignored silently.
DEFAULTS = {
    "board": {"rows": 2, "pits": 6},
    "setup": {"seeds": 4, "random": 0, "south": None, "north": None},
    "move": {"singles": "ok", "twos": "ok", "facing": "any", "reach": "any", "must_capture": False, "undo": True},
    "sow": {"direction": "ccw", "reverse": "never", "reverse_pits": None, "store": "none", "store_out": False, "track": "board", "first": "next",
            "skip_origin": False, "skip": "none", "skip_count": 0, "before": "nothing"},
    "own": {"most": 0, "at": "any", "apart": "no", "keep": False, "out": False, "skip": False},
    "opening": {"turns": 0, "pits": "any", "sow": "plain", "captures": True, "relays": True, "reverse": True,
                "skips": True},
    "turn": {"feed": "no", "grand_slam": "allowed", "stuck": "end", "again_once": False},
    "end": {"when": [], "majority": False, "rest": "owner", "few": 0, "few_to": "mover", "cleared": False,
            "repeat": "split", "repeat_count": 2, "repeat_agreed": False, "laps": 200, "quiet": 0},
    "rounds": {"refill": "no", "from": "first", "begins": "alternate", "least": 1, "most": 0},
}
LAND_DEFAULTS = {"at": "any", "count": None, "opposite": None, "outer": None, "next": None, "beyond": None,
                 "behind": None, "sown": None, "same": False, "if_owner": False, "take": [], "each": None, "chain": "none", "chain_over": "like",
                 "chain_most": 0, "own": False, "own_with": "none", "to": "store", "then": "end"}
PASS_DEFAULTS = {"at": "any", "count": None, "to": "mover", "last": False}
TEXTS = {"name", "title", "extends", "region", "about", "source", "ogn", "evaluation"}

# The words of each key. Keys that have another meaning in another section are listed with it.
WORDS = {
    "singles": ["ok", "never", "last", "onto-empty", "last-onto-empty"],
    "twos": ["ok", "last", "last-pit"],
    "facing": ["any", "not-single"],
    "reach": ["any", "theirs-or-empty", "occupied"],
    "direction": ["ccw", "cw", "split", "parity", "opposed"],
    "sow.reverse": ["never", "free", "capture"],
    "store": ["none", "own", "own-first"],
    "track": ["board", "own"],
    "sow.skip": ["none", "any", "theirs"],
    "before": ["nothing", "facing-single", "facing-singles", "one-seed"],
    "first": ["next", "origin", "origin-every-lap"],
    "land.at": ["any", "mine", "theirs", "store", "inner", "outer", "owned", "last"],
    "pass.at": ["any", "mine", "theirs", "inner", "outer"],
    "own.at": ["any", "not-last", "ends", "not-ends", "my-ends-their-any", "my-ends-their-two"],
    "own_with": ["none", "opposite", "behind"],
    "apart": ["no", "same-number", "facing"],
    "opening.pits": ["any", "last", "last-two", "second-half"],
    "opening.sow": ["plain", "exchange", "cross"],
    "take": ["pit", "two", "opposite", "outer", "next", "beyond", "beyond-opposite", "each"],
    "chain": ["none", "back", "forward"],
    "chain_over": ["like", "both-sides", "any", "empty"],
    "land.to": ["store", "resow", "sow", "sow-last", "restart", "out"],
    "pass.to": ["mover", "owner"],
    "then": ["end", "relay", "again", "next"],
    "feed": ["no", "must", "if-possible", "if-empty", "if-empty-possible"],
    "grand_slam": ["allowed", "no-capture", "illegal", "spare-first", "spare-last", "opponent-rest", "again"],
    "stuck": ["end", "pass", "lose", "win"],
    "when": ["stuck", "side-empty"],
    "rest": ["owner", "none", "opponent", "emptied", "split"],
    "few_to": ["mover", "opponent", "owner", "first"],
    "repeat": ["owner", "split", "most"],
    "refill": ["no", "own", "share", "anew"],
    "from": ["first", "last"],
    "begins": ["alternate", "loser", "last-mover"],
}


def with_defaults(table, defaults, section):
    """Adds the defaults to a table. Unknown keys and words are errors."""
    for key, value in table.items():
        if key not in defaults:
            raise ValueError(f"{section}: the oracle does not know the key '{key}'")
        words = WORDS.get(f"{section}.{key}", WORDS.get(key))
        for word in value if isinstance(value, list) else [value]:
            if words and word not in words:
                raise ValueError(f"{section}.{key}: the oracle does not know '{word}'")
    return {**defaults, **table}


def path_of(name, folder=ROOT):
    """The file of a built-in game, or of a path relative to the folder (default: the root of the repository)."""
    return folder / name if name.endswith(".toml") else GAMES / f"{name}.toml"


def read_file(path):
    """The tables of a rule file merged into those of the game it extends."""
    tables = tomllib.loads(path.read_text())
    parent = read_file(path_of(tables["extends"], path.parent)) if tables.get("extends") else {}
    merged = {**parent, **tables}
    for section in DEFAULTS:
        merged[section] = {**parent.get(section, {}), **tables.get(section, {})}
    return merged


class Rules:
    """The rules of one game, by name or path, perhaps with sizes: "kalah:pits=4,seeds=3", or as a round of a match with
    pits that are closed: "sungka:round=2,closed=ab"; with the rounds won so far: "mangala:round=3,won=1-0"; or begun by
    North: "lam-waladach:round=2,first=N"."""

    def __init__(self, name):
        self.name = name
        self.game, _, sizes = name.partition(":")
        sizes = dict(size.split("=") for size in sizes.split(",")) if sizes else {}
        tables = read_file(path_of(self.game))
        for key, section in (("pits", "board"), ("seeds", "setup")):
            if key in sizes:
                tables[section][key] = int(sizes[key])
        self.title = tables.get("title", self.game)
        self.sized = "pits" in sizes or "seeds" in sizes
        self.deal = int(sizes.get("deal", 1))  # which of the random starts, in games that have them
        self.round = int(sizes.get("round", 0))
        if self.round and tables["rounds"].get("refill") != "anew":
            tables["end"]["majority"] = False  # every seed counts for the next round
        self.won = [int(count) for count in sizes.get("won", "0-0").split("-")]  # rounds won by South and North
        self.first = "SN".index(sizes.get("first", "S"))  # the player who started this round
        unknown = set(tables) - set(DEFAULTS) - TEXTS - {"land", "pass"}
        if unknown:
            raise ValueError(f"{name}: the oracle does not know {sorted(unknown)}")
        for section, defaults in DEFAULTS.items():
            setattr(self, section, with_defaults(tables[section], defaults, section))
        self.land = [with_defaults(rule, LAND_DEFAULTS, "land") for rule in tables.get("land", [])]
        self.passing = [with_defaults(rule, PASS_DEFAULTS, "pass") for rule in tables.get("pass", [])]
        self.side = self.board["pits"] * self.board["rows"] // 2  # pits per player
        # Pits are uppercase letters for South, lowercase for North; a hole is an index into the board.
        self.closed = {ord(letter) - ord("A") if letter.isupper() else self.side + ord(letter) - ord("a")
                       for letter in sizes.get("closed", "")}
        for refused in unclear(self):
            raise ValueError(f"{name}: {refused}")


def unclear(rules):
    """Rejects combinations that are invalid or whose meaning is unclear."""
    yield from unclear_boards(rules)
    yield from unclear_games(rules)
    for rule in rules.passing:
        if meets(1, rule["count"]):
            yield "single seeds that are taken in passing"
    for rule in rules.land:
        yield from unclear_landing(rules, rule)


def unclear_boards(rules):
    rows = rules.board["rows"]
    if rules.sow["direction"] == "split" and rows != 2:
        yield "halves of a side that has two rows"
    if rows == 4 and (rules.passing or rules.end["few"]):
        yield "seeds taken in passing, or few seeds, on four rows"
    if rows == 3:
        if rules.board["pits"] % 2:
            yield "half of a middle row with an odd number of pits"
        if rules.sow["direction"] == "opposed":
            yield "two players with the same half of the middle row"
        if rules.own["apart"] == "facing":
            yield "facing pits on three rows"
        if any(rule["at"] in ("inner", "outer") for rule in rules.land + rules.passing):
            yield "an inner or outer row on three rows"


def unclear_games(rules):
    limited = (rules.move["reach"] != "any" or rules.opening["pits"] != "any" or rules.move["singles"] != "ok"
               or rules.move["facing"] != "any" or not rules.move["undo"])
    if limited and "stuck" not in rules.end["when"]:
        yield "a player who cannot move, where that is no end"
    if rules.sow["skip_origin"] and rules.sow["first"] != "next":
        yield "a first seed in a pit that is passed over"
    if (rules.sow["skip"] == "none") != (rules.sow["skip_count"] == 0):
        yield "pits that are passed over without a number, or a number without pits"
    if rules.own["skip"] and rules.sow["skip_origin"]:
        yield "a seed for which there may be no hole"
    if rules.own["keep"] and rules.own["out"]:
        yield "seeds that stay and leave the game"
    if rules.opening["sow"] == "exchange" and (rules.move["reach"] != "any" or not rules.move["undo"]
                                               or rules.turn["feed"] != "no" or rules.sow["before"] != "nothing"):
        yield "an exchange of seeds as the first lap of a move"
    if rules.opening["sow"] == "cross" and rules.sow["store"] != "none":
        yield "a last seed in a store that goes over to the opponent"
    if rules.end["majority"] and rules.own["keep"]:
        yield "a majority that depends on seeds in owned pits"
    if rules.turn["stuck"] in ("lose", "win") and (has_stores(rules) or rules.own["keep"]):
        yield "all the seeds for one player, where others have been won already"


def unclear_landing(rules, rule):
    take = rule["take"]
    if rule["own"] and (take or rule["to"] != "store" or rule["chain"] != "none" or rule["then"] == "next"):
        yield "a pit that becomes owned, and more than that"
    if closes(rule) and (rules.own["keep"] or rule["own_with"] != "none"):
        yield "seeds that stay in a pit and are sown on"
    if rule["own"] and rules.own["out"] and not closes(rule):
        yield "seeds of a pit that becomes owned, which neither stay nor go to a store"
    if ("each" in take) != (rule["each"] is not None):
        yield "`each` captured without a count for it, or a count without it"
    if "two" in take and rule["at"] != "owned":
        yield "two seeds of a pit that nobody owns"
    if rule["at"] == "owned" and (rule["own"] or "pit" in take or rule["to"] == "resow" or rule["then"] == "relay"):
        yield "an owned pit that is lifted, or taken over"
    if rules.board["rows"] == 3 and (rule["opposite"] is not None or rule["outer"] is not None or rule["same"]
                                     or set(take) & {"opposite", "outer", "beyond-opposite"}):
        yield "facing pits on three rows"
    if rules.sow["skip_origin"] and rule["to"] in ("sow", "sow-last", "restart"):
        yield "a pit passed over in a lap for which none was lifted"
    if rules.sow["first"] == "origin-every-lap" and rule["to"] in ("sow", "sow-last", "restart"):
        yield "a first seed for a pit in a lap for which none was lifted"
    if sows_captured(rule) and rule["then"] in ("again", "next"):
        yield "captured seeds that are sown on, and then another way to go on"
    if rule["to"] in ("restart", "sow-last") and rule["then"] == "relay":
        yield "seeds that are sown on from two places"
    if sows_captured(rule) and rules.turn["grand_slam"] == "opponent-rest":
        yield "the end of a turn with captured seeds in hand"


def meets(seeds, condition):
    """Whether a number of seeds matches a condition."""
    if condition is None:
        return True
    if condition == "even":
        return seeds > 0 and seeds % 2 == 0
    if isinstance(condition, str):
        return seeds > int(condition.removeprefix(">"))
    return seeds in (condition if isinstance(condition, list) else [condition])


def closes(rule):
    """Whether a pit becomes owned and its seeds are sown."""
    return rule["own"] and rule["then"] == "relay"


def has_marks(rules):
    """Whether positions have a mark: a seed that must not go back, or an extra turn."""
    return not rules.move["undo"] or rules.turn["again_once"]


def owns(rules):
    """Whether pits can be owned."""
    return any(rule["own"] for rule in rules.land)


def has_stores(rules):
    """Whether seeds can ever leave the pits for a store."""
    return ((rules.sow["store"] != "none" and not rules.sow["store_out"]) or bool(rules.passing) or rules.end["few"] > 0 or rules.end["cleared"]
            or rules.sow["before"] != "nothing" or rules.turn["grand_slam"] == "opponent-rest"
            or (owns(rules) and not rules.own["keep"] and not rules.own["out"])
            or any(rule["take"] and rule["to"] == "store" for rule in rules.land))


def sows_captured(rule):
    """Whether captured seeds are sown."""
    return rule["to"] in ("resow", "sow", "sow-last", "restart")


def game_names():
    return sorted(path.relative_to(GAMES).with_suffix("").as_posix() for path in GAMES.rglob("*.toml"))
