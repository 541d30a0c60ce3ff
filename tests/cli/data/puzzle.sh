# The same seed gives the same puzzles.
sow puzzle kalah --count 3 --seed 2
sow puzzle owari --count 1 --most 900 --json
sow puzzle kalah --count 1 --theme sacrifice
sow puzzle owari --count 0
sow puzzle hus --time 1
sow puzzle owari --least 5 --most 3
sow puzzle owari --theme checkmate
