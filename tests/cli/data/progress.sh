# Work that takes longer than a second tells how far it is, how fast, and how long it will take: plain lines where no terminal
# draws them again. What has told enough is ended.
until_it_tells() {
  pattern=$1
  shift
  : >told
  "$@" >/dev/null 2>told &
  while ! grep -q -x "$pattern" told; do sleep 0.05; done
  kill $! 2>/dev/null
  wait $! 2>/dev/null
  echo "$1 $2 $3 tells"
}
until_it_tells '[0-9,]* leaves, [0-9.]*[ kMG]*/s, .* left' sow perft oware 40
until_it_tells 'the position: .*[0-9,]* nodes, [0-9.]* s, [0-9.]*[ kMG]*/s, .* left' sow solve kalah:seeds=6 --time 1000000 --db none
until_it_tells '[0-9,]* of [0-9,]* games, [0-9.]*[ kMG]*/s, .* left' sow tune oware --linear --games 1000000
until_it_tells '[0-9,]* of [0-9,]* positions, [0-9.]*[ kMG]*/s, .* left' sow tune oware --positions 100000000 --out mine.network
sow db build owari --seeds 12 --db here >/dev/null 2>&1
until_it_tells '[0-9,]* of [0-9,]* boards, [0-9.]*[ kMG]*/s, .* left' sow db verify owari --threads 1 --db here
