"""Shared by all tests: an empty data folder, and the program `sow` to compare with."""

import os
import subprocess
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


REPEATED = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"  # two seeds chase each other; the position repeats after 12 plies


def repeated_game():
    """A game of oware that a repetition has just ended."""
    import sow

    state = sow.game("oware").new_initial_state(REPEATED)
    for move in "AaBbCcDdEeFf":
        state.push(move)
    assert state.ending == "repetition"
    return state


def run_in_two_threads(work):
    """Calls work() in two threads at once and raises the first exception."""
    errors = []

    def guarded():
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory):
    """Databases that the engine builds go here, not into the user's data folder."""
    folder = tmp_path_factory.mktemp("data")
    os.environ["XDG_DATA_HOME"] = str(folder)
    return folder / "sow"


@pytest.fixture(scope="session")
def program():
    """The command-line program, built from the same sources."""
    path = Path(os.environ.get("SOW_PROGRAM", ROOT / "build/release/sow"))
    if not path.exists():
        pytest.skip(f"{path} has not been built")
    return str(path)


@pytest.fixture(scope="session")
def run_sow(program):
    def run(*arguments, **options):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, **options).stdout

    return run
