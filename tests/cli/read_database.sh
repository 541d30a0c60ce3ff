#!/bin/sh
# read_database.sh SOW READER: what a reader of the files finds that knows docs/databases.md alone, Sow finds as well.
sow=$1
reader=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$sow" db build owari --seeds 9 --db "$folder" >/dev/null 2>&1
"$sow" db build kalah:pits=4 --seeds 9 --db "$folder" >/dev/null 2>&1
# PITS BOARDS: boards of all numbers of seeds from 1 to 9, any of them but always the same.
boards() {
  awk -v pits="$1" -v count="$2" 'BEGIN {
    srand(1)
    for (b = 0; b < count; ++b) {
      for (i = 0; i < 2 * pits; ++i) hole[i] = 0
      for (s = 0; s <= b % 9; ++s) ++hole[int(rand() * 2 * pits)]
      for (i = 0; i < 2 * pits; ++i) printf "%d%s", hole[i], i < 2 * pits - 1 ? "-" : "\n"
    }
  }'
}
# GAME PITS
compare() {
  boards "$2" 200 >"$folder/boards"
  sed 's/$/-0-0-S/' "$folder/boards" | "$sow" db probe "$1" --batch - --db "$folder" | sed 's/-0-0-S \([-0-9]*\) .*/ \1/' >"$folder/sow"
  xargs python3 -B "$reader" "$(echo "$folder"/"${1%%:*}"*)" "$2" <"$folder/boards" >"$folder/reader"
  [ "$(wc -l <"$folder/reader")" = 200 ] && diff "$folder/sow" "$folder/reader"
}
compare owari 6 && compare kalah:pits=4 4
