"""Threads, signals, forks, and exits: nothing hangs or crashes."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import run_in_two_threads

import sow


def run_python(code, **options):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, **options)


def test_engine_used_from_two_threads():
    engine = sow.Engine(database="")
    state = sow.game("kalah").new_initial_state()
    expected = engine.analyze(state, nodes=30_000).score.margin
    found = []

    def work():
        for _ in range(3):
            found.append(engine.analyze(state, nodes=30_000).score.margin)

    run_in_two_threads(work)
    assert found == [expected] * 6


def test_other_threads_run_during_a_search():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    sow.Engine(database="").analyze(sow.game("oware").new_initial_state(), time=1.0)
    stop.set()
    thread.join()
    assert len(ticks) >= 5


def test_generator_dropped_halfway():
    state = sow.game("oware").new_initial_state()
    engine = sow.Engine(database="")
    for update in engine.analyze_iter(state, time=1000):
        assert update.moves
        break
    stream = engine.analyze_iter(state, time=1000)
    next(stream)
    del engine, stream  # the search is still running
    gc.collect()
    stream = sow.Engine(database="").analyze_iter(state, time=1000)
    stream.close()
    with pytest.raises(StopIteration):
        next(stream)


def test_stream_closed_while_it_is_read():
    engine = sow.Engine(database="")
    state = sow.game("oware").new_initial_state()
    for _ in range(10):
        stream = engine.analyze_iter(state, time=1000)
        next(stream)
        threading.Timer(0.02, stream.close).start()
        for update in stream:
            assert update.moves
        stream.close()
        with pytest.raises(StopIteration):
            next(stream)
    assert engine.analyze(state, nodes=1000).best is not None  # no search is left


def test_stream_closed_by_a_signal_handler():
    stream = sow.Engine(database="").analyze_iter(sow.game("oware").new_initial_state(), time=1000)
    previous = signal.signal(signal.SIGUSR1, lambda *_: stream.close())
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        timer.start()
        assert all(update.moves for update in stream)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, previous)


def test_stream_read_by_two_threads():
    state = sow.game("oware").new_initial_state()
    engine = sow.Engine(database="")
    expected = [update.depth for update in engine.analyze_iter(state, depth=9)]
    stream = engine.analyze_iter(state, depth=9)
    depths = []
    run_in_two_threads(lambda: depths.extend(update.depth for update in stream))
    assert sorted(depths) == expected


def test_interrupted_stream_stops_its_search():
    code = """
import os, signal, sow, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = sow.Engine(database='')
state = sow.game('oware').new_initial_state()
stream = engine.analyze_iter(state, time=1000)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    list(stream)
except KeyboardInterrupt:
    print(engine.analyze(state, nodes=1000).best is not None, next(stream, 'closed'))
"""
    process = run_python(code)
    assert process.stdout == "True closed\n", process.stderr


# Ctrl-C interrupts functions that a match calls, even while they sleep, and nothing is left running.
CALLBACKS = {
    "player sleeps": "sow.match(sleep, 'random', game='kalah', games=100)",
    "player computes": "sow.match(compute, 'random', game='kalah', games=100)",
    "player searches": "sow.match(lambda state: engine.analyze(state, time=1000).best, 'random', games=100)",
    "two threads": "sow.match(sleep, sleep, game='kalah', games=100, threads=2)",
    "on_game": "sow.match('random', 'random', game='kalah', games=100, on_game=sleep)",
}


@pytest.mark.parametrize("name", CALLBACKS)
def test_keyboard_interrupt_in_a_callback(name):
    code = f"""
import os, signal, sys, threading, time
import sow
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = sow.Engine(database='')
def sleep(state):
    time.sleep(1000)
def compute(state):
    while True:
        pass
sent = []
def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, interrupt).start()
try:
    {CALLBACKS[name]}
    print('finished')
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
assert threading.active_count() == 1
assert engine.analyze(sow.game('owari').new_initial_state(), nodes=1000).best is not None
assert sow.match('random', lambda state: state.legal_actions()[0], game='kalah', games=2, database='').games == 2
"""
    process = run_python(code)
    assert process.returncode == 0, process.stderr
    assert float(process.stdout) < 5, process.stdout  # 0.1 s on an idle machine


def test_interrupted_player_plays_on():
    code = """
import os, signal, threading, time
import sow
signal.signal(signal.SIGINT, signal.default_int_handler)
player = sow.player('engine:time=1000000')
state = sow.game('oware').new_initial_state()
other = []
def think():
    try:
        player(state)
    except BaseException as error:
        other.append(error)
thread = threading.Thread(target=think, daemon=True)
thread.start()
time.sleep(0.3)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    player(state)  # waits for the other thread
except KeyboardInterrupt:
    time.sleep(0.1)
    print(thread.is_alive(), other)  # the search of the other thread continues
"""
    process = run_python(code)
    assert process.stdout == "True []\n", process.stderr


def test_player_used_in_a_signal_handler():
    state = sow.game("oware").new_initial_state()
    player = sow.player("engine:time=3000", database="")
    errors = []

    def handler(*_):
        try:
            player(state)
        except RuntimeError as error:
            errors.append(str(error))

    previous = signal.signal(signal.SIGUSR1, handler)
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        timer.start()
        assert player(state) in state.legal_actions()
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, previous)
    assert errors == ["this object is already in use by this thread"]


INTERRUPTED = {
    "analyze": "sow.Engine(database='').analyze(sow.game('oware').new_initial_state(), time=1000)",
    "analyze_iter": "list(sow.Engine(database='').analyze_iter(sow.game('oware').new_initial_state(), time=1000))",
    "solve": "sow.solve(sow.game('kalah').new_initial_state(), hash=64, database='')",
    "build": "sow.build_database('oware', seeds=22, threads=1, folder=sys.argv[1])",
    "match": "sow.match('engine:time=5000', lambda s: s.legal_actions()[0], game='oware', games=100, database='')",
    "player": "sow.player('engine:time=1000000')(sow.game('oware').new_initial_state())",
    "puzzles": "sow.puzzles('oware', count=100000)",
    "grade": "sow.grade([sow.game('oware').new_initial_state()], [0], time=1000)",
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_keyboard_interrupt(name, tmp_path):
    code = f"""
import signal, sys, threading, time, os
import sow, numpy
signal.signal(signal.SIGINT, signal.default_int_handler)
sent = []
def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.7, interrupt).start()
try:
    {INTERRUPTED[name]}
    print("finished")
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""
    process = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    # The promise is 0.1 s on an idle machine; a busy one must not fail the test.
    assert float(process.stdout) < 5, process.stdout


def test_fork_during_a_search():
    code = """
import os, time
import sow
state = sow.game('oware').new_initial_state()
engine = sow.Engine(database='')
stream = engine.analyze_iter(state, time=1000)
next(stream)
child = os.fork()
if child == 0:
    assert engine.analyze(state, nodes=1000).best is not None
    try:
        next(stream)
    except RuntimeError as error:
        assert 'parent' in str(error)
    del stream, engine
    raise SystemExit(7)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
next(stream)
stream.close()
print('fine')
"""
    process = run_python(code)
    assert (process.returncode, process.stdout) == (0, "fine\n"), process.stderr


@pytest.mark.parametrize(
    "start",
    [
        "stream = engine.analyze_iter(state, time=1000); next(stream)",
        "threading.Thread(target=lambda: engine.analyze(state, time=1000), daemon=True).start(); time.sleep(0.5)",
        "threading.Thread(target=lambda: [engine.analyze(state, nodes=100) for _ in iter(int, 1)], daemon=True).start();"
        "time.sleep(0.3)",
        "threading.Thread(target=lambda: sow.match(lambda s: s.legal_actions()[0], 'engine:time=10', game='oware',"
        " games=10000), daemon=True).start(); time.sleep(0.5)",
        "threading.Thread(target=lambda: sow.match(lambda s: time.sleep(1), 'random', games=100), daemon=True).start();"
        "time.sleep(0.3)",
        "threading.Thread(target=lambda: sow.match(endless, 'random', games=100), daemon=True).start(); time.sleep(0.3)",
    ],
)
def test_exit_during_a_search(start):
    process = run_python(
        "import sys, threading, time, sow\n"
        "def endless(state):\n    while True: pass\n"
        "state = sow.game('oware').new_initial_state()\n"
        f"engine = sow.Engine(database='')\n{start}\nprint('end')\n"
    )
    assert (process.returncode, process.stdout) == (0, "end\n"), process.stderr
    assert "terminate" not in process.stderr


def test_no_reference_leaks():
    process = run_python(
        "import sow\n"
        "state = sow.game('oware').new_initial_state()\n"
        "b = sow.batch('kalah', 8); b.step(b.random_actions())\n"
        "sow.match(lambda s: s.legal_actions()[0], 'random', game='kalah', games=2)\n"
        "try: sow.match(lambda s: 1/0, 'random', game='kalah', games=2)\n"
        "except ZeroDivisionError: pass\n"
    )
    assert "leak" not in process.stderr, process.stderr


def test_import_does_not_load_numpy():
    process = run_python("import sys, sow; assert 'numpy' not in sys.modules; print(len(sow.games()))")
    assert process.returncode == 0 and int(process.stdout) > 90, process.stderr
