"""kgp.py SOW: a server that speaks the Kalah Game Protocol, and `sow bot kgp` as its client."""
import random
import re
import socket
import sys

from bot import GARBAGE, PATIENCE, Bot, expect, require
from kalah import Kalah


class Client:
    """The connection to a bot that was started for it."""

    def __init__(self, sow, *words):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(PATIENCE)
        self.bot = Bot(sow, "bot", "kgp", f"localhost:{listener.getsockname()[1]}", "--threads", "1", *words)
        self.socket, _ = listener.accept()
        listener.close()
        self.socket.settimeout(PATIENCE)
        self.stream = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bot.__exit__()
        self.socket.close()

    def say(self, line):
        self.socket.sendall(line if isinstance(line, bytes) else line.encode() + b"\r\n")

    def hear(self):
        line = self.stream.readline()
        require(line.endswith(b"\r\n"), f"a line ends in CRLF, not {line!r}")
        return line.decode()[:-2]

    def greet(self, name="Sow"):
        self.say("kgp 1 0 0")
        expect(f'set info:name "{name}"', self.hear())
        expect("mode freeplay", self.hear())

    def moves(self, reference):
        """The moves for a board, once the bot has yielded."""
        moves = []
        while (line := self.hear()) != f"@{reference} yield":
            match = re.fullmatch(rf"@{reference} move (\d+)", line)
            require(match, f"unexpected: {line}")
            moves.append(int(match[1]))
        return moves

    def alive(self):
        """Answers to what came before have been given when this returns; they are left out."""
        self.say("999 ping")
        while self.hear() != "@999 pong":
            pass

    def goodbye(self):
        self.say("goodbye")
        expect(0, self.bot.process.wait(PATIENCE), "exit code")


def board_text(board, south):
    fields = [len(board.pits[0]), board.stores[south], board.stores[1 - south], *board.pits[south], *board.pits[1 - south]]
    return f"<{','.join(map(str, fields))}>"


def games(sow):
    """Whole games of several sizes, in which the bot has either side, and is always told it is South."""
    choices, wins, number = random.Random(1), 0, 2
    with Client(sow, "--depth", "6", "--name", 'A "quoted" \\ name') as client:
        client.greet('A \\"quoted\\" \\\\ name')
        for side, (pits, seeds) in enumerate([(6, 4), (6, 6), (8, 8), (3, 3), (1, 1), (10, 12)]):
            board, mover, own = Kalah(pits, seeds), 0, side % 2
            while not board.over():
                if mover == own:
                    number += 2
                    client.say(f"{number} state {board_text(board, own)}")
                    pit = client.moves(number)[-1] - 1
                    require(pit in board.legal(mover), f"{pit + 1} is illegal on {board_text(board, own)}")
                else:
                    pit = choices.choice(board.legal(mover))
                mover = mover if board.play(mover, pit) else 1 - mover
            wins += board.stores[own] > board.stores[1 - own]
        require(wins >= 4, f"the bot won {wins} of 6 games against chance")
        client.goodbye()


def answers(sow):
    with Client(sow, "--depth", "8", "--token", "secret word") as client:
        client.say("  kgp  1 1 7 ")
        expect('set info:name "Sow"', client.hear())
        expect('set auth:token "secret word"', client.hear())
        expect("mode freeplay", client.hear())
        client.say("ping")
        expect("pong", client.hear())
        client.say("7@3 ping")
        expect("@7 pong", client.hear())
        # There is one move; and there is one that wins everything: the last pit, whose seed captures.
        client.say("10 state <3,0,0,0,0,1,1,1,1>")
        expect([3], client.moves(10))
        client.say("12 state <3,0,0,1,0,1,0,9,1>")
        expect(1, client.moves(12)[-1])
        # Without an id there is none to refer to.
        client.say("state <3,0,0,0,0,1,1,1,1>")
        expect(["move 3", "yield"], [client.hear(), client.hear()])
        # Several boards at once.
        for number in (20, 22, 24):
            client.say(f"{number} state <4,0,0,4,4,4,4,4,4,4,4>")
        heard = []
        while len([line for line in heard if line.endswith("yield")]) < 3:
            heard.append(client.hear())
        for number in (20, 22, 24):
            require(any(line.startswith(f"@{number} move ") for line in heard), f"no move for {number}")
            require(f"@{number} yield" in heard, f"no yield for {number}")
        client.say('set info:comment "anything \\" goes"')
        client.say('ok')
        client.say('error "for people"')
        require("for people" in client.bot.complaint(), "an error of the server is not told")
        client.goodbye()


def evaluation(sow):
    """One of six pits serves boards of six pits; others have their own."""
    with Client(sow, "--depth", "3", "--evaluation", "../../games/kalah.network") as client:
        client.greet()
        for number, pits in enumerate((6, 3, 6), start=2):
            client.say(f"{2 * number} state {board_text(Kalah(pits, 3), 0)}")
            require(client.moves(2 * number), f"no move with {pits} pits")
        client.goodbye()


def clocks(sow):
    """`stop` ends a search that would take an hour, and so does the server's clock."""
    with Client(sow, "--time", "3600000") as client:
        client.greet()
        hour = "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>"
        client.say(f"4 state {hour}")
        require(client.hear().startswith("@4 move "), "no move at once")
        client.say("1 ping")  # answered while it searches
        while client.hear() != "@1 pong":
            pass
        client.say("6@99 stop")  # of another board
        client.say("6@4 stop")
        client.say("8 state <3,0,0,0,0,1,1,1,1>")
        while client.hear() != "@8 yield":
            pass
        for mode in "absolute", "relative":
            client.say(f"set time:mode {mode}")
            client.say("set time:clock 1")
            client.say(f"10 state {hour}")
            client.moves(10)
        client.say("set time:mode none")
        client.say(f"12 state {hour}")
        client.say("goodbye")  # in the middle of a search
        expect(0, client.bot.process.wait(PATIENCE), "exit code")


def garbage(sow):
    with Client(sow, "--depth", "4") as client:
        client.say("4 state <3,0,0,3,3,3,3,3,3>")
        require("not introduced itself" in client.bot.complaint(), "a board before kgp is taken")
        client.say("kgp one two three")
        require(client.bot.complaint(), "a version in words is taken")
        client.greet()
        for bad in ("state", "4 state", "4 state <>", "4 state <3>", "4 state 3,0,0,3,3,3,3,3,3", "4 state <3,0,0,3,3,3,3,3>",
                    "4 state <0,0,0>", "4 state <27" + ",1" * 56 + ">", "4 state <3,0,0,3,3,3,3,3,3,3>",
                    "4 state <3,0,0,-3,3,3,3,3,3>", "4 state <3,0,0,99999999999999999999,3,3,3,3,3>",
                    "4 state <3,255,255,3,3,3,3,3,3>", "4 state <3,0,0,0,0,0,3,3,3>", "4 state <3,0,0,3,3,3,0,0,0>",
                    "4 state <99999999999,0>", "4 state <3,0,0,3,3,3,3,3,3> <3,0,0,3,3,3,3,3,3>", '4 state "',
                    "set", "set time:mode", "set time:mode never", "set time:clock soon", "set time:clock -1", "4@5",
                    "kgp 1 0 0", '5 error "x'):
            client.say(bad)
            require(client.bot.complaint(), f"{bad} is taken")
        for bad in ("@ state", "4@ state", "x@y state", "stop", "4@4 stop", "init", "5 move 3", "5 yield", "5 unheard-of 1 2 3"):
            client.say(bad)
        for bad in GARBAGE:
            client.say(bad)
        client.alive()
        # More boards than anybody needs: those it takes are answered, and nothing is lost.
        for number in range(500):
            client.say(f"{number} state <12{',12' * 2}{',9' * 24}>")
        client.alive()
        client.say("stop")
        client.say("10000 state <3,0,0,0,0,1,1,1,1>")
        while client.hear() != "@10000 yield":
            pass
        client.goodbye()


def departures(sow):
    with Client(sow) as client:
        client.say("kgp 2 0 0")
        require(client.hear().startswith("error "), "another version is taken")
        expect("goodbye", client.hear())
        client.bot.process.wait(PATIENCE)
    with Client(sow, "--time", "3600000") as client:  # the server hangs up in the middle of a search
        client.greet()
        client.say("4 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>")
        client.hear()
        client.socket.shutdown(socket.SHUT_RDWR)
        expect(1, client.bot.process.wait(PATIENCE), "exit code of a hang-up")
        require("hung up" in client.bot.complaint(), "a hang-up is not told")


for test in games, answers, evaluation, clocks, garbage, departures:
    test(sys.argv[1])
