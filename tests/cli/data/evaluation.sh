# Every command that searches accepts a trained evaluation, and rejects a bad one with a one-line message.
game=kalah:pits=5,seeds=3
sow tune $game --positions 100 --nodes 10 --epochs 2 --match 0 --out mine.network >/dev/null 2>&1
score() { grep -o '"score":{"margin":[^,]*' | head -n 1; }
analyzed() { sow analyze $game --depth 1 --threads 1 --json "$@" | score; }
asked() { echo "{\"id\":1,\"game\":\"$game\",\"depth\":1}" | sow json "$@" | score; }
[ "$(analyzed)" != "$(analyzed --evaluation mine.network)" ] && echo "the scores differ"
for evaluation in mine.network linear; do
  [ "$(analyzed --evaluation $evaluation)" = "$(asked --evaluation $evaluation)" ] && echo "sow json has that of $evaluation"
done
echo '{"id":1,"game":"oware","depth":1}' | sow json --evaluation mine.network

report() { sow report game.ogn --depth 1 --json "$@" | grep -o '"best":.*' | head -n 1; }
sow play $game --south engine:depth=1 --north engine:depth=1 --seed 1 --save game.ogn >/dev/null
[ "$(report)" != "$(report --evaluation mine.network)" ] && echo "sow report uses it"
sow play $game --south engine:depth=1 --north engine:depth=1 --seed 1 >plain
sow play $game --south engine:depth=1 --north engine:depth=1 --seed 1 --evaluation mine.network >tuned
sow play $game --south engine:depth=1,evaluation=mine.network --north engine:depth=1,evaluation=mine.network --seed 1 >named
cmp -s plain tuned || echo "sow play uses it"
tail -n +2 tuned >a && tail -n +2 named >b && cmp a b && echo "as players do who name it"
# A game that the evaluation does not fit cannot be loaded.
printf 'quit\n' | sow play oware --save oware.ogn >/dev/null
printf 'load oware.ogn\nmoves\nquit\n' | sow play $game --evaluation mine.network --north human | grep -A 2 network

fail() {
  "$@" </dev/null
  echo "exit $?"
}
echo 'pits = 6' >bad.network
for evaluation in none.network bad.network; do
  fail sow json --evaluation $evaluation
  fail sow serve --port 0 --evaluation $evaluation
  fail sow play --evaluation $evaluation
  fail sow report game.ogn --evaluation $evaluation
  fail sow bot kgp nowhere.invalid --evaluation $evaluation
done
fail sow play oware --evaluation mine.network
fail sow bot codingame --evaluation mine.network
fail sow bot mankalah --evaluation mine.network
