# Matches from the command line. Other tests cover times and Elo.
fail() {
  "$@"
  echo "exit $?"
}
printf '3-3-3-3-3-3-3-3-3-3-3-3-0-0-S\n2-0-4-4-1-5-4-3-0-4-4-4-0-1-N\n' >openings.txt
plain() { sed -E 's/ [0-9]+\.[0-9][0-9]  / …  /'; }
sow match greedy random --games 4 --openings openings.txt --threads 1 | plain
sow match greedy random spoiler --games 2 --random-plies 0 --threads 2 --quiet --wide | plain
sow match greedy:name=Greta random spoiler cautious --games 4 --random-plies 0 --gauntlet --quiet
sow match greedy:name=Greta greedy:name=Greta random --games 2 --random-plies 0 --csv | sed -E 's/,[0-9]+\.[0-9]+,0,0,0$/,…,0,0,0/'
# Tables of many players with long names stay within 80 columns.
for i in 1 2 3 4 5 6 7 8 9 10; do set -- "$@" "random:name=a player with quite a long name $i"; done
sow match "$@" --games 2 --random-plies 0 --quiet | sed 's/[·…±½]/./g' | awk 'length($0) > 80'
sow match "$@" --games 2 --random-plies 0 --quiet | grep -c '^points\|^LOS'
sow match minimax random --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --seed 7 --save m.ogn --quiet | plain
grep -v -e Date -e Effort -e '^.Match' m.ogn
sow match greedy random --games 2 --openings openings.txt --json | sed -E 's/"seconds_per_move":[0-9.e-]+/"seconds_per_move":…/g'
sow match greedy random --games 100000 --sprt 0,100 --random-plies 0 --quiet --threads 1 | tail -n 1 | sed -E 's/ratio [0-9.]+/ratio …/'
sow match greedy random --games 100000 --sprt 0,100,0.1,0.2 --random-plies 0 --quiet --threads 1 | tail -n 2 | sed -E 's/ratio [0-9.]+/ratio …/'

# Deterministic players never play an opening twice.
sow match engine:nodes=300 engine:nodes=500 --openings openings.txt --games 100 --quiet | cut -c 1-80 | grep -v Elo | grep -c . 
sow match engine:nodes=300 engine:nodes=500 --openings openings.txt --games 100 --quiet | grep early
sow match engine:depth=2 engine:depth=3 --random-plies 1 --games 100 --quiet | tail -n 1
sow match greedy random --random-plies 1 --games 100 --quiet | tail -n 1
sow match engine:depth=2 engine:depth=3 --games 4 --adjudicate --threads 1 | grep -c 'adjudicated: .* is proven'

# External programs: names, clocks, the log, and programs that do not start.
cat >bot.sh <<'END'
while read -r line; do case $line in uci) echo "id name Test bot"; echo uciok;; isready) echo readyok;; go*) echo bestmove Z;; esac; done
END
sow match 'uci:sh bot.sh' 'uci,name=Named:sh bot.sh' 'uci:sh bot.sh' 'uci:sh -c "exit 3"' --games 2 --random-plies 0 --tc 10+0.1 --threads 1 --log log.txt
grep -c 'Test bot.1 > go wtime 10000 btime 10000 winc 100 binc 100' log.txt
grep -E '^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} Named.1 < id name Test bot' log.txt | wc -l
sow match engine:tc=0.001+0 random --games 2 --random-plies 0 --margin 0 --threads 1 | grep -c 'lost on time'
fail sow match greedy 'uci:sh -c "exit 3"'

# A self-contained HTML page.
sow match minimax random spoiler --depth 3 --games 4 --random-plies 0 --threads 1 --html page.html --page http://localhost:1/ --quiet >/dev/null
grep -c 'href="http://localhost:1/#1\.' page.html
grep -c -e '<script' -e '<link' -e 'src=' page.html
grep -c '<svg' page.html
python3 - <<'END'
import base64, json, re, zlib
for number, letters in enumerate(re.findall(r'#1\.([\w-]+)"', open("page.html").read())):
    game = json.loads(zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))))
    if number == 0: print(sorted(game), game["game"], game["tags"]["Round"])
    assert all(re.fullmatch("[A-Fa-f]", move) for move in game["line"]), game["line"]
END

sow match --help | tr -s ' \n' ' ' | grep -c "the user's data folder"
fail sow match greedy
fail sow match greedy human
fail sow match greedy garry
fail sow match greedy random --games 3
fail sow match greedy random --games 0
fail sow match greedy random --sprt 5
fail sow match greedy random --sprt 5,5
fail sow match greedy random --sprt x,y
fail sow match greedy random --sprt 0,5,0.05
fail sow match greedy random --sprt 0,5,0.05,0.7
fail sow match engine random --tc 0
fail sow match engine random --tc 5 --time 100
fail sow match engine random --csv --json
fail sow match greedy random spoiler --sprt 0,5
fail sow match greedy random --openings missing.txt
fail sow match greedy random --openings openings.txt --game hus
fail sow match greedy random --openings openings.txt --random-plies 3
fail sow match greedy random --save m.ogn
fail sow match greedy random --save a --resume b
fail sow match greedy random --save missing/m.ogn
fail sow match greedy uci:
fail sow match greedy 'uci:no-such-program -x'
fail sow match greedy "uci:'quoted"
fail sow match greedy random --resume openings.txt
fail sow match minimax random --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --seed 7 --resume m.ogn --quiet | plain
fail sow match minimax greedy --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --resume m.ogn
fail sow match minimax random --games 2 --depth 4 --random-plies 0 --resume m.ogn
fail sow match minimax random --game kalah:pits=3,seeds=2 --depth 5 --games 2 --random-plies 0 --seed 7 --resume m.ogn
fail sow match minimax random --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --seed 8 --resume m.ogn 2>&1 | sed 's/sow [0-9.]*/sow …/g'
sed -i 's/"sow [0-9.]*/"sow 0.0.1/' m.ogn
fail sow match minimax random --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --seed 7 --resume m.ogn 2>&1 | sed 's/sow [0-9.]*/sow …/g'
