#!/usr/bin/env python3
"""How sow serve stands load: bench/load.py [SECONDS] [MIXED_SECONDS]. Needs build/release/sow.

Requests a second of each kind, what a second client feels while the first floods, and the server's memory under good and
bad clients. Clients come from addresses 127.0.0.x, so that they are different ones to the server.
"""

import http.client
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

SOW = Path(__file__).resolve().parent.parent / "build/release/sow"
PLAY = {"moves": ["E", "b", "C"]}
LOOP = {
    "rules": 'name = "loop"\ntitle = "Loop"\n[board]\npits = 1\n[setup]\nseeds = 127\n[[land]]\ncount = ">1"\n'
    'then = "relay"\n[end]\nwhen = ["stuck"]\nlaps = 1000\nquiet = 10000\nrepeat_count = 0\n',
    "moves": ["A", "a"] * 500,
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

    def connect(self, address="127.0.0.1"):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(address, 0))

    def end(self):
        self.process.terminate()
        self.process.wait()


def ask(connection, method, path, body=None):
    connection.request(method, path, None if body is None else json.dumps(body))
    answer = connection.getresponse()
    answer.read()
    return answer.status


def repeat(server, address, seconds, request, times):
    """One client, one request after the other; notes how long each took."""
    connection, end = server.connect(address), time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            status = ask(connection, *request)
            if status == 200:
                times.append(time.monotonic() - begun)
            elif status == 503:
                time.sleep(0.05)
        except (OSError, http.client.HTTPException):
            connection.close()
            connection = server.connect(address)
    connection.close()


def together(tasks):
    threads = [threading.Thread(target=task, args=args) for task, *args in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def report(name, times, seconds):
    print(f"{name:<44} {len(times) / seconds:8.0f}/s   median {statistics.median(times) * 1000:6.2f} ms   "
          f"99 % {percentile(times, 0.99):7.2f} ms", flush=True)


def rates(server, seconds):
    kinds = {
        "page": ("GET", "/"),
        "play, three moves made": ("POST", "/api/play", PLAY),
        "analyze, depth 8": ("POST", "/api/analyze", {"depth": 8}),
        "db": ("GET", "/api/db/kalah?position=0-0-0-0-1-1-1-1-0-0-0-0-22-22-S"),
    }
    for name, request in kinds.items():
        times = []
        together([(repeat, server, "127.0.0.1", seconds, request, times) for _ in range(4)])
        report(name, times, seconds)


def second_client(server, seconds):
    floods = {
        "nobody": None,
        "64 connections that play": ("POST", "/api/play", PLAY),
        "64 connections with looping rules": ("POST", "/api/play", LOOP),
        "64 connections that analyse": ("POST", "/api/analyze", {"game": "oware", "time": 5000}),
    }
    for name, request in floods.items():
        times, ignored = [], []
        tasks = [(repeat, server, "127.0.0.2", seconds, request, ignored) for _ in range(64)] if request else []
        together(tasks + [(repeat, server, "127.0.0.3", seconds, ("POST", "/api/play", PLAY), times)])
        report(f"play, while another is: {name}", times, seconds)


def bad(server, seconds):
    """Clients that send nonsense, stop half way, do not read, or leave."""
    end, chance = time.monotonic() + seconds, random.Random(1)
    kept = []
    while time.monotonic() < end:
        address = f"127.0.1.{chance.randrange(1, 5)}"
        try:
            s = socket.create_connection(("127.0.0.1", server.port), 5, (address, 0))
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

    together([(watch,), (bad, server, seconds), (bad, server, seconds)] +
             [(repeat, server, f"127.0.0.{i}", seconds, ("POST", "/api/play", PLAY), times) for i in (3, 4)])
    report(f"play, beside bad clients for {seconds:g} s", times, seconds)
    print("memory, MiB, at each tenth:", " ".join(f"{m:.0f}" for m in memory))


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    long = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    server = Server()
    try:
        rates(server, seconds)
        second_client(server, seconds)
        mixed(server, long)
    finally:
        server.end()


main()
