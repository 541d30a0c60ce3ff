# Work that takes longer than a second shows progress, rate, and time left, as plain lines without a terminal. Each
# command is stopped after its first progress line.
wait_for_progress() {
  pattern=$1
  shift
  : >progress
  "$@" >/dev/null 2>progress &
  while ! grep -q -x "$pattern" progress; do sleep 0.05; done
  kill $! 2>/dev/null
  wait $! 2>/dev/null
  echo "$1 $2 $3 shows progress"
}
wait_for_progress '[0-9,]* leaves, [0-9.]*[ kMG]*/s, .* left' sow perft oware 40
wait_for_progress 'position: .*[0-9,]* nodes, [0-9.]* s, [0-9.]*[ kMG]*/s, .* left' sow solve kalah:seeds=6 --time 1000000 --db none
wait_for_progress '[0-9,]* of [0-9,]* games, [0-9.]*[ kMG]*/s, .* left' sow tune oware --linear --games 1000000
wait_for_progress '[0-9,]* of [0-9,]* positions, [0-9.]*[ kMG]*/s, .* left' sow tune oware --positions 100000000 --out mine.network
sow db build owari --seeds 12 --db here >/dev/null 2>&1
wait_for_progress '[0-9,]* of [0-9,]* boards, [0-9.]*[ kMG]*/s, .* left' sow db verify owari --threads 1 --db here
