# Puzzles come again from the same seed, and are graded.
sow puzzle kalah --count 3 --seed 2
sow puzzle owari --count 2 --most 2 --json
sow puzzle owari --count 0
