"""A bot that is judged: a process whose lines are read with a deadline. Shared by the judges beside this file."""
import os
import queue
import subprocess
import tempfile
import threading

PATIENCE = 60  # seconds, for what should come at once: machines may be slow
DATA = tempfile.TemporaryDirectory(prefix="sow-judge-")  # databases that are made on first use


def reader(stream, lines):
    for line in stream:
        lines.put(line.decode().rstrip("\r\n"))
    lines.put(None)


class Bot:
    """Its standard input and output. `with` ends it."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=os.environ | {"XDG_DATA_HOME": DATA.name})
        self.lines, self.complaints = queue.Queue(), queue.Queue()
        for stream, lines in (self.process.stdout, self.lines), (self.process.stderr, self.complaints):
            threading.Thread(target=reader, args=(stream, lines), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def say(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self):
        return self.lines.get(timeout=PATIENCE)

    def complaint(self):
        return self.complaints.get(timeout=PATIENCE)

    def end(self):
        """The exit code, once its input is closed."""
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


def expect(wanted, got, what=""):
    if wanted != got:
        raise SystemExit(f"{what}: expected {wanted!r}, got {got!r}")


def require(condition, what):
    if not condition:
        raise SystemExit(what)


# What no judge would send and no bot may die of.
GARBAGE = [b"\n", b" \n", b"\x00\x01\xff\xfe\n", b"hello\n", b";;;;\n", b"@ @ @\n", b"%s%n%d\n", b"x" * 1_000_000 + b"\n",
           b"9" * 5000 + b"\n", b"-1\n", "½ ünï 漢\n".encode()]
