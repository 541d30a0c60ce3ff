#!/usr/bin/env python3
"""Load test of `sow serve`: bench/load.py [SECONDS] [MIXED_SECONDS]. Needs build/release/sow.

Measures the request rate of several endpoints, the latency that one client sees while another one floods each endpoint
of web/api.schema.json over as many connections as it may open, and the server's memory with well-behaved and
misbehaving clients. Clients connect from different addresses 127.0.0.x, so that the server treats them as different
clients.
"""

import json
import multiprocessing
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOW = ROOT / "build/release/sow"
SCHEMA = ROOT / "web/api.schema.json"
CONNECTIONS = 128  # max_connections_per_client in src/server/options.h
PLAY = {"moves": ["E", "b", "C"]}
LOOP = {
    "rules": 'name = "loop"\ntitle = "Loop"\n[board]\npits = 1\n[setup]\nseeds = 127\n[[land]]\ncount = ">1"\n'
    'then = "relay"\n[end]\nwhen = ["stuck"]\nlaps = 1000\nquiet = 10000\nrepeat_count = 0\n',
    "moves": ["A", "a"] * 500,
}
DATABASE_POSITION = "0-0-0-0-1-1-1-1-0-0-0-0-22-22-S"

# Requests for endpoints that need more than a game; see flood_requests().
REQUESTS = {
    "/api/choose": {"game": "oware", "player": "engine:level=10,time=5000"},
    "/api/analyze": {"game": "oware", "time": 5000},
    "/api/report": {"game": "oware", "moves": ["A", "a", "B", "b", "C", "c"]},
    "/api/round": {"game": "bosh:round=1", "resigned": "N"},
    "/api/game": {"game": "kalah:pits=5,seeds=3"},
    "/api/lesson": {"game": "hus"},
    "/api/ogn/read": {"text": '[Variant "owari"]\n\n1. E b 2. C *\n' * 500},
    "/api/ogn/write": {"records": [{"game": "owari", "line": [{"move": "E"}, {"move": "b"}]}] * 500},
    "/api/db/{game}": None,
}


class Server:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        subprocess.run([SOW, "db", "build", "kalah", "--seeds", "6", "--db", self.folder.name], check=True,
                       stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen([SOW, "serve", "--port", "0", "--db", self.folder.name],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])

    def memory(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Client:
    """Sends the same bytes over and over, so that the client costs less than the server."""

    def __init__(self, port, address, method, path, body=None):
        text = "" if body is None else json.dumps(body)
        self.request = (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
                        f"Content-Length: {len(text)}\r\n\r\n{text}").encode()
        self.target, self.source, self.socket = ("127.0.0.1", port), (address, 0), None

    def send(self):
        """Reads the response to its end and returns its status; 0 if there is none."""
        try:
            if self.socket is None:
                self.socket = socket.create_connection(self.target, 30, self.source)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.sendall(self.request)
            head, _, body = self.read(b"", lambda text: b"\r\n\r\n" in text).partition(b"\r\n\r\n")
            if b"Transfer-Encoding: chunked" in head:
                self.read(body, lambda text: text.endswith(b"0\r\n\r\n"))
            else:
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                self.read(body, lambda text: len(text) >= length)
            return int(head[9:12])
        except (OSError, IndexError, ValueError):
            self.close()
            return 0

    def read(self, text, complete):
        while not complete(text):
            more = self.socket.recv(1 << 18)
            if not more:
                raise OSError("connection closed")
            text += more
        return text

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def repeat(port, address, seconds, request, times):
    """Sends one request after the other and records the latencies of those that succeed."""
    client, end = Client(port, address, *request), time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.monotonic()
        status = client.send()
        if status == 200:
            times.append(time.monotonic() - started)
        else:
            time.sleep(0.05)
    client.close()


def many(port, address, seconds, request, connections, result=None):
    times = []
    run_threads([(repeat, port, address, seconds, request, times) for _ in range(connections)])
    if result is not None:
        result.put(times)


def run_threads(tasks):
    threads = [threading.Thread(target=task, args=args) for task, *args in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def report(name, times, seconds):
    if not times:
        print(f"{name:<66} no response within {seconds:g} s", flush=True)
        return
    print(f"{name:<66} {len(times) / seconds:8.0f}/s   median {statistics.median(times) * 1000:7.2f} ms   "
          f"99 % {percentile(times, 0.99):8.2f} ms", flush=True)


def long_game(port, game, plies):
    """Plays the first legal move again and again."""
    moves = []
    for _ in range(plies):
        body = json.dumps({"game": game, "moves": moves})
        with socket.create_connection(("127.0.0.1", port)) as s:
            s.sendall(f"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                      f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            response = b"".join(iter(lambda: s.recv(65536), b""))
        legal = json.loads(response.partition(b"\r\n\r\n")[2])["legal"]
        if not legal:
            break
        moves.append(legal[0])
    return {"game": game, "moves": moves}


def rates(server, seconds):
    kinds = {
        "page": ("GET", "/"),
        "games": ("GET", "/api/games"),
        "play, three moves": ("POST", "/api/play", PLAY),
        "analyze, depth 8": ("POST", "/api/analyze", {"depth": 8}),
        "db": ("GET", f"/api/db/kalah?position={DATABASE_POSITION}"),
    }
    for name, request in kinds.items():
        result = multiprocessing.Queue()
        clients = [multiprocessing.Process(target=many, args=(server.port, "127.0.0.1", seconds, request, 4, result))
                   for _ in range(2)]
        for client in clients:
            client.start()
        report(name, [t for _ in clients for t in result.get()], seconds)
        for client in clients:
            client.join()


def flood_requests(port):
    """One expensive request per endpoint of the schema, so that new endpoints are measured too."""
    played = long_game(port, "oware", 60)
    routes = json.loads(SCHEMA.read_text())["$defs"]["Routes"]["properties"]
    floods = {"nothing": None}
    for path, route in routes.items():
        method = route["properties"]["method"]["const"]
        if "{game}" in path:
            target = path.replace("{game}", "kalah") + f"?position={DATABASE_POSITION}"
        elif path == "/api/db":
            target = f"{path}?game=kalah&position={DATABASE_POSITION}"
        else:
            target = path
        floods[path] = (method, target, REQUESTS.get(path, played) if method == "POST" else None)
    floods["/api/play, rules whose moves never end"] = ("POST", "/api/play", LOOP)
    return floods


def flooded(server, seconds):
    for name, request in flood_requests(server.port).items():
        flood = multiprocessing.Process(target=many, args=(server.port, "127.0.0.2", seconds + 1, request, CONNECTIONS))
        if request:
            flood.start()
            time.sleep(1)
        for kind, own in {"play": ("POST", "/api/play", PLAY), "games": ("GET", "/api/games")}.items():
            times = []
            repeat(server.port, "127.0.0.3", seconds / 2, own, times)
            report(f"{kind}, flooded with {name}", times, seconds / 2)
        if request:
            flood.join()


def misbehave(port, seconds):
    """Sends invalid requests, stops halfway, does not read, or disconnects."""
    end, chance = time.monotonic() + seconds, random.Random(1)
    kept = []
    while time.monotonic() < end:
        address = f"127.0.1.{chance.randrange(1, 5)}"
        try:
            s = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
            body = json.dumps(LOOP if chance.random() < 0.5 else {"game": "oware", "time": 5000})
            head = f"POST {chance.choice(['/api/play', '/api/analyze'])} HTTP/1.1\r\nHost: localhost\r\n"
            s.sendall(chance.choice([
                b"\x16\x03\x01\x02" * 50, b"GET / HT", head.encode(),
                f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode() * chance.randrange(1, 5)]))
            kept.append(s)
        except OSError:
            pass
        while len(kept) > 200:
            kept.pop(chance.randrange(len(kept))).close()
        time.sleep(0.005)
    for s in kept:
        s.close()


def mixed(server, seconds):
    memory, times = [], []

    def watch():
        for _ in range(10):
            time.sleep(seconds / 10)
            memory.append(server.memory())

    nuisances = [multiprocessing.Process(target=misbehave, args=(server.port, seconds)) for _ in range(2)]
    for nuisance in nuisances:
        nuisance.start()
    run_threads([(watch,)] +
                [(repeat, server.port, f"127.0.0.{i}", seconds, ("POST", "/api/play", PLAY), times) for i in (3, 4)])
    for nuisance in nuisances:
        nuisance.join()
    report(f"play, with misbehaving clients for {seconds:g} s", times, seconds)
    print("memory in MiB after each tenth:", " ".join(f"{m:.0f}" for m in memory))


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    mixed_seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    server = Server()
    try:
        rates(server, seconds)
        flooded(server, seconds)
        if mixed_seconds > 0:
            mixed(server, mixed_seconds)
    finally:
        server.stop()


main()
