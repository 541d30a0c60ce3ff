"""Mancala games: rules, exact values, engines, and tools for learning agents.

A first game::

    import sow

    game = sow.game("kalah", pits=6, seeds=4)
    state = game.new_initial_state()
    state.legal_actions()                       # [0, 1, 2, 3, 4, 5]
    state.push("C")                             # the same as state.apply_action(2)
    engine = sow.Engine()
    engine.analyze(state, time=0.1, lines=3).moves

What there is:

- games: `game`, `games`, `Game`, `State`, `batch`
- engines: `Engine`, `player`, `solve`, `match`
- exact values: `grade`, `database`, `build_database`
- studying games: `read_ogn`, `parse_ogn`, `report`, `puzzles`
- adapters that import their library when they are used: `sow.pettingzoo`, `sow.gymnasium`, `sow.openspiel`

Player 0 is South, who moves first; player 1 is North. An action is the number of a pit in the mover's sowing order.
Scores are in seeds, from the point of view of the player to move.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from ._sow import (
    TERMINAL_PLAYER,
    Analysis,
    AnalysisStream,
    Batch,
    Database,
    Engine,
    Error,
    Failure,
    Game,
    GameRecord,
    IllegalMoveError,
    MatchResult,
    Player,
    PositionError,
    Puzzle,
    Report,
    ReportedMove,
    ReportedPlayer,
    RulesError,
    Score,
    ScoredMove,
    State,
    games,
    solve,
)
from . import _sow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    import numpy
    from numpy.typing import ArrayLike, NDArray

    from . import gymnasium, openspiel, pettingzoo

__all__ = [
    "TERMINAL_PLAYER", "Analysis", "AnalysisStream", "Batch", "Database", "Engine", "Error", "Failure", "Game",
    "GameRecord", "IllegalMoveError", "MatchResult", "Player", "PositionError", "Puzzle", "Report", "ReportedMove",
    "ReportedPlayer", "RulesError", "Score", "ScoredMove", "State", "__version__", "batch", "build_database",
    "database", "game", "games", "grade", "gymnasium", "match", "openspiel", "parse_ogn", "pettingzoo", "player",
    "puzzles", "read_ogn", "report", "solve",
]  # fmt: skip

__version__: str = getattr(_sow, "__version__")  # stubs do not list it

for _name in __all__:
    if isinstance(_class := globals().get(_name), type):
        _class.__module__ = __name__  # tracebacks show sow.RulesError, and pickles do not name the module _sow

_ADAPTERS = ("gymnasium", "openspiel", "pettingzoo")


def __getattr__(name: str) -> ModuleType:
    if name in _ADAPTERS:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def game(
    name: str | os.PathLike[str] | None = None, /, *, toml: str | None = None, **sizes: int
) -> Game:
    """The rules of a game.

    `name` is a built-in game ("kalah", "kalah/empty-capture", see `games()`), a specification with sizes
    ("kalah:pits=5,seeds=3"), or the path of a rule file. `toml` is the text of a rule file instead. Sizes can be given
    as keywords::

        sow.game("kalah", pits=5, seeds=3)

    Raises RulesError if there is no such game or if the rule file has mistakes.
    """
    if (name is None) == (toml is None):
        raise TypeError("game() takes either a name or toml")
    if toml is not None:
        if sizes:
            raise TypeError("set the sizes in toml")
        return _sow._parse_rules(toml)
    spec = os.fspath(name)  # type: ignore[arg-type]
    if sizes:
        spec += ":" + ",".join(f"{key}={value}" for key, value in sizes.items())
    return _sow._find_game(spec)


def _game(which: str | os.PathLike[str] | Game) -> Game:
    return which if isinstance(which, Game) else game(which)


def batch(game: str | Game, n: int, *, seed: int = 0) -> Batch:
    """`n` games of one kind that are played in lockstep, with NumPy arrays in and out.

    `seed` is for `Batch.random_actions()`.
    """
    return Batch(_game(game), n, seed)


def player(spec: str, *, seed: int = 1, database: str | None = None) -> Player:
    """A player such as "engine:level=3", "minimax:depth=8", "greedy", "random", or "uci:./my_bot".

    It is callable: `player(state)` returns the action it plays.
    """
    return Player(spec, seed=seed, database=database)


def database(game: str | Game, folder: str | os.PathLike[str] | None = None) -> Database:
    """The endgame database of a game (default folder: the user's data folder)."""
    return Database(_game(game), None if folder is None else os.fspath(folder))


def build_database(
    game: str | Game,
    seeds: int,
    *,
    threads: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Database:
    """Builds the endgame database of a game with up to `seeds` seeds in the pits, and returns it.

    Levels that exist already are kept. Ctrl-C loses only the level in progress; the same call resumes the build.
    `threads` is the number of threads (default: all cores). `progress` shows a progress bar, with tqdm if it is
    installed.
    """
    from ._progress import progress_bar

    rules = _game(game)
    path = None if folder is None else os.fspath(folder)
    with progress_bar(f"{rules.name}, {seeds} seeds", progress) as show:
        _sow._build_database(rules, seeds, threads or os.cpu_count() or 1, path, show)
    return Database(rules, path)


def match(
    first: str | Callable[[State], int | str],
    second: str | Callable[[State], int | str],
    *,
    game: str | Game = "owari",
    games: int = 100,
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    random_plies: int = 6,
    threads: int = 1,
    adjudicate: bool = False,
    database: str | None = None,
    on_game: Callable[[GameRecord], object] | None = None,
) -> MatchResult:
    """Plays a match between two players, in pairs of games from the same opening with sides swapped.

    A player is a specification as for `player()`, or a function that gets a State and returns an action or the name of
    a move. Functions are called on the calling thread, one at a time. A function that returns an illegal move loses
    that game; an exception ends the match.

    `sprt=(elo0, elo1)` ends the match when a sequential test is decided. Openings have `random_plies` random but
    balanced plies. `adjudicate` ends games whose result is proven. `on_game` is called after each game.
    """
    return _sow._play_match(
        _game(game), first, second, games, sprt, seed, random_plies, threads, adjudicate, database, on_game
    )


def parse_ogn(text: str, *, game: str | Game | None = None, file: str = "") -> list[GameRecord]:
    """The games of an OGN text. `file` is only used in error messages."""
    return _sow._read_records(text, file, None if game is None else _game(game))


def read_ogn(path: str | os.PathLike[str], *, game: str | Game | None = None) -> list[GameRecord]:
    """The games of an OGN file. `game` sets the rules (default: those that the file names)."""
    with open(path, encoding="utf-8") as file:
        return parse_ogn(file.read(), game=game, file=os.fspath(path))


def report(record: GameRecord | State, *, engine: Engine | None = None, nodes: int = 300_000) -> Report:
    """A mistake report: every move of a game compared with the best one.

    `nodes` limits the search for each move.
    """
    if isinstance(record, State):
        record = GameRecord(record)
    return _sow._report(engine or Engine(), record, nodes)


def puzzles(
    game: str | Game = "owari",
    *,
    count: int = 10,
    seed: int = 1,
    theme: str | None = None,
    min_rating: int = 0,
    max_rating: int = 10_000,
    database: str | None = None,
) -> list[Puzzle]:
    """Positions in which one line of moves is provably better than all others.

    The same seed gives the same puzzles. `theme` is one of those in `sow puzzle --help`; ratings measure which of the
    engine's levels fail a puzzle.
    """
    return _sow._puzzles(_game(game), count, seed, theme, min_rating, max_rating, database)


def grade(
    states: Sequence[State] | Sequence[GameRecord] | GameRecord,
    actions: ArrayLike | None = None,
    *,
    engine: Engine | None = None,
    time: float | None = None,
    nodes: int | None = None,
) -> NDArray[numpy.void]:
    """Number of seeds that each move loses compared with the best move, and whether that is proven.

    Grades one action in each state, or, without `actions`, every move of a game or of several games::

        sow.grade([state], [2])
        sow.grade(sow.read_ogn("games.ogn"))

    Returns a structured array with one row per move:

    - loss: seeds given away, 0 for a best move
    - low, high: proven bounds of the loss
    - proven: whether the bounds are equal, so that the loss is exact
    - best: the best action

    The rows of games begin with

    - record: the number of the game
    - ply: the number of moves before this one
    - player: 0 for South, 1 for North
    - action: the action played

    Each state is searched with `nodes` (default: 300,000) or for `time` seconds. Positions covered by an endgame
    database are always proven.
    """
    import numpy

    if time is None and nodes is None:
        nodes = 300_000
    fields = [("loss", "f4"), ("low", "f4"), ("high", "f4"), ("proven", "?"), ("best", "i2")]
    items: list[Any] = [states] if isinstance(states, GameRecord) else list(states)
    if actions is not None:
        numbers = numpy.asarray(actions)
        if numbers.size > 0 and numbers.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {numbers.dtype}")
        return numpy.array(_sow._grade(engine or Engine(), items, numbers.tolist(), time, nodes), dtype=fields)
    if not all(isinstance(item, GameRecord) for item in items):
        raise TypeError("grade() takes either states and actions, or game records")
    rows = _sow._grade_records(engine or Engine(), items, time, nodes)
    place = [("record", "i4"), ("ply", "i4"), ("player", "i1"), ("action", "i2")]
    return numpy.array(rows, dtype=place + fields)
