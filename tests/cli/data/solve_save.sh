# Proofs that are saved and resumed, and the best turn.
steady() { sed 's/^[0-9,]* nodes.*/… nodes/; s/\(=[-+][0-9]*\)  .*/\1/'; }
solve() { sow solve kalah:pits=4,seeds=5 --db none "$@" 2>errors | sed -n '/^Final/,$p' | steady; }
echo A limit stops the proof.
solve --value --threads 1 --tables 4 --nodes 300000 --save proof | head -n 1
echo An existing file is not replaced.
solve --save proof
cat errors
echo It is resumed with other threads and another hash size, until everything is proven.
solve --value --threads 2 --tables 5 --nodes 100000 --resume proof --hash 10 | grep -c '^Final margin: .* to '
solve --threads 1 --resume proof --hash 20
echo Another file can take the result.
solve --value --resume proof --save second | head -n 1
ls
echo Ctrl-C saves, too.
sow solve kalah:seeds=6 --save third --db none >/dev/null 2>&1 &
while [ ! -f third ]; do sleep 0.05; done
sleep 0.5
kill -INT $!
wait $!
echo "exit $?"
head -c 8 third
echo
echo Files that do not fit are refused.
sow solve owari --resume proof 2>&1 >/dev/null | tail -n 1
sow solve kalah --resume errors 2>&1 >/dev/null | tail -n 1
sow solve kalah --resume missing 2>&1 >/dev/null | tail -n 1
sow solve kalah --save missing/proof 2>&1 >/dev/null | tail -n 1
sow solve oware --save proof 2>&1 >/dev/null | tail -n 1
sow solve oware --save another 2>&1 >/dev/null | tail -n 1
head -c 1000 proof >part
sow solve kalah --resume part 2>&1 >/dev/null | tail -n 1
echo The best turn.
sow solve kalah:pits=3,seeds=4 --one-turn | tail -n 3
sow solve kalah:pits=3,seeds=4 --one-turn --json
sow solve oware --one-turn --json
sow solve dakon --one-turn --nodes 5000 | tail -n 1
echo A rule file that extends another one, which gets other rules.
printf 'name = "parent"\nextends = "owari"\n' >parent.toml
printf 'name = "child"\nextends = "parent.toml"\n' >child.toml
sow solve child.toml 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S --save child.proof --hash 1 >/dev/null 2>&1; echo "exit $?"
printf '[end]\nrest = "none"\n' >>parent.toml
sow solve child.toml 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S --resume child.proof --hash 1 2>&1 >/dev/null | tail -n 1
