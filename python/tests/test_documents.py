"""The guide's examples, the notebooks, the type stubs, and the example script."""

import csv
import doctest
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPEATED

import sow

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(sow.__file__).parent


def test_examples_in_the_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 9
    names = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for number, block in enumerate(blocks, 1):
        if ">>>" not in block:
            exec(compile(block, f"docs/python.md, block {number}", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", "docs/python.md", 0)
        output = io.StringIO()
        runner.run(test, out=output.write, clear_globs=False)
        assert not runner.failures, output.getvalue()
        names.update(test.globs)


@pytest.mark.parametrize("notebook", sorted((ROOT / "python/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_runs(notebook, tmp_path):
    import nbclient
    import nbformat

    content = nbformat.read(notebook, as_version=4)
    assert not any(cell.get("outputs") for cell in content.cells), "notebooks are stored without outputs"
    nbclient.NotebookClient(content, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    pictures = [output for cell in content.cells for output in cell.get("outputs", []) if "data" in output
                and ("image/svg+xml" in output["data"] or "image/png" in output["data"])]  # fmt: skip
    assert pictures or "network" in notebook.stem


def test_types_are_checked(tmp_path):
    user = tmp_path / "user.py"
    user.write_text(
        "import sow\n"
        "state: sow.State = sow.game('kalah', pits=5).new_initial_state()\n"
        "actions: list[int] = state.legal_actions()\n"
        "analysis: sow.Analysis = sow.Engine(level=3).analyze(state, time=0.1, lines=2)\n"
        "low: float = analysis.moves[0].score.low\n"
        "result: sow.MatchResult = sow.match('random', lambda s: s.legal_actions()[0], games=2)\n"
        "rewards, done = sow.batch('kalah', n=4).step([0, 0, 0, 0])\n"
        "error: ValueError = sow.RulesError('no name')\n"
        "low_bound: int = int(sow.database('owari').probe([state])[0, 0])\n"
        "name: str = state.legal_actions()[0]\n"  # wrong on purpose, as is the next line
        "text: str = sow.grade([state], [0])\n"
    )
    process = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path / "cache"), str(user)],
        capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
    )  # fmt: skip
    errors = [line for line in process.stdout.splitlines() if ": error:" in line]
    lines = [error.partition(": error:")[0].rpartition("/")[2] for error in errors]
    assert lines == ["user.py:10", "user.py:11"], process.stdout + process.stderr


def test_types_of_the_package_are_checked(tmp_path):
    process = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "python/pyproject.toml"), "--no-incremental",
         "--cache-dir", str(tmp_path / "cache"), "-p", "sow"],
        capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(PACKAGE.parent.resolve())},
    )  # fmt: skip
    assert process.returncode == 0, process.stdout + process.stderr


def test_stubs_list_exactly_what_the_module_has():
    # mypy's stubtest cannot look into nanobind's classes, so the names are compared here.
    import ast

    tree = ast.parse((PACKAGE / "_sow.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name, value in vars(sow._sow).items():
        if name.startswith("__") or isinstance(value, int):
            continue
        assert name in (classes if isinstance(value, type) else functions), name
        if not isinstance(value, type):
            continue
        stubbed = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        assert {member for member in vars(value) if not member.startswith("__")} == {
            member for member in stubbed if not member.startswith("__")
        }, name
    assert all(hasattr(sow._sow, name) for name in [*classes, *functions])


def grade_file(path, *arguments):
    process = subprocess.run(
        [sys.executable, str(ROOT / "examples/grade.py"), str(path), *arguments], capture_output=True, text=True
    )
    return process.returncode, list(csv.DictReader(io.StringIO(process.stdout))), process.stderr


def test_grade_example(tmp_path):
    rows = [
        {"position": "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S", "move": "E", "player": "Ada"},
        {"moves": "Eb", "move": "C", "player": "Bob"},
    ]
    (tmp_path / "games.json").write_text(json.dumps(rows))
    code, graded, summary = grade_file(tmp_path / "games.json", "--nodes", "20000")
    assert code == 0, summary
    assert graded[0]["loss"] == "0" and graded[0]["proven"] == "yes" and graded[1]["player"] == "Bob"
    assert "Ada: 1 moves, 1 of them best" in summary

    with open(tmp_path / "games.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, ["position", "moves", "move", "player"])
        writer.writeheader()
        writer.writerows(rows)
    assert grade_file(tmp_path / "games.csv", "--nodes", "20000")[1] == graded

    (tmp_path / "game.ogn").write_text('[Variant "owari"]\n\n1. E b 2. C c *\n')
    code, graded, _ = grade_file(tmp_path / "game.ogn", "--nodes", "5000")
    assert [row["move"] for row in graded] == ["E", "b", "C", "c"]

    for name, content, message in (
        ("bad.csv", "move\nE\nZ\n", "bad.csv: row 2: "),
        ("bad.json", '[{"move": "E"}, {"player": "Ada"}]', "bad.json: row 2: neither move nor moves"),
        ("bad.json", '["E"]', "bad.json: row 1: "),
        ("bad.json", "[", "bad.json: Expecting value"),
        ("bad.ogn", "1. E", "bad.ogn:1:"),
    ):
        (tmp_path / name).write_text(content)
        code, _, complaint = grade_file(tmp_path / name)
        assert code == 1 and message in complaint and complaint.count("\n") == 1


def test_grade_example_with_whole_games(tmp_path):
    (tmp_path / "games.csv").write_text("game,moves,south,north\nowari,EbCc,Ada,Bob\nkalah,CFbc,Bob,Ada\n")
    games = [{"game": "owari", "moves": ["E", "b", "C", "c"], "south": "Ada", "north": "Bob"},
             {"game": "kalah", "moves": "C F b c", "south": "Bob", "north": "Ada"}]  # fmt: skip
    (tmp_path / "games.json").write_text(json.dumps(games))
    code, graded, summary = grade_file(tmp_path / "games.csv", "--nodes", "2000")
    assert code == 0, summary
    assert [row["move"] for row in graded] == ["E", "b", "C", "c", "C", "F", "b", "c"]
    assert [row["player"] for row in graded] == ["Ada", "Bob", "Ada", "Bob", "Bob", "Bob", "Ada", "Ada"]
    assert [row["row"] for row in graded] == ["1"] * 4 + ["2"] * 4 and graded[4]["game"].startswith("kalah")
    assert "Ada: 4 moves" in summary and "Bob: 4 moves" in summary
    assert grade_file(tmp_path / "games.json", "--nodes", "2000")[1] == graded

    rows = [{"game": "oware", "position": REPEATED, "moves": "AaBbCcDdEeFfAa"}]
    (tmp_path / "repeated.json").write_text(json.dumps(rows))
    assert len(grade_file(tmp_path / "repeated.json", "--nodes", "500")[1]) == 14
