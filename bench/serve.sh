#!/bin/sh
# Load test of the server with wrk: bench/serve.sh [SECONDS]. Needs wrk and build/release/sow.
# Prints requests per second, CPU time of the server per request, and the 99th percentile of the latency.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-5}
folder=$(mktemp -d)
: >"$folder/output"
build/release/sow serve --port 0 >"$folder/output" &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
trap exit INT TERM HUP PIPE
while ! grep -q http "$folder/output"; do sleep 0.1; done
address=$(sed 's/.*\(http[^ ]*\)\/ .*/\1/' "$folder/output")
port=${address##*:}

ticks() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
memory() { awk '/VmRSS/ { printf "%.1f MiB\n", $2 / 1024 }' "/proc/$server/status"; }

# load NAME SECONDS BODY: POSTs BODY to /api/play
load() {
  printf "wrk.method = 'POST'\nwrk.body = '%s'\n" "$3" >"$folder/load.lua"
  before=$(ticks)
  wrk -t1 -c32 -d"$2"s --latency -s "$folder/load.lua" "$address/api/play" >"$folder/wrk"
  after=$(ticks)
  awk -v name="$1" -v used=$((after - before)) -v hz="$(getconf CLK_TCK)" '
    /Non-2xx/ { print "some requests failed:", $0 }
    /99%/ { slow = $2 }
    / requests in / { n = $1 }
    /^Requests\/sec/ { rate = $2 }
    END { printf "%-44s %7d/s %6.1f µs, 99%% < %s\n", name, rate, used * 1e6 / hz / n, slow }' "$folder/wrk"
}

load "play, three moves, full detail" "$seconds" '{"moves":["E","b","C"]}'
load "play, three moves, brief" "$seconds" '{"moves":["E","b","C"],"legal":"brief","history":"none"}'
load "play, hus" "$seconds" '{"game":"hus"}'

for i in $(seq 100); do echo "exec $((i + 9))<>/dev/tcp/127.0.0.1/$port"; done >"$folder/idle.sh"
echo "sleep $((seconds + 1))" >>"$folder/idle.sh"
bash "$folder/idle.sh" &
sleep 0.5
load "the first, with 100 idle connections" "$seconds" '{"moves":["E","b","C"]}'
wait $!

echo "memory before one minute of load: $(memory)"
load "one minute" 60 '{"moves":["E","b","C"]}'
echo "memory after one minute of load: $(memory)"
