# solve_memory.py SOW: sow solve uses at most the memory it announces, and announces at most what --hash allows.
import re
import resource
import subprocess
import sys
import tempfile

LIMIT, PROGRAM = 64, 24  # MiB; the program itself needs some, too

with tempfile.TemporaryDirectory() as folder:
    run = subprocess.run([sys.argv[1], "solve", "kalah:seeds=6", "--hash", str(LIMIT), "--nodes", "2000000", "--db", folder],
                         capture_output=True, text=True)
announced = int(re.search(r"memory: at most (\d+) MiB", run.stderr).group(1))
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print(f"limit {LIMIT} MiB, announced {announced}, used {used}")
assert run.returncode == 1, run
assert announced <= LIMIT
assert used <= announced + PROGRAM
assert used > LIMIT // 2  # otherwise this tests nothing
