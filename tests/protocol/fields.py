#!/usr/bin/env python3
"""Checks that docs/fields.md lists every JSON field: fields.py SOW [SOW-CLUSTER]

Runs every command that has a --json option, collects the names of all fields it prints, adds those of api.schema.json, and
compares them with the tables of the glossary. A command with --json that is missing here fails the test, too.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Objects whose keys are data (names of players, pits or tags), not fields.
MAPS = {"by_move", "labels", "los_against", "tags", "values"}

GAME = '[Variant "owari"]\n\n1. E a 2. F\n'
RULES = 'name = "mine"\nextends = "owari"\n'
BAD_RULES = 'name = "mine"\nextends = "owari"\nsow = 3\n[end]\nlaps = "x"\n'

# One run per shape of the output. The words after "sow" up to the first option or operand name the command.
RUNS = {
    "analyze": ["--depth 2"],
    "solve": ["kalah:pits=2,seeds=1", "kalah:pits=2,seeds=1 --one-turn"],
    "perft": ["owari 2 --divide"],
    "bench": ["owari"],
    "match": ["random greedy --games 2 --sprt 0,10", "random greedy cautious --games 2"],
    "report": ["game.ogn --depth 2"],
    "puzzle": ["--count 1"],
    "db build": ["owari --seeds 2 --db db"],
    "db verify": ["owari --db db"],
    "db stats": ["owari --db db"],
    "db probe": ["owari 0-0-0-0-0-1-0-0-0-0-0-1-17-17-S --db db"],
    "rules list": [""],
    "rules show": ["owari"],
    "rules check": ["good.toml bad.toml"],
    "tune": ["owari --linear --games 2 --depth 1",
             "owari --positions 200 --nodes 50 --epochs 1 --match 2 --time 1 --db db --out new.network"],
}
# Printed only when a database is damaged.
RARE = {"stored", "derived"}
REQUESTS = [
    {"id": 1, "depth": 2, "lines": 2, "every": 0},
    {"id": 2, "action": "moves"},
    {"id": 3, "action": "moves", "resigned": "S"},
    {"id": 4, "depth": "two"},
]


def fields_of(value, found):
    if isinstance(value, list):
        for entry in value:
            fields_of(entry, found)
    elif isinstance(value, dict):
        for name, entry in value.items():
            found.add(name)
            if name not in MAPS:
                fields_of(entry, found)


def schema_fields(schema, found):
    if isinstance(schema, list):
        for entry in schema:
            schema_fields(entry, found)
    elif isinstance(schema, dict):
        for keyword, entry in schema.items():
            if keyword == "properties":
                found.update(entry)
                schema_fields(list(entry.values()), found)
            elif keyword not in ("enum", "const", "required", "dependentRequired"):
                schema_fields(entry, found)


def commands_with_json(sow, words=()):
    text = subprocess.run([sow, *words, "--help"], capture_output=True, text=True, check=True).stdout
    if re.search(r"^ +--json\b", text, re.M):
        yield " ".join(words)
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.M)
    for name in re.findall(r"^  (\w+)", listed[1], re.M) if listed else []:
        if name != "help":
            yield from commands_with_json(sow, (*words, name))


def main():
    sow = os.path.abspath(sys.argv[1])
    cluster = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    missing = set(commands_with_json(sow)) ^ set(RUNS)
    assert not missing, f"commands with --json and RUNS differ: {missing}"

    found = set(RARE)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"game.ogn": GAME, "good.toml": RULES, "bad.toml": BAD_RULES}.items():
            pathlib.Path(folder, name).write_text(text)
        environment = {**os.environ, "XDG_DATA_HOME": os.path.join(folder, "data")}

        def run(*words, **more):
            done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, **more)
            assert done.stdout.strip(), f"{words} printed nothing: {done.stderr}"
            for line in done.stdout.splitlines():
                fields_of(json.loads(line), found)

        for command, runs in RUNS.items():
            for arguments in runs:
                run(sow, *command.split(), *arguments.split(), "--json")
        run(sow, "json", input="".join(json.dumps(request) + "\n" for request in REQUESTS))
        for request in REQUESTS:
            found.update(request)
        if cluster:
            run(cluster, "build", "owari", "--seeds", "2", "--db", "cluster", "--json")

    routes = "Routes"  # paths and methods, not fields
    schema = json.loads((ROOT / "web/api.schema.json").read_text())
    schema_fields({name: part for name, part in schema["$defs"].items() if name != routes}, found)

    glossary = (ROOT / "docs/fields.md").read_text()
    listed = set()
    for row in re.findall(r"^\| *(`.*?) *\|", glossary, re.M):
        listed.update(re.findall(r"`(\w+)`", row))
    without_cluster = set(re.findall(r"`(\w+)`", " ".join(
        re.findall(r"^\| *(`.*?) *\|.*`sow-cluster`.*$", glossary, re.M)))) if not cluster else set()
    assert not found - listed, f"docs/fields.md lacks: {sorted(found - listed)}"
    assert not listed - found - without_cluster, f"docs/fields.md lists what nobody prints: {sorted(listed - found)}"


main()
