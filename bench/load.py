#!/usr/bin/env python3
"""How sow serve stands load: bench/load.py [SECONDS] [MIXED_SECONDS]. Needs build/release/sow.

Requests a second of each kind, what a second client feels while the first floods, and the server's memory under good and
bad clients. Clients come from addresses 127.0.0.x, so that they are different ones to the server.
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

    def end(self):
        self.process.terminate()
        self.process.wait()


class Client:
    """Sends the same bytes over and over: the client should cost less than the server."""

    def __init__(self, port, address, method, path, body=None):
        text = "" if body is None else json.dumps(body)
        self.request = (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(text)}\r\n\r\n{text}").encode()
        self.target, self.source, self.socket = ("127.0.0.1", port), (address, 0), None

    def ask(self):
        """The status of the answer, which is read to its end; 0 if there is none."""
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
                raise OSError("hung up")
            text += more
        return text

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def repeat(port, address, seconds, request, times):
    """One request after the other; notes how long each took."""
    client, end = Client(port, address, *request), time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        status = client.ask()
        if status == 200:
            times.append(time.monotonic() - begun)
        else:
            time.sleep(0.05)
    client.close()


def many(port, address, seconds, request, connections, result=None):
    times = []
    together([(repeat, port, address, seconds, request, times) for _ in range(connections)])
    if result is not None:
        result.put(times)


def together(tasks):
    threads = [threading.Thread(target=task, args=args) for task, *args in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def report(name, times, seconds):
    print(f"{name:<76} {len(times) / seconds:8.0f}/s   median {statistics.median(times) * 1000:6.2f} ms   "
          f"99 % {percentile(times, 0.99):7.2f} ms", flush=True)


def rates(server, seconds):
    kinds = {
        "page": ("GET", "/"),
        "play, three moves made": ("POST", "/api/play", PLAY),
        "analyze, depth 8": ("POST", "/api/analyze", {"depth": 8}),
        "db": ("GET", "/api/db/kalah?position=0-0-0-0-1-1-1-1-0-0-0-0-22-22-S"),
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


def second_client(server, seconds):
    floods = {
        "nothing": None,
        "64 connections that play": ("POST", "/api/play", PLAY),
        "64 connections with looping rules": ("POST", "/api/play", LOOP),
        "64 connections that analyse": ("POST", "/api/analyze", {"game": "oware", "time": 5000}),
    }
    for name, request in floods.items():
        times = []
        flood = multiprocessing.Process(target=many, args=(server.port, "127.0.0.2", seconds, request, 64))
        if request:
            flood.start()
        repeat(server.port, "127.0.0.3", seconds, ("POST", "/api/play", PLAY), times)
        report(f"play, while another client has {name}", times, seconds)
        if request:
            flood.join()


def bad(port, seconds):
    """Clients that send nonsense, stop half way, do not read, or leave."""
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

    nuisances = [multiprocessing.Process(target=bad, args=(server.port, seconds)) for _ in range(2)]
    for nuisance in nuisances:
        nuisance.start()
    together([(watch,)] + [(repeat, server.port, f"127.0.0.{i}", seconds, ("POST", "/api/play", PLAY), times) for i in (3, 4)])
    for nuisance in nuisances:
        nuisance.join()
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
