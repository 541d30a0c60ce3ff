"""The engine, the solver, databases, matches, reports, puzzles, and grades."""

import json
import math
import sys

import numpy as np
import pytest
from conftest import repeated_game

import sow

ENDGAME = "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S"


def test_analysis_agrees_with_the_program(run_sow):
    state = sow.game("oware").new_initial_state()
    state.push("C")
    analysis = sow.Engine(database="").analyze(state, nodes=200_000, lines=3)
    answer = json.loads(run_sow("analyze", "oware", "--moves", "C", "--nodes", "200000", "--lines", "3", "--threads",
                                "1", "--json", "--db", "/nonexistent"))  # fmt: skip
    assert analysis.nodes == answer["nodes"] and analysis.depth == answer["depth"]
    assert [m.name for m in analysis.moves] == [m["move"] for m in answer["moves"]]
    for ours, theirs in zip(analysis.moves, answer["moves"]):
        assert ours.score.margin == theirs["score"]["margin"]
        assert ours.score.kind == theirs["score"]["kind"]
        assert ours.score.final == theirs["score"]["final"]
    assert analysis.best == analysis.moves[0].action == analysis.pv[0]


def test_analysis_is_repeatable():
    state = sow.game("kalah").new_initial_state()
    engine = sow.Engine(database="")
    first, second = (engine.analyze(state, nodes=50_000) for _ in range(2))
    assert (first.nodes, first.score.margin, first.pv) == (second.nodes, second.score.margin, second.pv)


def test_analyze_iter_yields_every_depth():
    state = sow.game("kalah").new_initial_state()
    depths = [update.depth for update in sow.Engine(database="").analyze_iter(state, depth=8)]
    assert depths == sorted(depths) and depths[-1] == 8


def test_solve_proves_every_move():
    state = sow.game("owari").new_initial_state(ENDGAME)
    solved = sow.solve(state, time=60, database="")
    assert solved.complete and solved.score.proven
    assert len(solved.moves) == len(state.legal_actions())
    for move in solved.moves:
        assert move.score.low == move.score.high == move.score.margin
    assert str(solved.score).startswith("=")


def test_finished_game_has_no_best_move():
    state = sow.game("kalah").new_initial_state("0-0-0-0-0-0-0-0-0-0-1-0-24-23-N")
    assert state.is_terminal()
    engine = sow.Engine(database="")
    assert engine.analyze(state, depth=2).best is None
    assert engine.choose(state, depth=2) is None


@pytest.mark.parametrize(
    "arguments", [{"time": 0}, {"time": math.nan}, {"nodes": 0}, {"depth": 0}, {"depth": 99}, {"lines": 0}]
)
def test_bad_limits_are_value_errors(arguments):
    with pytest.raises(ValueError):
        sow.Engine(database="").analyze(sow.game("kalah").new_initial_state(), **arguments)


def test_bad_options_are_value_errors():
    for arguments in ({"threads": 0}, {"hash": 0}, {"level": 11}):
        with pytest.raises(ValueError):
            sow.Engine(**arguments)
    with pytest.raises(sow.Error):
        sow.Engine(evaluation="/nonexistent")


def test_levels_choose_legal_moves():
    state = sow.game("oware").new_initial_state()
    for level in (1, 4, 10):
        assert sow.Engine(level=level, database="").choose(state, nodes=1000) in state.legal_actions()


@pytest.fixture(scope="module")
def owari(data_folder):
    return sow.build_database("owari", seeds=6)


def test_database_probe_agrees_with_the_program(owari, run_sow, tmp_path):
    assert owari.seeds >= 6
    level = owari.level(6, boards=True)
    rows = level[:: max(1, len(level) // 200)]
    lines = ["-".join(map(str, [*row["board"], 15, 15, "S"])) for row in rows]
    (tmp_path / "positions").write_text("\n".join(lines) + "\n")
    printed = run_sow("db", "probe", "owari", "--batch", str(tmp_path / "positions"))
    expected = [[int(x) for x in line.split()[1:]] for line in printed.splitlines()]
    bounds = owari.probe(np.ascontiguousarray(rows["board"]))
    assert bounds.dtype == np.int8 and bounds.tolist() == expected
    states = [owari.game.new_initial_state(line) for line in lines]
    usable = [i for i, state in enumerate(states) if state.diagram == lines[i]]
    assert (owari.probe([states[i] for i in usable]) == bounds[usable]).all()
    assert (owari.probe(states[usable[0]]) == bounds[usable[:1]]).all()


def test_database_level_is_the_exported_file(owari, run_sow, tmp_path):
    for boards in (False, True):
        path = tmp_path / f"{boards}.npy"
        run_sow("db", "export", "owari", "--seeds", "5", "--npy", str(path), *(["--boards"] if boards else []))
        expected = np.load(path)
        level = owari.level(5, boards=boards)
        assert level.dtype == expected.dtype and (level == expected).all()
    assert owari.size(5) == len(expected)


def test_database_analysis_and_errors(owari, tmp_path):
    state = owari.game.new_initial_state("0-0-1-0-2-0-0-1-0-0-2-0-15-15-S")
    analysis = owari.analyze(state)
    assert analysis.complete and analysis.score.proven
    with pytest.raises(IndexError, match="levels 0 to"):
        owari.level(99)
    with pytest.raises(ValueError, match="columns"):
        owari.probe(np.zeros((2, 3), np.uint8))
    empty = sow.database("oware", tmp_path)
    assert empty.seeds == -1
    with pytest.raises(sow.Error, match="sow.build_database"):
        empty.probe(np.zeros((1, 12), np.uint8))
    with pytest.raises(sow.Error):
        sow.database("hus")


def test_database_probe_takes_any_array_of_integers(owari):
    level = owari.level(6, boards=True)[::7]
    boards = np.ascontiguousarray(level["board"])
    expected = np.stack([level["margin"]] * 2, axis=1)
    readonly = boards.copy()
    readonly.flags.writeable = False
    for given in (boards, level, level["board"], boards.astype(np.int64), boards.astype(">u2"), np.asfortranarray(boards),
                  np.repeat(boards, 2, axis=0)[::2], boards[::-1][::-1], readonly, boards.tolist()):  # fmt: skip
        assert (owari.probe(given) == expected).all()
    assert owari.probe(boards[:0]).shape == owari.probe([]).shape == (0, 2)
    for error, given in (
        (ValueError, boards[0]), (ValueError, boards[:, :5]), (ValueError, boards[None]), (ValueError, boards.astype(int) + 256),
        (ValueError, boards.astype(int) - 1), (ValueError, level[["margin"]]), (TypeError, boards.astype(float)),
        (TypeError, boards > 0), (TypeError, np.array([owari.game.new_initial_state()])), (TypeError, None),
    ):  # fmt: skip
        with pytest.raises(error):
            owari.probe(given)


def test_database_probe_outside_the_database(owari):
    mixed = np.zeros((3, 12), np.uint8)
    mixed[0, 0], mixed[1], mixed[2, 6] = 1, 4, 2
    inside = owari.probe(mixed[[0, 2]])
    bounds = owari.probe(mixed)
    assert bounds[1].tolist() == [-48, 48] and (bounds[[0, 2]] == inside).all()
    start = owari.game.new_initial_state()
    assert owari.probe(start).tolist() == [[-start.game.seeds, start.game.seeds]]
    many = owari.probe(np.full((1, 12), 12))
    assert many.dtype == np.int16 and many.tolist() == [[-144, 144]]
    wrong = np.zeros((70_000, 12), np.uint8)
    wrong[69_999] = 100
    with pytest.raises(ValueError, match="row 69999: 1200 seeds"):
        owari.probe(wrong)
    with pytest.raises(ValueError, match="another game"):
        owari.probe(sow.game("kalah").new_initial_state())


def test_database_probe_knows_owned_pits(tmp_path):
    database = sow.build_database("toguz-kumalak:pits=3,seeds=4", seeds=4, folder=tmp_path)
    level = database.level(4, boards=True)
    assert level["owner"].any()
    assert (database.probe(level)[:, 0] == level["margin"]).all()
    assert (database.probe(level["board"])[:, 0] != level["margin"]).any()  # as if nobody owned a pit
    level = level.copy()
    level["owner"] = 1
    with pytest.raises(ValueError, match="row 0: seeds in an owned pit"):
        database.probe(level)


def test_oware_database_gives_bounds(data_folder):
    database = sow.build_database("oware", seeds=5)
    bounds = database.probe(np.ascontiguousarray(database.level(5, boards=True)["board"]))
    assert (bounds[:, 0] <= bounds[:, 1]).all() and (abs(bounds) <= 5).all()


def test_build_shows_progress(tmp_path, capsys, monkeypatch):
    sow.build_database("kalah", seeds=5, folder=tmp_path / "a", progress=True)
    assert "kalah, 5 seeds" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    sow.build_database("kalah", seeds=5, folder=tmp_path / "b", progress=True)


def test_match_with_a_python_player():
    calls = []

    def first_legal(state):
        calls.append(state.move_number())
        return state.legal_actions()[0]

    result = sow.match("engine:level=5", first_legal, game="oware", games=6, seed=2)
    assert result.players == ["engine:level=5", "first_legal"]
    assert result.games == 6 and result.complete and calls
    assert result.wins >= 5
    assert [len(r) > 0 for r in result.records] == [True] * 6
    assert result.records[0].end.is_terminal()


def test_match_by_name_of_move_and_with_numpy_integers():
    def by_name(state):
        return state.action_to_string(state.legal_actions()[-1])

    def by_numpy(state):
        return np.int64(state.legal_actions()[0])

    assert sow.match(by_name, by_numpy, game="kalah", games=2).games == 2


def test_illegal_moves_lose_and_exceptions_end_the_match():
    result = sow.match(lambda state: 99, "random", game="kalah", games=2)
    assert result.losses == 2 and "illegal" in result.records[0].comments[-1][1]

    def broken(state):
        raise ZeroDivisionError("broken player")

    with pytest.raises(ZeroDivisionError, match="broken player"):
        sow.match(broken, "random", game="kalah", games=2)
    with pytest.raises(ValueError, match="even"):
        sow.match("random", "greedy", games=3)
    with pytest.raises(sow.Error, match="gredy"):
        sow.match("random", "gredy")


def test_sprt_decides_a_lopsided_match():
    result = sow.match("greedy", "random", game="kalah", games=400, sprt=(0, 50))
    assert result.accepted == "elo1" and result.games < 400 and result.llr > 0


def test_players_are_callable():
    state = sow.game("oware").new_initial_state()
    for spec in ("random", "greedy", "minimax:depth=3", "engine:level=2"):
        assert sow.player(spec)(state) in state.legal_actions()
    with pytest.raises(sow.Error):
        sow.player("human")


OGN = """[Variant "owari"]
[South "Ada"]

1. E b 2. C {a comment} c *
"""


def test_records(tmp_path):
    path = tmp_path / "game.ogn"
    path.write_text(OGN)
    (record,) = sow.read_ogn(path)
    assert record.game.name == "owari" and record.tags["South"] == "Ada"
    assert record.moves == [4, 1, 2, 2] and record.result is None and len(record) == 4
    assert record.comments == [(3, "a comment")]
    assert [s.move_number() for s in record.states()] == [0, 1, 2, 3]
    assert sow.parse_ogn(record.to_ogn())[0].moves == record.moves
    assert sow.GameRecord(record.end).moves == record.moves
    with pytest.raises(ValueError, match="game.ogn:3"):
        path.write_text('[Variant "owari"]\n\n1. Z\n')
        sow.read_ogn(path)


def test_report_finds_the_mistakes():
    (record,) = sow.parse_ogn(OGN)
    report = sow.report(record, engine=sow.Engine(database=""), nodes=20_000)
    assert [m.name for m in report.moves] == ["E", "b", "C", "c"]
    assert [m.player for m in report.moves] == [0, 1, 0, 1]
    assert all(m.loss >= 0 for m in report.moves)
    assert report.players[0].moves == 2 and 0 <= report.players[0].accuracy <= 100


def test_games_that_continue_after_a_repetition():
    engine = sow.Engine(database="")
    state = repeated_game()
    ended = sow.GameRecord(state)
    assert list(ended.result) == [24, 24]
    state.play_on()
    open_record = sow.GameRecord(state)
    state.push("A")
    record = sow.GameRecord(state)
    for played, moves in ((ended, 12), (open_record, 12), (record, 13)):
        again = sow.parse_ogn(played.to_ogn())[0]
        assert again.moves == played.moves and again.result == played.result
        for each in (played, again):
            assert each.end.is_terminal() == (played is ended)
            assert all(state.legal_actions() for state in each.states())
            report = sow.report(each, engine=engine, nodes=2000)
            assert [m.action for m in report.moves] == each.moves and len(report.moves) == moves
            graded = sow.grade(each, engine=engine, nodes=2000)
            assert graded["action"].tolist() == each.moves and (graded["loss"] == 0).all()
            assert (sow.grade(each.states(), each.moves, engine=engine, nodes=2000) == graded[GRADE]).all()


def test_puzzles_are_repeatable_and_correct():
    first, second = (sow.puzzles("kalah", count=2, seed=1) for _ in range(2))
    assert [p.state.diagram for p in first] == [p.state.diagram for p in second]
    engine = sow.Engine(database="")
    for puzzle in first:
        found = engine.analyze(puzzle.state, nodes=300_000)
        assert found.best == puzzle.solution == puzzle.pv[0]
        assert puzzle.margin - puzzle.second_margin >= 3 and puzzle.plies in (None, 10)
        assert puzzle.theme in ("feeding", "threat", "hoarding", "extra-turns", "sacrifice", "capture")
    with pytest.raises(ValueError, match="theme"):
        sow.puzzles("kalah", count=1, theme="chess")


GRADE = ["loss", "low", "high", "proven", "best"]


def test_grades_of_whole_games():
    records = sow.parse_ogn(OGN + "\n" + OGN.replace("E b 2. C {a comment} c", "F f"))
    engine = sow.Engine(database="")
    graded = sow.grade(records, engine=engine, nodes=5000)
    assert graded["record"].tolist() == [0, 0, 0, 0, 1, 1] and graded["ply"].tolist() == [0, 1, 2, 3, 0, 1]
    assert graded["player"].tolist() == [0, 1] * 3
    assert graded["action"].tolist() == [*records[0].moves, *records[1].moves]
    states = [state for record in records for state in record.states()]
    assert (graded[GRADE] == sow.grade(states, graded["action"], engine=engine, nodes=5000)).all()
    assert len(sow.grade([], engine=engine)) == 0
    for wrong in ((states,), ([records[0]], [0]), (states[:1], [0.5])):
        with pytest.raises(TypeError):
            sow.grade(*wrong, engine=engine)


def test_grades_agree_with_the_solver():
    state = sow.game("owari").new_initial_state(ENDGAME)
    solved = sow.solve(state, database="")
    actions = [move.action for move in solved.moves]
    grades = sow.grade([state] * len(actions), actions, engine=sow.Engine(database=""))
    assert grades["proven"].all()
    best = solved.moves[0].score.margin
    assert grades["loss"].tolist() == [best - move.score.margin for move in solved.moves]
    assert (grades["best"] == solved.best).all() or grades["loss"][0] == 0
    with pytest.raises(ValueError, match="1 states, but 2 actions"):
        sow.grade([state], [0, 1])
    with pytest.raises(sow.IllegalMoveError):
        sow.grade([state], [1])
    estimate = sow.grade([sow.game("oware").new_initial_state()], [0], nodes=1000)
    assert not estimate["proven"][0] and estimate["low"][0] <= estimate["high"][0]
