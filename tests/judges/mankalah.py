"""mankalah.py SOW: a judge for `sow bot mankalah` like the one in Manchester, with a random opponent."""
import random
import sys

from bot import GARBAGE, Bot, expect, require
from kalah import Kalah

NAMES = ("South", "North")


def message(move, board, turn):
    state = board.pits[1] + [board.stores[1]] + board.pits[0] + [board.stores[0]]
    return f"CHANGE;{move};{','.join(map(str, state))};{turn}"


def play(bot, side, rng, swaps):
    """Plays a game with the bot on this side. Returns the bot's margin and who swapped sides, if anybody."""
    board, mover, moves, swapped = Kalah(7, 7), 0, 0, None
    bot.send(f"START;{NAMES[side]}")
    while not board.over():
        moves += 1
        if mover == side:
            answer = bot.receive()
            if answer == "SWAP":
                expect(2, moves, "number of the move at which the bot swaps")
                side, swapped = 1 - side, "bot"
                continue  # the opponent is North now and moves
            word, number = answer.split(";")
            expect("MOVE", word, "the bot's answer")
            pit = int(number) - 1
            require(pit in board.legal(mover), f"{answer} is illegal on {board.pits}")
        elif moves == 2 and swaps:
            side, swapped = 1 - side, "opponent"
            bot.send(message("SWAP", board, "YOU"))
            continue
        else:
            pit = rng.choice(board.legal(mover))
        again = board.play(mover, pit) and moves > 1  # no extra turn after the first move
        mover = mover if again else 1 - mover
        turn = "END" if board.over() else "YOU" if mover == side else "OPP"
        bot.send(message(pit + 1, board, turn))
    return board.stores[side] - board.stores[1 - side], swapped


def games(sow):
    rng, swaps, wins = random.Random(1), [], 0
    for number in range(8):
        with Bot(sow, "bot", "mankalah", "--nodes", "2000", "--threads", "1") as bot:
            lead, swapped = play(bot, number % 2, rng, swaps=number % 4 == 0)
            swaps.append(swapped)
            wins += lead > 0
            bot.send("END")
            expect(0, bot.close(), "exit code")
            require(bot.warnings.get() is None, "warning in a regular game")
    require(wins >= 7, f"the bot won {wins} of 8 games against random moves")
    require("opponent" in swaps and "bot" in swaps, f"expected swaps by both sides: {swaps}")


def garbage(sow):
    with Bot(sow, "bot", "mankalah", "--nodes", "200", "--threads", "1") as bot:
        start = message(1, Kalah(7, 7), "YOU")
        bot.send(start)  # before START
        require("before START" in bot.warning(), "CHANGE before START is accepted")
        for bad in ("START", "START;East", "START;North;x", "CHANGE;1", "CHANGE;0;x;YOU", "CHANGE;8;x;YOU", "MOVE;1",
                    "CHANGE;1;7,7,7;YOU", start.replace("YOU", "ME"), start.replace("7,7,7", "7,7,8", 1),
                    start.replace("7,7,7", "7,7,-7", 1), start.replace("7,7,7", "7,7,99999999999", 1),
                    start.replace(",", ";"), start + ";YOU", "CHANGE;1;" + "7," * 10_000 + ";YOU", "END;now"):
            bot.send("START;North")
            bot.send(bad)
            require(bot.warning(), f"{bad} is accepted")
        for bad in GARBAGE:
            bot.send(bad)
        lost = Kalah(7, 7)
        lost.pits, lost.stores = [[0] * 7, [7] * 7], [49, 0]
        bot.send("START;South")
        bot.receive()
        bot.send(message(1, lost, "YOU"))  # a board without a legal move
        play(bot, 1, random.Random(2), swaps=False)  # the bot still plays
        expect(1, bot.close(), "exit code without END")
        require(bot.lines.get() is None, "more answers than turns")


games(sys.argv[1])
garbage(sys.argv[1])
