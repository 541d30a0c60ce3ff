"""Tests of sow-cluster with a real mpirun: cluster.py SOW SOW_CLUSTER MPIRUN TEST"""
import fcntl
import itertools
import math
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from jobs import Folder, Job, build, expect, expect_same, kills, reference, run, sow, wait_for

GAMES = {"oware": 7, "owari": 7, "awari/solved": 6, "kalah": 6}


def same_files():
    """Builds the same files as sow db build on any number of ranks."""
    with Folder() as folder:
        for game, seeds in GAMES.items():
            reference(game, seeds, folder / "reference")
        for ranks in 1, 2, 3, 7:
            for game, seeds in GAMES.items():
                build(game, seeds, folder / str(ranks), ranks)
            expect_same(folder / str(ranks), folder / "reference", f"{ranks} ranks")


def other_games():
    """Extends existing databases of games with relays, passing, wide boards, owned pits, and forced seeds."""
    with Folder() as folder:
        for game, seeds in {"songo": 5, "vai-lung-thlan": 5, "toguz-kumalak:pits=3": 7, "oware": 7}.items():
            reference(game, seeds - 2, folder / "db")
            build(game, seeds, folder / "db", 3)
            reference(game, seeds, folder / "reference")
        expect_same(folder / "db", folder / "reference", "other games")


def check_and_count():
    """stats and verify agree with sow; a damaged file is reported."""
    with Folder() as folder:
        build("oware", 7, folder, 2)
        for form in [], ["--csv"], ["--json"]:
            if run(3, "stats", "oware", "--db", str(folder), *form) != sow("db", "stats", "oware", "--db", str(folder), *form):
                sys.exit("stats differ from those of sow")
        verified = "Verified 50,388 boards with up to 7 seeds: no errors.\n"
        if run(3, "verify", "oware", "--db", str(folder)) != verified:
            sys.exit("verify failed")
        level = next(folder.glob("oware-*")) / "07.sow"
        level.write_bytes(level.read_bytes()[:-1])
        expect(run(2, "verify", "oware", "--db", str(folder), code=1), "07.sow is damaged")


def killed():
    """Builds resume after kills."""
    print(kills(3, "oware", 10, 1.5, 1))


def interrupted_build(folder, ranks, game="oware", seeds=10):
    """Kills a build after the first checkpoint of the last level; rebuilds that level if the build finished first."""
    for _ in range(20):
        job = Job(ranks, "build", game, "--seeds", str(seeds), "--db", str(folder), "--checkpoint", "0")
        wait_for(lambda: any(folder.glob(f"*/checkpoint/{seeds:02}-*.part")) and any(folder.glob("*/checkpoint/manifest"))
                 or job.process.poll() is not None)
        job.kill()
        job.wait()
        if any(folder.glob("*/checkpoint/manifest")):
            return
        for level in folder.glob(f"*/{seeds:02}.sow"):
            level.unlink()
    sys.exit("the build always finished before it could be killed")


def damaged():
    """Damaged and missing checkpoints and levels are reported and rebuilt."""
    def flip(path):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)

    with Folder() as folder:
        reference("oware", 10, folder / "reference")

        def again(*parts):
            output = build("oware", 10, folder / "db", 2)
            for part in parts:
                expect(output, part)
            expect_same(folder / "db", folder / "reference", str(parts))

        def manifest_parts():
            """Stops a build and returns its manifest and current parts."""
            interrupted_build(folder / "db", 3)
            manifest = next((folder / "db").glob("*/checkpoint/manifest"))
            words = dict(line.split(" ", 1) for line in manifest.read_text().splitlines())
            return manifest, sorted(manifest.parent.glob(f"{int(words['seeds']):02}-{int(words['step']):04}-*.part"))

        def last_level():
            return next((folder / "db").glob("oware-*")) / "10.sow"

        manifest, parts = manifest_parts()
        again("resuming level 10 from a checkpoint")
        for harm, reason in {"part": "is damaged: wrong checksum in a block", "missing": "No such file or directory",
                             "manifest": "is damaged: wrong checksum", "no file": "is damaged: wrong checksum",
                             "version": "was written by another version of sow-cluster"}.items():
            last_level().unlink()
            manifest, parts = manifest_parts()
            if harm == "missing":
                parts[1].unlink()
            elif harm == "no file":
                manifest.unlink()
                os.mkfifo(manifest)
            elif harm == "version":
                manifest.write_text(manifest.read_text().replace("checkpoint 2", "checkpoint 1"))
            else:
                flip(parts[1] if harm == "part" else manifest)
            again((parts[1] if harm in ("part", "missing") else manifest).name, f"{reason}; restarting the level")
        flip(last_level())
        again("10.sow is damaged", "rebuilding it")
        last_level().with_name("04.sow").unlink()
        again("04.sow is missing; rebuilding it")


def two_jobs():
    """A second build of the same database is rejected."""
    with Folder() as folder:
        build("oware", 3, folder, 1)
        with open(next(folder.glob("oware-*")) / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            expect(build("oware", 4, folder, 2, code=1), "sow-cluster: another process is building this database")


def stopped():
    """After SIGTERM to one rank, all save a checkpoint and exit. After SIGSTOP, the others do not wait forever."""
    with Folder() as folder:
        reference("oware", 11, folder / "reference")
        for what, words in (signal.SIGTERM, "Stopped after level "), (signal.SIGSTOP, "has not heard from the others for 1 s"):
            db = folder / str(int(what))
            job = Job(2, "build", "oware", "--seeds", "11", "--db", str(db), "--checkpoint", "0", "--patience", "1")
            wait_for(lambda: any(db.glob("*/checkpoint/manifest")))
            os.kill(max(job.ranks()), what)
            if job.wait() == 0:
                sys.exit("the job did not stop")
            expect(job.output, words)
            build("oware", 11, db, 3)
            expect_same(db, folder / "reference", "after it was stopped")


def too_much():
    """A number of seeds for which owari needs more memory than the machine has, and enough ranks to own the boards."""
    memory = os.sysconf("SC_PHYS_PAGES") * resource.getpagesize()
    seeds = next(n for n in itertools.count() if math.comb(n + 12, 12) > memory)
    return math.comb(seeds + 11, 11) // (3 * 2**30) + 1, str(seeds)  # a rank can own 4 * 2**30 boards of a level


def refusals():
    """Builds that do not fit are rejected with one line before anything is built."""
    ranks_for_much, much = too_much()
    with Folder() as folder:
        for ranks, arguments, line in [
            (2, ["build", "oware", "--seeds", "48", "--db"], "sow-cluster: each rank would own"),
            (ranks_for_much, ["build", "owari", "--seeds", much, "--db"], "sow-cluster: not enough memory on "),
            (2, ["build", "hus", "--seeds", "3", "--db"], "hus does not support databases"),
            (2, ["stats", "oware", "--db"], "no database for oware in "),
            (2, ["build", "oware", "--db"], "missing --seeds N"),
        ]:
            output = run(ranks, *arguments, str(folder), code=2)
            expect(output, line)
            if output.count(line) != 1 or any(folder.glob("*/*.sow")):
                sys.exit(f"expected one line:\n{output}")


def no_memory():
    """A rank that runs out of memory ends the job with an error message."""
    with Folder() as folder:
        job = Job(2, "build", "oware", "--seeds", "14", "--db", str(folder), "--checkpoint", "0")
        wait_for(lambda: any(folder.glob("*/checkpoint/manifest")))
        rank = max(job.ranks())
        pages = int(Path(f"/proc/{rank}/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + 1000000
        resource.prlimit(rank, resource.RLIMIT_AS, (limit, limit))
        if job.wait() == 0:
            sys.exit("the job did not stop")
        expect(job.output, "sow-cluster: rank 1: ")
        expect(job.output, "memory")


def full_disk():
    """After a file size limit or a full disk, the build reports the error and can be resumed."""
    with Folder() as folder:
        reference("oware", 10, folder / "reference")

        def disturbed(db, disturb, line):
            job = Job(2, "build", "oware", "--seeds", "10", "--db", str(db), "--checkpoint", "0")
            wait_for(lambda: any(db.glob("*/checkpoint/manifest")))
            disturb(job)
            if job.wait() == 0:
                sys.exit("the job did not stop")
            expect(job.output, line)

        def limit_files(job):
            for rank in job.ranks():
                resource.prlimit(rank, resource.RLIMIT_FSIZE, (20000, 20000))

        disturbed(folder / "db", limit_files, "cannot write the file: File too large")
        build("oware", 10, folder / "db", 3)
        expect_same(folder / "db", folder / "reference", "after a file was full")

        small = folder / "small"
        small.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", small], stderr=subprocess.DEVNULL).returncode:
            print("cannot mount a file system: tested only the file size limit")
            return

        def fill(job):
            while job.process.poll() is None:
                try:
                    with open(small / "filler", "ab") as filler:
                        filler.write(bytes(4096))
                except OSError:
                    pass

        try:
            disturbed(small, fill, "cannot write the file: No space left on device")
            (small / "filler").unlink()
            build("oware", 10, small, 3)
            expect_same(small, folder / "reference", "after the disk was full")
        finally:
            subprocess.run(["umount", small], check=True)


begin = time.monotonic()
globals()[sys.argv[4]]()
print(f"{sys.argv[4]}: {time.monotonic() - begin:.1f} s")
