# Matches at the command line. Times and Elo are left to other tests.
fail() {
  "$@"
  echo "exit $?"
}
printf '3-3-3-3-3-3-3-3-3-3-3-3-0-0-S\n2-0-4-4-1-5-4-3-0-4-4-4-0-1-N\n' >openings.txt
plain() { sed -E 's/ [0-9]+\.[0-9][0-9]  / …  /'; }
sow match greedy random --games 4 --openings openings.txt --threads 1 | plain
sow match greedy random spoiler --games 2 --random-plies 0 --threads 2 --quiet | plain
sow match minimax random --game kalah:pits=3,seeds=2 --depth 4 --games 2 --random-plies 0 --seed 7 --save m.ogn --quiet | plain
grep -v -e Date -e Effort m.ogn
sow match greedy random --games 2 --openings openings.txt --json | sed -E 's/"time":[0-9.e-]+/"time":…/g'
sow match greedy random --games 100000 --sprt 0,100 --random-plies 0 --quiet --threads 1 | tail -n 1 | sed -E 's/ratio [0-9.]+/ratio …/'

fail sow match greedy
fail sow match greedy human
fail sow match greedy garry
fail sow match greedy random --games 3
fail sow match greedy random --games 0
fail sow match greedy random --sprt 5
fail sow match greedy random --sprt 5,5
fail sow match greedy random --sprt x,y
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
