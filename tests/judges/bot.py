"""The bot under test: a process whose lines are read with a timeout. Shared by all judges."""
import os
import queue
import subprocess
import tempfile
import threading

TIMEOUT = 60  # seconds; generous, because test machines may be slow
DATA = tempfile.TemporaryDirectory(prefix="sow-judge-")  # for databases that the bot builds


def reader(stream, lines):
    for line in stream:
        lines.put(line.decode().rstrip("\r\n"))
    lines.put(None)


class Bot:
    """A process with its standard input and output. Leaving a `with` block kills it."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=os.environ | {"XDG_DATA_HOME": DATA.name})
        self.lines, self.warnings = queue.Queue(), queue.Queue()
        for stream, lines in (self.process.stdout, self.lines), (self.process.stderr, self.warnings):
            threading.Thread(target=reader, args=(stream, lines), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return self.lines.get(timeout=TIMEOUT)

    def warning(self):
        return self.warnings.get(timeout=TIMEOUT)

    def close(self):
        """Closes the input and returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(TIMEOUT)


def expect(wanted, got, what=""):
    if wanted != got:
        raise SystemExit(f"{what}: expected {wanted!r}, got {got!r}")


def require(condition, what):
    if not condition:
        raise SystemExit(what)


# Lines that no judge sends and that must not crash a bot.
GARBAGE = [b"\n", b" \n", b"\x00\x01\xff\xfe\n", b"hello\n", b";;;;\n", b"@ @ @\n", b"%s%n%d\n", b"x" * 1_000_000 + b"\n",
           b"9" * 5000 + b"\n", b"-1\n", "½ ünï 漢\n".encode()]
