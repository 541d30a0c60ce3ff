"""kgp.py SOW: a server of the Kalah Game Protocol that tests `sow bot kgp`."""
import pathlib
import random
import re
import socket
import sys
import tempfile
import time

from bot import GARBAGE, TIMEOUT, Bot, expect, require
from kalah import Kalah


class Client:
    """A bot and the connection to it."""

    def __init__(self, sow, *words):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(TIMEOUT)
        port = self.listener.getsockname()[1]
        retries = [] if "--retries" in words else ["--retries", "0"]
        self.bot = Bot(sow, "bot", "kgp", f"localhost:{port}", "--threads", "1", *retries, *words)
        self.accept()

    def accept(self):
        self.socket, _ = self.listener.accept()
        self.socket.settimeout(TIMEOUT)
        self.stream = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bot.__exit__()
        self.socket.close()
        self.listener.close()

    def send(self, line):
        self.socket.sendall(line if isinstance(line, bytes) else line.encode() + b"\r\n")

    def receive(self):
        line = self.stream.readline()
        require(line.endswith(b"\r\n"), f"a line must end in CRLF: {line!r}")
        return line.decode()[:-2]

    def greet(self, name="Sow"):
        self.send("kgp 1 0 0")
        expect(f'set info:name "{name}"', self.receive())
        expect("mode freeplay", self.receive())

    def moves(self, reference):
        """Returns the moves for a board, up to the bot's yield."""
        moves = []
        while (line := self.receive()) != f"@{reference} yield":
            match = re.fullmatch(rf"@{reference} move (\d+)", line)
            require(match, f"unexpected: {line}")
            moves.append(int(match[1]))
        return moves

    def skip_answers(self):
        """Discards the answers to all earlier commands."""
        self.send("999 ping")
        while self.receive() != "@999 pong":
            pass

    def goodbye(self):
        self.send("goodbye")
        expect(0, self.bot.process.wait(TIMEOUT), "exit code")


def board_text(board, south):
    fields = [len(board.pits[0]), board.stores[south], board.stores[1 - south], *board.pits[south], *board.pits[1 - south]]
    return f"<{','.join(map(str, fields))}>"


def plays_whole_games(sow):
    """The bot plays both sides on boards of several sizes, always as South, and reports each result."""
    rng, wins, number = random.Random(1), 0, 2
    with Client(sow, "--depth", "6", "--name", 'A "quoted" \\ name') as client:
        client.greet('A \\"quoted\\" \\\\ name')
        for game, (pits, seeds) in enumerate([(6, 4), (6, 6), (8, 8), (3, 3), (1, 1), (10, 12)]):
            board, mover, own, last_mover = Kalah(pits, seeds), 0, game % 2, 0
            client.send(f'set game:opponent "Opponent {game}"')
            moved = False
            while not board.over():
                if mover == own:
                    number += 2
                    client.send(f"{number} state {board_text(board, own)}")
                    pit = client.moves(number)[-1] - 1
                    require(pit in board.legal(mover), f"{pit + 1} is illegal on {board_text(board, own)}")
                    moved = True
                else:
                    pit = rng.choice(board.legal(mover))
                last_mover = mover
                mover = mover if board.play(mover, pit) else 1 - mover
            score = (board.stores[own], board.stores[1 - own])
            wins += score[0] > score[1]
            if last_mover == own:
                result = "won" if score[0] > score[1] else "lost" if score[0] < score[1] else "drawn"
                report = client.bot.receive()
                while "unknown," in report or "after the bot's last move" in report:  # earlier games without a known end
                    report = client.bot.receive()
                require(report.endswith(f"against Opponent {game}: {result} {score[0]}-{score[1]}"), f"wrong report: {report}")
            require(moved or pits == 1, "the bot had no turn")
        require(wins >= 4, f"the bot won {wins} of 6 games against random moves")
        client.goodbye()
        lines = []
        while (line := client.bot.lines.get(timeout=TIMEOUT)) is not None:
            lines.append(line)
        require(re.fullmatch(r"[56] games: \d won, \d drawn, \d lost, \d unknown", lines[-1]), f"no totals: {lines}")


class RacyServer:
    """Behaves like the Erlangen server: it sends `state` before it has registered the id of the board.

    Until the id is registered, a move is rejected with an error. Until the request is queued as well, a move or a yield is
    dropped without an error. A board that is yielded without a move gets a random one.
    """

    def __init__(self, client):
        self.client, self.next_id, self.random_moves = client, 0, 0

    def request(self, board, register_after, queue_after):
        """Returns the bot's move on the board, or None if all its moves were lost."""
        self.next_id += 2
        number, move, sent = self.next_id, None, time.monotonic()
        self.client.send(f"{number} state {board}")
        while True:
            line = self.client.receive()
            elapsed = time.monotonic() - sent
            match = re.fullmatch(rf"@{number} (yield|move (\d+))", line)
            if not match:
                continue  # a repeated answer to an earlier board
            if elapsed < register_after:
                self.next_id += 2
                self.client.send(f'{self.next_id} error "No state associated with id"')
            elif elapsed < queue_after:
                pass
            elif match[1] == "yield":
                self.next_id += 2
                self.client.send(f"{self.next_id}@{number} stop")
                return move
            else:
                move = int(match[2])


def loses_no_move_on_racy_server(sow):
    rng = random.Random(1)
    with Client(sow, "--depth", "4") as client:
        client.greet()
        server = RacyServer(client)
        lost = 0
        for _ in range(100):
            # One legal move, so that the first move is also the best one; or a board to think about.
            board = rng.choice(["<3,0,0,0,0,1,1,1,1>", board_text(Kalah(4, 3), 0)])
            register_after = rng.choice([0, 0.002, 0.008, 0.012])
            lost += server.request(board, register_after, register_after + rng.choice([0, 0.003])) is None
        expect(0, lost, "lost moves of 100")
        client.goodbye()


def answers(sow):
    with Client(sow, "--depth", "8", "--token", "secret word") as client:
        client.send("  kgp  1 1 7 ")
        expect('set info:name "Sow"', client.receive())
        expect('set auth:token "secret word"', client.receive())
        expect("mode freeplay", client.receive())
        client.send("ping")
        expect("pong", client.receive())
        client.send("7@3 ping")
        expect("@7 pong", client.receive())
        # The only legal move, repeated before the yield.
        client.send("10 state <3,0,0,0,0,1,1,1,1>")
        expect([3, 3], client.moves(10))
        # The first pit captures nine seeds.
        client.send("12 state <3,0,0,1,0,1,0,9,1>")
        expect(1, client.moves(12)[-1])
        # A board without an id.
        client.send("state <3,0,0,0,0,1,1,1,1>")
        expect(["move 3", "move 3", "yield"], [client.receive() for _ in range(3)])
        # Several boards at once.
        for number in (20, 22, 24):
            client.send(f"{number} state <4,0,0,4,4,4,4,4,4,4,4>")
        received = []
        while len([line for line in received if line.endswith("yield")]) < 3:
            received.append(client.receive())
        for number in (20, 22, 24):
            require(any(line.startswith(f"@{number} move ") for line in received), f"no move for {number}")
            require(f"@{number} yield" in received, f"no yield for {number}")
        client.send('set info:comment "anything \\" goes"')
        client.send("ok")
        client.send('error "for people"')
        require("for people" in client.bot.warning(), "an error of the server is not shown")
        client.goodbye()


def evaluation(sow):
    """An evaluation for six pits is used on boards with six pits only."""
    with Client(sow, "--depth", "3", "--evaluation", "../../games/kalah.network") as client:
        client.greet()
        for number, pits in enumerate((6, 3, 6), start=2):
            client.send(f"{2 * number} state {board_text(Kalah(pits, 3), 0)}")
            require(client.moves(2 * number), f"no move with {pits} pits")
        client.goodbye()


def clocks(sow):
    """`stop` ends a search of one hour, and so does the server's clock."""
    with Client(sow, "--time", "3600000") as client:
        client.greet()
        hour = "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>"
        client.send(f"4 state {hour}")
        require(client.receive().startswith("@4 move "), "no immediate move")
        client.send("1 ping")  # answered during the search
        while client.receive() != "@1 pong":
            pass
        client.send("6@99 stop")  # another board
        client.send("6@4 stop")
        client.send("8 state <3,0,0,0,0,1,1,1,1>")
        while client.receive() != "@8 yield":
            pass
        for mode in "absolute", "relative":
            client.send(f"set time:mode {mode}")
            client.send("set time:clock 1")
            client.send(f"10 state {hour}")
            client.moves(10)
        client.send("set time:mode none")
        client.send(f"12 state {hour}")
        client.send("goodbye")  # during a search
        expect(0, client.bot.process.wait(TIMEOUT), "exit code")


def garbage(sow):
    with Client(sow, "--depth", "4") as client:
        client.send("4 state <3,0,0,3,3,3,3,3,3>")
        require("state before kgp" in client.bot.warning(), "a board before kgp is accepted")
        client.send("kgp one two three")
        require(client.bot.warning(), "an invalid version is accepted")
        client.greet()
        for bad in ("state", "4 state", "4 state <>", "4 state <3>", "4 state 3,0,0,3,3,3,3,3,3", "4 state <3,0,0,3,3,3,3,3>",
                    "4 state <0,0,0>", "4 state <27" + ",1" * 56 + ">", "4 state <3,0,0,3,3,3,3,3,3,3>",
                    "4 state <3,0,0,-3,3,3,3,3,3>", "4 state <3,0,0,99999999999999999999,3,3,3,3,3>",
                    "4 state <3,255,255,3,3,3,3,3,3>", "4 state <3,0,0,0,0,0,3,3,3>", "4 state <3,0,0,3,3,3,0,0,0>",
                    "4 state <99999999999,0>", "4 state <3,0,0,3,3,3,3,3,3> <3,0,0,3,3,3,3,3,3>", '4 state "',
                    "set", "set time:mode", "set time:mode never", "set time:clock soon", "set time:clock -1", "4@5",
                    "kgp 1 0 0", '5 error "x'):
            client.send(bad)
            require(client.bot.warning(), f"{bad} is accepted")
        for bad in ("@ state", "4@ state", "x@y state", "stop", "4@4 stop", "init", "5 move 3", "5 yield", "5 unheard-of 1 2 3"):
            client.send(bad)
        for bad in GARBAGE:
            client.send(bad)
        client.skip_answers()
        # Too many boards at once: the bot answers those it accepts.
        for number in range(500):
            client.send(f"{number} state <12{',12' * 2}{',9' * 24}>")
        client.skip_answers()
        client.send("stop")
        client.send("10000 state <3,0,0,0,0,1,1,1,1>")
        while client.receive() != "@10000 yield":
            pass
        # A server that rejects every move gets a limited number of repetitions.
        client.send("10002 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>")
        for _ in range(50):
            client.send('error "No state associated with id"')
        client.skip_answers()
        client.goodbye()


def disconnects(sow):
    with Client(sow) as client:
        client.send("kgp 2 0 0")
        require(client.receive().startswith("error "), "an unsupported version is accepted")
        expect("goodbye", client.receive())
        client.bot.process.wait(TIMEOUT)
    with Client(sow, "--time", "3600000") as client:  # during a search
        client.greet()
        client.send("4 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>")
        client.receive()
        client.socket.shutdown(socket.SHUT_RDWR)
        expect(1, client.bot.process.wait(TIMEOUT), "exit code after a lost connection")
        require("closed the connection" in client.bot.warning(), "a lost connection is not reported")
    with Bot(sow, "bot", "kgp", "127.0.0.1:1", "--retries", "100") as bot:  # nothing listens there
        expect(1, bot.process.wait(TIMEOUT), "exit code of a refused connection")
        require("cannot connect" in bot.warning(), "a refused connection is not reported")


def reconnects(sow):
    """The bot reconnects after a lost connection, and logs the whole dialogue."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log.txt")
        with Client(sow, "--depth", "2", "--retries", "2", "--log", log) as client:
            for _ in range(2):
                client.greet()
                client.send("4 state <3,0,0,0,0,1,1,1,1>")
                expect([3, 3], client.moves(4))
                client.socket.shutdown(socket.SHUT_RDWR)
                require("reconnecting in 1 s" in client.bot.warning(), "a lost connection is not reported")
                client.accept()
            client.greet()
            client.goodbye()
        text = log.read_text()
        expect(3, text.count(" server < kgp 1 0 0"), "greetings in the log")
        expect(2, text.count(" server > @4 yield"), "yields in the log")


for test in (plays_whole_games, loses_no_move_on_racy_server, answers, evaluation, clocks, garbage, disconnects, reconnects):
    test(sys.argv[1])
