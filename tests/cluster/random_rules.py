"""Random rules through sow db build, sow db verify, and sow-cluster: random_rules.py SOW SOW_CLUSTER MPIRUN DB_TESTS COUNT [SEED]

DB_TESTS compares the same rules with the full game tree and writes them to files."""
import os
import random
import subprocess
import sys

from jobs import Folder, build, expect_same, sow

SEEDS = 4
tests, count, seed = sys.argv[4], sys.argv[5], sys.argv[6] if len(sys.argv) > 6 else "1"
choose = random.Random(int(seed))


with Folder() as folder:
    environment = {**os.environ, "SOW_RANDOM_RULES": count, "SOW_RANDOM_SEED": seed, "SOW_RULES_FOLDER": str(folder)}
    done = subprocess.run([tests, "--gtest_filter=RandomRules.*"], env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    rules = sorted(folder.glob("*.toml"))
    if len(rules) != int(count):
        sys.exit(f"{len(rules)} rule sets instead of {count}")
    for path in rules:
        sow("db", "build", str(path), "--seeds", str(SEEDS), "--db", str(folder / "sow"))
        sow("db", "verify", str(path), "--db", str(folder / "sow"))
        build(str(path), SEEDS, folder / "cluster", choose.choice([1, 2, 3]))
    expect_same(folder / "cluster", folder / "sow", "random rules")
print(f"{count} rule sets from number {seed}: no differences")
