# The server stops on SIGTERM even while it is busy, here with records of extremely long games.
cat >busy.py <<'END'
import json, socket, sys
rules = ('name = "loop"\ntitle = "Loop"\n[board]\npits = 1\n[setup]\nseeds = 127\n[[land]]\ncount = ">1"\nthen = "relay"\n'
         '[end]\nwhen = ["stuck"]\nlaps = 1000\nquiet = 10000\nrepeat_count = 0\n')
body = json.dumps({"rules": rules, "text": '[Variant "loop"]\n\n' + "A a " * 4900 + "*"})
head = f"POST /api/ogn/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
sockets = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(12)]
for s in sockets:
    s.sendall((head + body).encode())
print("asked", flush=True)
for s in sockets:
    s.recv(1)
END
: >said
: >asked
sow serve --port 0 >said &
server=$!
while ! grep -q http said; do sleep 0.1; done
python3 busy.py "$(sed 's/.*:\([0-9]*\)\/.*/\1/' said)" >asked 2>/dev/null &
while ! grep -q asked asked; do sleep 0.1; done
kill -TERM $server
wait $server
echo "exit $?"
