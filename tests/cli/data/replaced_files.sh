# A mistyped file name destroys nothing: commands replace only files of the kind that they write.
keeps() {
  echo "my notes" >notes
  "$@" >/dev/null
  echo "exit $?"
  [ "$(cat notes)" = "my notes" ] || echo "notes have changed"
}
sow db build owari --seeds 3 --db here >/dev/null 2>&1
match() { sow match 'uci:sow uci' random --nodes 10 --game kalah:pits=2,seeds=2 --games 2 --random-plies 0 --quiet "$@"; }
tune() { sow tune kalah:pits=2,seeds=2 --positions 100 --nodes 10 --epochs 2 --match 0 "$@"; }
exported() { sow db export owari --db here --seeds 2 "$@"; }
solve() { sow solve owari 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S --hash 1 --threads 1 "$@"; }
play() { sow play kalah:pits=2,seeds=2 --south random --north random "$@"; }
keeps match --html notes
keeps match --log notes
keeps match --save notes
keeps match --resume notes
keeps exported --csv notes
keeps exported --npy notes
keeps exported --boards --csv notes
keeps tune --out notes
keeps solve --save notes
keeps play --save notes
echo mine >mine.toml
sow rules new mine.toml
cat mine.toml
mkdir pages
echo mine >pages/sow.1
sow man --into pages
cat pages/sow.1
mv notes notes.new
tune --out notes >/dev/null
cat notes.new

echo "Their own files are replaced."
for time in 1 2; do
  match --html page.html >/dev/null && match --log log.txt >/dev/null &&
    exported --csv values.csv >/dev/null && exported --boards --csv boards.csv >/dev/null &&
    exported --npy values.npy >/dev/null &&
    tune --out mine.network >/dev/null 2>&1 && sow man --into man && echo fine
done
grep -c 'uciok' log.txt

echo "Two programs cannot write one log."
mkfifo held
(flock 9; : >held; exec sleep 60) 9<log.txt &
: <held
cp log.txt before.txt
match --log log.txt
echo "exit $?"
cmp log.txt before.txt
kill $!
