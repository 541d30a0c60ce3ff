"""Helpers for cluster.py and kills.py: sow-cluster jobs as real processes, started by mpirun."""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOW, CLUSTER, MPIRUN = sys.argv[1:4]
LIMIT = 120  # seconds until a job counts as hanging

version = subprocess.run([MPIRUN, "--version"], capture_output=True, text=True, check=True).stdout
# Waiting ranks sleep by themselves; yielding in MPI on top of that would cost whole time slices.
FLAGS = (["--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "0"]
         if "Open MPI" in version or "OpenRTE" in version else [])


def command(ranks, *arguments, before=""):
    """The command line of a job; the shell of each rank runs `before` first."""
    program = [CLUSTER, *arguments]
    if before:
        program = ["sh", "-c", before + '; exec "$@"', "sh", *program]
    return [MPIRUN, *FLAGS, "-n", str(ranks), *program]


class Job:
    """A running job."""

    def __init__(self, ranks, *arguments, before=""):
        self.process = subprocess.Popen(command(ranks, *arguments, before=before), stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def ranks(self):
        """Process IDs of the running ranks. MPICH has a process between the launcher and the ranks."""
        def parent(pid):
            return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])

        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (os.path.realpath(entry / "exe") == os.path.realpath(CLUSTER)
                        and self.process.pid in (launcher := parent(entry.name), parent(launcher))):
                    found.append(int(entry.name))
            except (OSError, ValueError, IndexError):
                continue
        return found

    def wait(self):
        try:
            self.output, _ = self.process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            sys.exit("the job hangs")
        return self.process.returncode

    def kill(self, rank=None):
        """Sends SIGKILL to one rank, or to the whole job."""
        targets = [rank] if rank else self.ranks() + [self.process.pid]
        for pid in targets:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def run(ranks, *arguments, code=0, before=""):
    job = Job(ranks, *arguments, before=before)
    got = job.wait()
    if (got != 0) if code is None else (got == 0) != (code == 0):
        sys.exit(f"{arguments} on {ranks} ranks: exit code {got}, expected {code}\n{job.output}")
    return job.output


def build(game, seeds, folder, ranks, *more, **options):
    return run(ranks, "build", game, "--seeds", str(seeds), "--db", str(folder), *more, **options)


def sow(*arguments):
    return subprocess.run([SOW, *arguments], capture_output=True, text=True, check=True).stdout


def reference(game, seeds, folder):
    sow("db", "build", game, "--seeds", str(seeds), "--db", str(folder))


def files(folder):
    """Contents of a database folder, without its lock."""
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(Path(folder).rglob("*")) if path.is_file() and path.name != "lock"}


def expect_same(folder, other, what):
    ours, theirs = files(folder), files(other)
    wrong = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    if wrong:
        sys.exit(f"{what}: these files differ: {', '.join(wrong)}")


def expect(text, part):
    if part not in text:
        sys.exit(f"expected '{part}' in:\n{text}")


def wait_for(condition):
    """Polls until the condition holds. A folder that a job removes while it is being listed counts as missing."""
    def holds():
        try:
            return condition()
        except FileNotFoundError:
            return False

    end = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > end:
            sys.exit("timed out")
        time.sleep(0.002)


class Folder:
    """A temporary folder."""

    def __enter__(self):
        self.path = Path(tempfile.mkdtemp(prefix="sow-cluster-"))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def kills(count, game, seeds, longest, seed):
    """Kills builds (one rank or the whole job) at random moments, each within `longest` seconds, and resumes with another
    number of ranks."""
    choose = random.Random(seed)
    with Folder() as folder:
        reference(game, seeds, folder / "reference")
        killed = finished = 0
        while killed < count:
            job = Job(choose.choice([1, 2, 3, 5]), "build", game, "--seeds", str(seeds), "--db", str(folder / "db"),
                      "--checkpoint", "0")
            time.sleep(choose.uniform(0.05, longest))
            alive = job.ranks()
            job.kill(choose.choice(alive) if alive and choose.random() < 0.6 else None)
            if job.wait() == 0:
                finished += 1
                expect_same(folder / "db", folder / "reference", f"after {killed} kills")
                shutil.rmtree(folder / "db")
            else:
                killed += 1
        build(game, seeds, folder / "db", 2)
        expect_same(folder / "db", folder / "reference", f"after {killed} kills")
    return f"{killed} kills, {finished} builds finished between them"
