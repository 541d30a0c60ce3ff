# The protocols through pipes: long lines, garbage, and the end of input at any time.
fail() {
  "$@"
  echo "exit $?"
}
million() { head -c 1000000 /dev/zero | tr '\0' "$1"; }
(million x; echo; echo isready; million ' '; echo; echo d) | sow uci | tail -n 3
yes 'garbage {"id": [[[ go position' | head -n 10000 | sow uci | sort | uniq -c
printf 'isready' | sow uci
printf 'setoption name Variant value kalah\ngo infinite\n' | sow uci | tail -n 1 | cut -c 1-9
printf 'go infinite\nquit\nisready\n' | sow uci | tail -n 1 | cut -c 1-9
printf 'd\n' | sow uci Variant=hus Hash=1 | tail -n 1
fail sow uci Hash=0
fail sow uci Hash
fail sow uci Colour=red

(million '['; echo; million x; echo; echo '{"id":1,"depth":1}') | sow json | cut -c 1-60
yes 'garbage {"id": [[[ go position' | head -n 10000 | sow json | sort | uniq -c
printf '{"id":"no end of line","depth":1}' | sow json --threads 1 --hash 1 | cut -c 1-40
for id in 1 2 3 4 5; do echo "{\"id\":$id,\"depth\":3}"; done | sow json --threads 3 | cut -c 1-22 | sort
fail sow json --threads 0
# Ctrl-C stops the running analyses, which are still answered.
mkfifo input
sow json --threads 1 <input >output &
exec 3>input
echo '{"id":1,"time":1000000,"every":0}' >&3
while ! [ -s output ]; do sleep 0.02; done
kill -INT $!
wait $!
echo "exit $?"
tail -n 1 output | cut -c 1-22
exec 3>&-
# The same after the end of input.
echo '{"id":1,"time":1000000,"every":0}' >request
: >output
sow json --threads 1 <request >output &
while ! [ -s output ]; do sleep 0.02; done
kill -INT $!
wait $!
echo "exit $?"
tail -n 1 output | cut -c 1-22
# The output is closed.
(echo d; echo d) | sow uci >/dev/full
echo "exit $?"
