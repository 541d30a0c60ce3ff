#!/bin/sh
# How the server stands load, on this machine alone: bench/serve.sh [SECONDS]. Needs wrk, and build/release/sow.
# The second figure of each line is what the server itself uses of a processor for a request.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-5}
folder=$(mktemp -d)
: >"$folder/said"
build/release/sow serve --port 0 >"$folder/said" &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
trap exit INT TERM HUP PIPE
while ! grep -q http "$folder/said"; do sleep 0.1; done
address=$(sed 's/.*\(http[^ ]*\)\/ .*/\1/' "$folder/said")
port=${address##*:}

ticks() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
memory() { awk '/VmRSS/ { printf "%.1f MiB\n", $2 / 1024 }' "/proc/$server/status"; }

# load NAME SECONDS BODY
load() {
  printf "wrk.method = 'POST'\nwrk.body = '%s'\n" "$3" >"$folder/load.lua"
  before=$(ticks)
  wrk -t1 -c32 -d"$2"s --latency -s "$folder/load.lua" "$address/api/play" >"$folder/wrk"
  after=$(ticks)
  awk -v name="$1" -v used=$((after - before)) -v hz="$(getconf CLK_TCK)" '
    /Non-2xx/ { print "not all answers were good:", $0 }
    /99%/ { slow = $2 }
    / requests in / { n = $1 }
    /^Requests\/sec/ { rate = $2 }
    END { printf "%-44s %7d/s %6.1f µs, 99%% within %s\n", name, rate, used * 1e6 / hz / n, slow }' "$folder/wrk"
}

load "play, three moves made, everything told" "$seconds" '{"moves":["E","b","C"]}'
load "play, three moves made, brief" "$seconds" '{"moves":["E","b","C"],"legal":"brief","history":"none"}'
load "play, hus" "$seconds" '{"game":"hus"}'

for i in $(seq 100); do echo "exec $((i + 9))<>/dev/tcp/127.0.0.1/$port"; done >"$folder/idle.sh"
echo "sleep $((seconds + 1))" >>"$folder/idle.sh"
bash "$folder/idle.sh" &
sleep 0.5
load "the first, beside 100 idle connections" "$seconds" '{"moves":["E","b","C"]}'
wait $!

echo "memory before a minute of load: $(memory)"
load "a minute" 60 '{"moves":["E","b","C"]}'
echo "memory after it: $(memory)"
