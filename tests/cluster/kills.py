"""Kills builds COUNT times: kills.py SOW SOW_CLUSTER MPIRUN COUNT [SEED]"""
import sys

from jobs import kills

print(kills(int(sys.argv[4]), "oware", 11, 5, int(sys.argv[5]) if len(sys.argv) > 5 else 1))
