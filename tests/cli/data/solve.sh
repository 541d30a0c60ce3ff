# Complete proofs, the value only, partial proofs, and games that cannot be solved.
steady() { sed 's/up to [0-9]* seeds)/up to … seeds)/; s/ in [0-9.]* s$/ in … s/; s/^[0-9,]* nodes/… nodes/; s/"nodes":[0-9]*,"seconds":[0-9.]*/"nodes":…,"seconds":…/'; }
sow solve kalah:pits=4,seeds=2 2>/dev/null | steady
sow solve kalah:pits=4,seeds=2 --value 2>/dev/null | steady | tail -n 3
sow solve kalah:pits=4,seeds=2 --value --json 2>/dev/null | steady
echo Memory use is announced.
sow solve kalah --hash 100 --nodes 1 2>&1 >/dev/null | head -n 1
echo A limit stops it with the proven bounds.
sow solve kalah --nodes 1 --json --db none | grep -c '"complete":false,"score":{"margin":[-0-9.]*,"kind":"estimate","low":-48,"high":48'
sow solve kalah --time 1 --json --db none | grep -c '"complete":false,"score":{"margin":[-0-9.]*,"kind":"[a-z]*","low":-[0-9]*,"high":[0-9]*'
sow solve kalah:seeds=3 --nodes 1200000 --threads 1 --tables 8 --db none >partly 2>/dev/null
echo "exit $?"
sed -n 's/^Final margin/&/p; s/^Not solved/&/p' partly
grep -c ' to ' partly
echo So does Ctrl-C, as JSON.
mkfifo errors
sow solve kalah:seeds=6 --json --db none >answer 2>errors &
: <errors
sleep 0.5
kill -INT $!
wait $!
echo "exit $?"
grep -c '"depth":null.*"complete":false,"score":{"margin":[-0-9.]*,"kind":"[a-z]*","low":-\?[0-9]*,"high":[0-9]*' answer
echo No proof, or only a partial one, is possible.
sow solve hus
echo "exit $?"
sow solve oware --value --nodes 5000 --threads 1 --db none 2>/dev/null | grep -v '^ ' | steady
sow solve oware 0-1-0-2-0-1-0-2-0-0-1-0-20-21-S --nodes 100000 --threads 1 2>/dev/null | grep -v '^  [ 0-9]' | sed 's/  [A-F a-f]*$//' | steady
echo A finished game.
sow solve owari 0-0-0-0-0-0-1-0-0-0-0-0-20-15-S | tail -n 1
sow solve owari 0-0-0-0-0-0-1-0-0-0-0-0-20-15-S --json
sow analyze owari 0-0-0-0-0-0-1-0-0-0-0-0-20-15-S --json
echo One line with --lines 1, and proven bounds.
sow analyze oware --depth 9 --lines 1 --threads 1 | grep -c '^  [A-F] '
sow analyze oware 0-1-0-2-0-1-0-2-0-0-1-0-20-21-S --depth 4 --threads 1 | grep ' to -4' | sed 's,  [A-F] [ A-Fa-f]*$,,'
sow analyze oware 0-1-0-2-0-1-0-2-0-0-1-0-20-21-S --depth 4 --threads 1 --json | grep -o '"score":{[^}]*}' | head -n 1
