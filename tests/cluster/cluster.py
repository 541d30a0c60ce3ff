"""sow-cluster with real mpirun: cluster.py SOW SOW_CLUSTER MPIRUN TEST"""
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
    """The files of sow db build, for games that repeat and games that do not, on any number of ranks."""
    with Folder() as folder:
        for game, seeds in GAMES.items():
            reference(game, seeds, folder / "reference")
        for ranks in 1, 2, 3, 7:
            for game, seeds in GAMES.items():
                build(game, seeds, folder / str(ranks), ranks)
            expect_same(folder / str(ranks), folder / "reference", f"{ranks} ranks")


def other_games():
    """Relays and passing, wide boards, owned pits; and a database that is there is gone on with, forced seeds being found again."""
    with Folder() as folder:
        for game, seeds in {"songo": 5, "vai-lung-thlan": 5, "toguz-kumalak:pits=3": 7, "oware": 7}.items():
            reference(game, seeds - 2, folder / "db")
            build(game, seeds, folder / "db", 3)
            reference(game, seeds, folder / "reference")
        expect_same(folder / "db", folder / "reference", "other games")


def check_and_count():
    with Folder() as folder:
        build("oware", 7, folder, 2)
        for form in [], ["--csv"], ["--json"]:
            if run(3, "stats", "oware", "--db", str(folder), *form) != sow("db", "stats", "oware", "--db", str(folder), *form):
                sys.exit("stats differ from those of sow")
        agreed = "50,388 boards of up to 7 seeds agree with their moves.\n"
        if run(3, "verify", "oware", "--db", str(folder)) != agreed:
            sys.exit("verify does not agree")
        level = next(folder.glob("oware-*")) / "07.sow"
        level.write_bytes(level.read_bytes()[:-1])
        expect(run(2, "verify", "oware", "--db", str(folder), code=2), "07.sow is damaged")


def killed():
    print(kills(3, "oware", 10, 1.5, 1))


def interrupted_build(folder, ranks, game="oware", seeds=10):
    """A build that was killed after its first checkpoint of the last level. If it was over before, that level is made again."""
    for _ in range(20):
        job = Job(ranks, "build", game, "--seeds", str(seeds), "--db", str(folder), "--checkpoint", "0")
        wait_for(lambda: any(folder.glob(f"*/checkpoint/{seeds:02}-*.part")) and any(folder.glob("*/checkpoint/manifest"))
                 or job.process.poll() is not None)
        job.kill()
        job.wait()
        if found := sorted(folder.glob("*/checkpoint/*")):
            return found
        for level in folder.glob(f"*/{seeds:02}.sow"):
            level.unlink()
    sys.exit("the build was always over before it could be killed")


def damaged():
    """Damaged and missing checkpoints and levels are named, and built again."""
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
            """Stops a build; the parts that its manifest means."""
            interrupted_build(folder / "db", 3)
            manifest = next((folder / "db").glob("*/checkpoint/manifest"))
            words = dict(line.split(" ", 1) for line in manifest.read_text().splitlines())
            return manifest, sorted(manifest.parent.glob(f"{int(words['seeds']):02}-{int(words['step']):04}-*.part"))

        def last_level():
            return next((folder / "db").glob("oware-*")) / "10.sow"

        manifest, parts = manifest_parts()
        again("go on from a checkpoint")
        for harm, reason in {"part": "is damaged: the checksum of a block is wrong", "missing": "No such file or directory",
                             "manifest": "is damaged: its checksum is wrong", "no file": "is damaged: its checksum is wrong",
                             "version": "is of another version of sow-cluster"}.items():
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
            again((parts[1] if harm in ("part", "missing") else manifest).name, f"{reason}; the level is begun again")
        flip(last_level())
        again("10.sow is damaged", "it is built again")
        last_level().with_name("04.sow").unlink()
        again("04.sow is missing; it is built again")


def two_jobs():
    with Folder() as folder:
        build("oware", 3, folder, 1)
        with open(next(folder.glob("oware-*")) / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            expect(build("oware", 4, folder, 2, code=2), "sow-cluster: another process is building this database")


def stopped():
    """SIGTERM to one rank: all make a checkpoint and end. SIGSTOP: the others do not wait for ever."""
    with Folder() as folder:
        reference("oware", 11, folder / "reference")
        for what, words in (signal.SIGTERM, "Stopped: "), (signal.SIGSTOP, "has waited 1 s for the others in vain"):
            db = folder / str(int(what))
            job = Job(2, "build", "oware", "--seeds", "11", "--db", str(db), "--checkpoint", "0", "--patience", "1")
            wait_for(lambda: any(db.glob("*/checkpoint/manifest")))
            os.kill(max(job.ranks()), what)
            if job.wait() == 0:
                sys.exit("the job went on")
            expect(job.output, words)
            build("oware", 11, db, 3)
            expect_same(db, folder / "reference", "after it was stopped")


def too_much():
    """Ranks enough to own the boards of owari of so many seeds, which at a byte each need more memory than the machine has."""
    memory = os.sysconf("SC_PHYS_PAGES") * resource.getpagesize()
    seeds = next(n for n in itertools.count() if math.comb(n + 12, 12) > memory)
    return math.comb(seeds + 11, 11) // (3 * 2**30) + 1, str(seeds)  # a rank can own 4 * 2**30 boards of a level


def refusals():
    """What does not fit is refused with one line before anything is built."""
    ranks_for_much, much = too_much()
    with Folder() as folder:
        for ranks, arguments, line in [
            (2, ["build", "oware", "--seeds", "48", "--db"], "sow-cluster: a rank would own"),
            (ranks_for_much, ["build", "owari", "--seeds", much, "--db"], "sow-cluster: not enough memory on "),
            (2, ["build", "hus", "--seeds", "3", "--db"], "hus cannot have a database"),
            (2, ["stats", "oware", "--db"], "there is no database of oware in "),
            (2, ["build", "oware", "--db"], "--seeds is required"),
        ]:
            output = run(ranks, *arguments, str(folder), code=2)
            expect(output, line)
            if output.count(line) != 1 or any(folder.glob("*/*.sow")):
                sys.exit(f"not one line:\n{output}")


def no_memory():
    """A rank that gets no more memory ends the job with a line."""
    with Folder() as folder:
        job = Job(2, "build", "oware", "--seeds", "14", "--db", str(folder), "--checkpoint", "0")
        wait_for(lambda: any(folder.glob("*/checkpoint/manifest")))
        rank = max(job.ranks())
        pages = int(Path(f"/proc/{rank}/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + 1000000
        resource.prlimit(rank, resource.RLIMIT_AS, (most, most))
        if job.wait() == 0:
            sys.exit("the job went on")
        expect(job.output, "sow-cluster: rank 1: there is no memory ")  # for a table, or left for anything else


def full_disk():
    """A file that may not grow, and a disk that fills up: a line, and the build goes on when there is room."""
    with Folder() as folder:
        reference("oware", 10, folder / "reference")

        def disturbed(db, disturb, line):
            job = Job(2, "build", "oware", "--seeds", "10", "--db", str(db), "--checkpoint", "0")
            wait_for(lambda: any(db.glob("*/checkpoint/manifest")))
            disturb(job)
            if job.wait() == 0:
                sys.exit("the job went on")
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
            print("no disk could be mounted: only the size of files was limited")
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
