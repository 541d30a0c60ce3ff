# A program that crashes or breaks the rules loses; the dialogue and the record say how.
cat >crash.sh <<'BOT'
while read -r line; do
  case $line in uci) echo uciok ;; isready) echo readyok ;; go*) echo "no idea" >&2; exit 3 ;; esac
done
BOT
sed 's/echo "no idea".*exit 3/echo bestmove A/' crash.sh >cheat.sh
for bot in crash cheat; do
  echo e | sow play --north "uci:sh $bot.sh" --save $bot.ogn | tail -n 3
  grep Termination $bot.ogn
  tail -n 1 $bot.ogn
done
echo "The same after reading the file again."
sow play --load crash.ogn --save again.ogn --north random </dev/null | tail -n 2
cmp crash.ogn again.ogn
