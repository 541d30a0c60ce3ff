#!/usr/bin/env python3
"""Speed of the Python package, compared with pyspiel and with the program in the same run.

    build/python/venv/bin/python bench/python.py           (after scripts/python)

Times are CPU times of one thread, the best of several rounds, so that other work on the machine matters little.
"""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build/release/python"))
os.environ["XDG_DATA_HOME"] = data = tempfile.mkdtemp()
import numpy as np  # noqa: E402

import sow  # noqa: E402

SOW = str(ROOT / "build/release/sow")


def best(work, rounds=5):
    """The highest rate; work() returns (count, seconds)."""
    return max(count / seconds for count, seconds in (work() for _ in range(rounds)))


def batch_rates(name, n=4096, steps=200):
    boards = sow.batch(name, n=n, seed=1)

    def step():
        seconds = 0.0
        for _ in range(steps):
            actions = boards.random_actions()
            start = time.thread_time()
            _, done = boards.step(actions)
            seconds += time.thread_time() - start
            boards.reset(done)
        return n * steps, seconds

    def mask():
        start = time.thread_time()
        for _ in range(steps):
            boards.legal_mask()
        return n * steps, time.thread_time() - start

    print(f"{name}, batch of {n}: step {best(step) / 1e6:.1f} million/s, legal_mask {best(mask) / 1e6:.1f} million/s")


def plies(new_state, limit=200_000):
    """legal_actions() and apply_action() with random moves."""
    numbers = [random.randrange(1 << 30) for _ in range(1024)]

    def work():
        count = 0
        start = time.thread_time()
        while count < limit:
            state = new_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[numbers[count & 1023] % len(actions)])
                count += 1
        return count, time.thread_time() - start

    return best(work)


def calls(new_state, limit=200_000):
    """The two calls alone, along a recorded game."""
    rng, state, moves = random.Random(1), new_state(), []
    while not state.is_terminal():
        moves.append(rng.choice(state.legal_actions()))
        state.apply_action(moves[-1])

    def work():
        count, seconds = 0, 0.0
        while count < limit:
            states = [new_state() for _ in range(200)]
            start = time.thread_time()
            for state in states:
                for move in moves:
                    state.legal_actions()
                    state.apply_action(move)
            seconds += time.thread_time() - start
            count += 200 * len(moves)
        return count, seconds

    return best(work)


def database_rates(name="owari", seeds=12, count=1_000_000):
    database = sow.build_database(name, seeds=seeds)
    level = database.level(seeds, boards=True)["board"]
    boards = np.ascontiguousarray(level[np.random.default_rng(1).integers(len(level), size=count)])
    database.probe(boards[:1])
    start = time.process_time()
    database.probe(boards)
    ours = time.process_time() - start
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for board in boards:
            file.write("-".join(map(str, board)) + "-12-12-S\n")
        file.flush()
        before = os.times()
        subprocess.run([SOW, "db", "probe", name, "--batch", file.name], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
    theirs = after.children_user - before.children_user
    print(f"database.probe: {count / ours / 1e6:.1f} million boards/s; sow db probe --batch: {count / theirs / 1e6:.1f}")


def analysis(name="oware", nodes=3_000_000):
    state = sow.game(name).new_initial_state()
    engine = sow.Engine()
    engine.analyze(state, nodes=1000)  # builds the small database
    before = os.times().user  # user time for both: the system's time is that of clearing the table for the first time
    result = engine.analyze(state, nodes=nodes, lines=6)
    ours = os.times().user - before
    before = os.times().children_user
    subprocess.run([SOW, "analyze", name, "--nodes", str(nodes), "--lines", "6", "--threads", "1", "--json"], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    print(f"engine.analyze: {result.nodes} nodes in {ours:.2f} s; sow analyze: {os.times().children_user - before:.2f} s")


def import_time():
    code = "import time; s = time.process_time(); import sow; print(time.process_time() - s)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "build/release/python")}).stdout)
        for _ in range(5)
    ]  # fmt: skip
    print(f"import sow: {min(times) * 1000:.0f} ms")


import_time()
for name in ("kalah", "oware"):
    batch_rates(name)
pyspiel_names = {"kalah": "mancala", "oware": "oware"}
try:
    import pyspiel
except ImportError:
    pyspiel = None
for name, other in pyspiel_names.items():
    game = sow.game(name)
    text = f"{name}: legal_actions + apply_action {calls(game.new_initial_state) / 1e6:.2f} million plies/s"
    text += f", whole games {plies(game.new_initial_state) / 1e6:.2f}"
    if pyspiel:
        theirs = pyspiel.load_game(other)
        text += f"; pyspiel {calls(theirs.new_initial_state, 50_000) / 1e6:.2f}"
        text += f" and {plies(theirs.new_initial_state, 50_000) / 1e6:.2f}"
    print(text)
database_rates()
analysis()
