# The mistake report as text and as JSON.
printf '[Variant "owari"]\n[South "Anna"]\n[North "Ben"]\n\n1. E b 2. A d 3. F a 4. B *\n\n' >games.ogn
sow play kalah:pits=3,seeds=2 --south random --north minimax --seed 1 --save kalah.ogn >/dev/null
cat kalah.ogn >>games.ogn
echo "Estimates change between versions, so that only the other columns are compared."
sow report games.ogn --number 1 --nodes 20000 2>/dev/null | sed -n 's/  .*//; 1,/end/p; /^player/,$p'
echo "A finished game, the last of the file; every score is proven."
sow report - <games.ogn 2>/dev/null | sed 's/^\([0-9].*  [A-Za-z]\)\( [A-Za-z]\)*$/\1/'
sow report games.ogn --json 2>/dev/null | sed 's/"pv":\[[^]]*\]/"pv":[…]/g'
echo "The same request gives the same answer."
sow report games.ogn --number 1 --json >a 2>/dev/null
sow report games.ogn --number 1 --json >b 2>/dev/null
cmp a b
echo "On a narrow terminal."
COLUMNS=40 sow report games.ogn 2>/dev/null | tee narrow | python3 -c 'import sys; print(max(len(line) for line in sys.stdin) <= 41)'
sed -n '3,6p; /^player/,$p' narrow
echo "Errors."
fail() {
  sow report "$@"
  echo "exit $?"
}
fail games.ogn --number 3
printf '[Variant "owari"]\n\n*\n' >empty.ogn
fail empty.ogn
fail missing.ogn
: >nothing.ogn
fail nothing.ogn
