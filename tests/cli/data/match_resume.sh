# A resumed match replays nothing and loses nothing, however it was interrupted.
match() { sow match greedy random --game oware --games 10 --random-plies 0 "$@"; }
rounds() { grep Round "$1" | sort -V; }
table() { sed -E 's/ [0-9]+\.[0-9][0-9]  / …  /'; }
match --save whole.ogn --threads 1 --quiet | table >whole.txt
rounds whole.ogn >whole.rounds
size=$(wc -c <whole.ogn)

# Truncated anywhere in the last game.
for cut in 0 1 5 9 10 11 200 $((size / 3)) $((size / 2)) $((size / 2 + 57)) $((size - 100)) $((size - 2)) $((size - 1)) "$size"; do
  head -c "$cut" whole.ogn >cut.ogn
  before=$(grep -c Round cut.ogn)
  match --resume cut.ogn --quiet | table >cut.txt
  rounds cut.ogn >cut.rounds
  cmp whole.txt cut.txt && cmp whole.rounds cut.rounds && [ "$before" -le 10 ] || echo "cut at $cut"
done

# Killed, and interrupted.
slow() { exec sow match engine:time=20 random --games 12 --random-plies 0 --threads 2 --seed 3 "$@"; }
: >live.ogn
for signal in KILL KILL INT; do
  slow --resume live.ogn >live.txt 2>&1 &
  before=$(grep -c Round live.ogn)
  while [ "$(grep -c Round live.ogn)" -le "$before" ]; do sleep 0.02; done
  kill -"$signal" $!
  wait $! 2>/dev/null
  [ "$signal" = KILL ] || { echo "exit $?"; tail -n 1 live.txt; }
  cp live.ogn before.ogn
done
head -c "$(wc -c <before.ogn)" live.ogn | cmp - before.ogn
(slow --resume live.ogn --quiet) | awk '{print $1, $2}'
rounds live.ogn
# Two matches cannot use one file at the same time.
slow --resume other.ogn >other.txt 2>&1 &
while ! [ -s other.ogn ]; do sleep 0.02; done
(slow --resume other.ogn)
echo "exit $?"
kill -INT $!
wait $!

# A file of another match, or of anything else, stays as it is, even if its last game is incomplete.
printf '[Variant "Oware"]\n[Event "Club"]\n\n1. E b 2. C *\n' >club.ogn
printf '[Variant "Oware"]\n[Event "Club"]\n\n1. E b 2.' >club_torn.ogn
head -c $((size - 100)) whole.ogn >torn.ogn
sed 's/Match/Casual game/' torn.ogn >casual.ogn
for file in club club_torn torn casual; do
  cp $file.ogn before.ogn
  sow match greedy spoiler --game oware --games 10 --random-plies 0 --resume $file.ogn
  echo "exit $?"
  cmp $file.ogn before.ogn
done
cp whole.ogn before.ogn
sow match greedy random --game oware --games 4 --random-plies 0 --resume whole.ogn
echo "exit $?"
cmp whole.ogn before.ogn
# Comments are not mistaken for damage.
sed 's/^1\. /1. {the opening} /' whole.ogn >comments.ogn
sed -i '$d' comments.ogn  # the empty line at the end
cp comments.ogn before.ogn
match --resume comments.ogn --quiet | table | cmp - whole.txt
cmp comments.ogn before.ogn
sow match greedy random --game oware --games 12 --random-plies 0 --resume comments.ogn --quiet >/dev/null
grep -c '^.Round' comments.ogn
