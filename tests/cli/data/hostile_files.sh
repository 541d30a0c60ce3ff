# Hostile files instead of those that the program reads and writes.
mkdir games
mkfifo games/fifo.toml
{ head -c 1000000 /dev/zero | tr '\0' a | sed 's/aa/a./g'; echo 'a = 1'; } >games/deep.toml
ln -s /dev/zero games/endless.toml
echo "Rules:"
for file in fifo deep endless; do sow rules check games/$file.toml; done
: >said
sow serve --port 0 --games games >said &
while ! grep -q http said; do sleep 0.1; done
kill -TERM $!
wait $! && echo "the server starts"

echo "A game and a list of openings:"
mkfifo game.ogn
sow play --load game.ogn
sow match greedy random --openings game.ogn
sow match greedy random --save game.ogn

echo "Levels:"
sow db build owari --seeds 4 --db here >/dev/null 2>&1
folder=$(echo here/owari-*)
position=0-0-0-1-0-1-0-0-0-0-1-0-16-17-N
short() { sed 's#here/[^/]*#here/…#'; }
rm "$folder/03.sow"
mkfifo "$folder/03.sow"
sow db probe owari $position --db here 2>&1 | short
sow db stats owari --db here 2>&1 >/dev/null | short
sow db verify owari --db here 2>&1 | grep here | short
sow db build owari --seeds 4 --db here 2>&1 >/dev/null | grep ^here | short
sow analyze owari $position --db here --threads 1 2>&1 | grep here | short

echo "A link where a level is written:"
echo mine >mine
rm "$folder/03.sow"
ln -s "$PWD/mine" "$folder/03.sow"
ln -s "$PWD/mine" "$folder/03.sow.new"
sow db build owari --seeds 4 --db here 2>/dev/null | tail -n 1 | sed 's/ in .*//'
cat mine
sow db probe owari $position --db here | tail -n 1

echo "Evaluations:"
sow tune kalah:pits=2,seeds=2 --positions 100 --nodes 10 --epochs 2 --match 0 --out small.network >/dev/null 2>&1
sow analyze kalah:pits=2,seeds=2 --evaluation small.network --depth 2 --threads 1 | grep -c '^depth'
sow analyze owari --evaluation small.network --depth 2
sow analyze owari --evaluation none.network --depth 2
echo 'pits = 6' >bad.network
sow analyze owari --evaluation bad.network --depth 2
sed 's/A/B/g' small.network >bad.network
sow analyze kalah:pits=2,seeds=2 --evaluation bad.network --depth 2
printf 'setoption name EvalFile value bad.network\neval\nsetoption name EvalFile value linear\neval\nquit\n' |
  sow uci Variant=kalah:pits=2,seeds=2
sow match engine:nodes=10,evaluation=bad.network random --game kalah:pits=2,seeds=2 --games 2 --quiet
mkfifo fifo.network
sow analyze owari --evaluation fifo.network --depth 2
echo mine >small.network.positions
sow tune kalah:pits=2,seeds=2 --positions 100 --out small.network
