# The server prints its address and who can connect, and stops on SIGTERM.
try() {
  : >said
  sow serve --port 0 "$@" >said &
  server=$!
  while ! grep -q http said; do kill -0 $server || break; sleep 0.1; done
  sed 's/:[0-9][0-9]*\//:PORT\//' said
  kill -TERM $server
  wait $server
  echo "exit $?"
}
try
try --host 0.0.0.0
try --host 0.0.0.0 --token open-sesame
try --token open-sesame

# Errors at the start.
fail() {
  "$@"
  echo "exit $?"
}
fail sow serve --port 65536
fail sow serve --port 0 --host nowhere.invalid 2>&1 | sed 's/: Host.*/: …/'
fail sow serve --port 0 --games missing
fail sow serve --analyses 0
fail sow serve --port 0 --token short
fail sow serve --port 0 --token 'two words'
echo "The port is in use."
: >said
sow serve --port 0 >said &
server=$!
while ! grep -q http said; do kill -0 $server || break; sleep 0.1; done
(fail sow serve --port "$(sed 's/.*:\([0-9]*\)\/.*/\1/' said)") 2>&1 | sed 's/port [0-9]*/port PORT/'
kill -TERM $server
wait $server
