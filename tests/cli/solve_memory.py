# solve_memory.py SOW: what sow solve takes is no more than it says before, and what it says no more than it was given.
import re
import resource
import subprocess
import sys
import tempfile

GIVEN, PROGRAM = 64, 24  # MiB; the program itself takes some, too

with tempfile.TemporaryDirectory() as folder:
    run = subprocess.run([sys.argv[1], "solve", "kalah:seeds=6", "--hash", str(GIVEN), "--nodes", "2000000", "--db", folder],
                         capture_output=True, text=True)
told = int(re.search(r"memory: at most (\d+) MiB", run.stderr).group(1))
taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print(f"given {GIVEN} MiB, told {told}, taken {taken}")
assert run.returncode == 1, run
assert told <= GIVEN
assert taken <= told + PROGRAM
assert taken > GIVEN // 2  # or nothing was tested
