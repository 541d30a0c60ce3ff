#!/bin/sh
# read_database.sh SOW READER: compares Sow with an independent reader written from docs/databases.md.
sow=$1
reader=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$sow" db build owari --seeds 9 --db "$folder" >/dev/null 2>&1
"$sow" db build kalah:pits=4 --seeds 9 --db "$folder" >/dev/null 2>&1
"$sow" db build toguz-kumalak:pits=3 --seeds 9 --db "$folder" >/dev/null 2>&1
# PITS BOARDS OWNABLE: reproducible random boards with 1 to 9 seeds. Each player owns at most one of the first OWNABLE
# pits of the other side, and not both the same number.
boards() {
  awk -v pits="$1" -v count="$2" -v ownable="$3" 'BEGIN {
    srand(1)
    for (b = 0; b < count; ++b) {
      for (i = 0; i < 2 * pits; ++i) { hole[i] = 0; owner[i] = "" }
      south = int(rand() * (ownable + 1))
      north = int(rand() * (ownable + 1))
      if (south > 0) owner[pits + south - 1] = "s"
      if (north > 0 && north != south) owner[north - 1] = "n"
      for (s = 0; s <= b % 9; ++s) {
        do i = int(rand() * 2 * pits); while (owner[i] != "")
        ++hole[i]
      }
      for (i = 0; i < 2 * pits; ++i) printf "%d%s%s", hole[i], owner[i], i < 2 * pits - 1 ? "-" : "\n"
    }
  }'
}
# GAME PITS OWNABLE
compare() {
  boards "$2" 200 "$3" >"$folder/boards"
  sed 's/$/-0-0-S/' "$folder/boards" | "$sow" db probe "$1" --batch - --db "$folder" | sed 's/-0-0-S \([-0-9]*\) .*/ \1/' >"$folder/sow"
  xargs python3 -B "$reader" "$(echo "$folder"/"${1%%:*}"*)" "$2" <"$folder/boards" >"$folder/reader"
  [ "$(wc -l <"$folder/reader")" = 200 ] && diff "$folder/sow" "$folder/reader"
}
compare owari 6 0 && compare kalah:pits=4 4 0 && compare toguz-kumalak:pits=3 3 2
