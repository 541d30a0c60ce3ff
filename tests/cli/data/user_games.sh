# User-defined games: one with the shape of a built-in game, which has a specialized kernel, and one with a new shape.
# Both can be checked, explained, counted, analyzed, solved, played by people and programs, saved, and loaded.
mkdir mine
cat >mine/tiny.toml <<'END'
name = "tiny"
title = "Tiny kalah"
extends = "kalah"
[board]
pits = 3
[setup]
seeds = 2
END
cat >mine/threes.toml <<'END'
name = "threes"
extends = "tiny.toml"
[[land]]
at = "theirs"
count = 3
take = ["pit", "opposite"]
then = "again"
END
sow rules check mine/tiny.toml mine/threes.toml
for game in mine/tiny.toml mine/threes.toml; do
  echo "== $game"
  rm -f game.ogn
  sow rules show $game | sed -n '1p;/last seed/p'
  sow perft $game 6 | sed 's/in .* s/in … s/'
  sow perft $game:pits=4,seeds=3 6 --json | sed 's/"seconds":.*}/"seconds":…}/'
  sow solve $game 2>/dev/null | sed -n 's/^\(  [A-C] *=[^ ]*\).*/\1/p' | sort
  printf 'c\nmoves\nhint\nb\nquit\n' | sow play $game --north greedy --seed 1 --save game.ogn | sed 's/^[A-C][0-2] .*\. \([SNA]\)/…. \1/'
  grep -v Date game.ogn
  sow play --load game.ogn --south cautious --north minimax:depth=6 --seed 1 --save game.ogn | tail -n 2
  tail -n 1 game.ogn
  echo resign | sow play $game --load game.ogn | tail -n 1
done
sow play mine/tiny.toml --load game.ogn
echo "exit $?"
sow play kalah:pits=3,seeds=2 --load game.ogn
echo "exit $?"
mv mine/threes.toml .
sow play --load game.ogn
echo "exit $?"
sow play threes.toml
echo "exit $?"
sed -i 's/tiny/mine\/tiny/' threes.toml
sow play threes.toml --load game.ogn </dev/null | tail -n 1
