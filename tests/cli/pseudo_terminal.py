"""Runs a program in a pseudo-terminal: types keys and reads what it shows."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

TIMEOUT = 60  # seconds; generous, for slow machines

KEYS = {"up": "\x1b[A", "left": "\x1b[D", "end": "\x05", "backspace": "\x7f", "tab": "\t", "enter": "\r",
        "interrupt": "\x03", "end of input": "\x04"}


def set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Terminal:
    def __init__(self, command, columns=80, rows=50, **environment):
        self.seen = ""  # output since the last expect()
        self.bytes = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            set_size(0, columns, rows)
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "HOME": "/nonexistent"} | environment)
            os.execvp(command[0], command)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.fd)

    def _read(self):
        ready, _, _ = select.select([self.fd], [], [], TIMEOUT)
        if not ready:
            raise AssertionError(f"no output for {TIMEOUT} s after: {self.seen!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the program has exited
            data = b""
        self.bytes += data
        text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", b"", self.bytes)  # cursor movements
        self.seen = text.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)

    def type(self, *what):
        """Types texts and keys named in KEYS."""
        for item in what:
            os.write(self.fd, KEYS.get(item, item).encode())

    def expect(self, text):
        """Waits for the text; returns the output up to its end."""
        deadline = time.monotonic() + TIMEOUT
        while text not in self.seen:
            if not self._read() or time.monotonic() > deadline:
                raise AssertionError(f"no {text!r} in {self.seen!r}")
        before, self.seen = self.seen.split(text, 1)
        self.bytes = self.seen.encode()
        return before + text

    def resize(self, columns, rows=50):
        set_size(self.fd, columns, rows)

    def stop_and_continue(self):
        """Like Ctrl-Z and fg; in between, the shell sets its own terminal modes."""
        os.kill(self.pid, signal.SIGSTOP)
        modes = termios.tcgetattr(self.fd)
        modes[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, modes)
        os.kill(self.pid, signal.SIGCONT)

    def prompt(self, text):
        """Waits for the prompt and until the program reads single keys."""
        shown = self.expect(text)
        self.wait_until_cooked(False)
        return shown

    def wait_until_cooked(self, cooked):
        """Waits until the terminal is in cooked mode, or until it is not."""
        deadline = time.monotonic() + TIMEOUT
        while bool(termios.tcgetattr(self.fd)[3] & termios.ICANON) != cooked:
            if time.monotonic() > deadline:
                raise AssertionError(f"the terminal did not become {'cooked' if cooked else 'raw'}")
            time.sleep(0.01)

    def end(self):
        """Waits for the program to exit; returns the rest of the output and the exit code."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        return self.seen, os.waitstatus_to_exitcode(status)
