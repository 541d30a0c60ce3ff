#!/bin/sh
# run_examples.sh SOW EXAMPLES BOT: the bots of examples/ (BOT is the compiled one) play each other and the engine. They
# are the same player in three languages: none may break a rule, and all play the same game from the same opening. The
# bot that asks for the legal moves also plays other games.
sow=$1 examples=$2 bot=$3
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1
printf '3-3-3-3-3-3-3-3-3-3-3-3-0-0-S\n2-0-4-4-1-5-4-3-0-4-4-4-0-1-N\n' >openings.txt
python="uci:python3 '$examples/bot.py'" node="uci:node '$examples/bot.js'" cpp="uci:'$bot'"
"$sow" match "$python" "$node" "$cpp" --games 4 --openings openings.txt --time 20000 --save games.ogn || exit 1
"$sow" match engine:depth=2 "$python" "$node" "$cpp" --games 2 --random-plies 3 --time 20000 --save more.ogn || exit 1
! grep Termination games.ogn more.ogn | grep -v normal || exit 1
[ "$(grep -c '^\[Variant' games.ogn)" = 12 ] || exit 1
[ "$(grep -c '^\[Variant' more.ogn)" = 12 ] || exit 1
# Two openings give two different games, played twelve times in all.
[ "$(grep '^\[Result' games.ogn | sort -u | wc -l)" -le 2 ] || { echo "the bots differ"; exit 1; }
# This bot gets the legal moves of any game from `sow json`, which it finds in PATH.
mkdir bin && ln -s "$sow" bin/sow
PATH=$directory/bin:$PATH
for game in owari oware hus kalah:pits=3,seeds=2; do
  "$sow" match "uci:python3 '$examples/any_game.py'" greedy --game "$game" --games 2 --time 20000 --save any.ogn || exit 1
  ! grep Termination any.ogn | grep -v normal || exit 1
  rm any.ogn
done
