"""mankalah.py SOW: judges `sow bot mankalah` as Manchester's judge does, against opponents that move at random."""
import random
import sys

from bot import GARBAGE, Bot, expect, require
from kalah import Kalah

NAMES = ("South", "North")


def message(move, board, turn):
    state = board.pits[1] + [board.stores[1]] + board.pits[0] + [board.stores[0]]
    return f"CHANGE;{move};{','.join(map(str, state))};{turn}"


def play(bot, side, choices, swaps):
    """A game in which the bot begins on this side, and the opponent swaps if it can. What happened."""
    board, mover, moves, swapped = Kalah(7, 7), 0, 0, None
    bot.say(f"START;{NAMES[side]}")
    while not board.over():
        moves += 1
        if mover == side:
            answer = bot.hear()
            if answer == "SWAP":
                expect(2, moves, "the bot swaps too late; move")
                side, swapped = 1 - side, "bot"
                continue  # it is the opponent's turn, who has become North
            word, number = answer.split(";")
            expect("MOVE", word, "the bot's answer")
            pit = int(number) - 1
            require(pit in board.legal(mover), f"{answer} is illegal on {board.pits}")
        elif moves == 2 and swaps:
            side, swapped = 1 - side, "opponent"
            bot.say(message("SWAP", board, "YOU"))
            continue
        else:
            pit = choices.choice(board.legal(mover))
        again = board.play(mover, pit) and moves > 1  # the first move never earns another
        mover = mover if again else 1 - mover
        turn = "END" if board.over() else "YOU" if mover == side else "OPP"
        bot.say(message(pit + 1, board, turn))
    return board.stores[side] - board.stores[1 - side], swapped


def games(sow):
    choices, swaps, wins = random.Random(1), [], 0
    for number in range(8):
        with Bot(sow, "bot", "mankalah", "--nodes", "2000", "--threads", "1") as bot:
            lead, swapped = play(bot, number % 2, choices, swaps=number % 4 == 0)
            swaps.append(swapped)
            wins += lead > 0
            bot.say("END")
            expect(0, bot.end(), "exit code")
            require(bot.complaints.get() is None, "a sane game is complained about")
    require(wins >= 7, f"the bot won {wins} of 8 games against chance")
    require("opponent" in swaps and "bot" in swaps, f"somebody never swapped: {swaps}")


def garbage(sow):
    with Bot(sow, "bot", "mankalah", "--nodes", "200", "--threads", "1") as bot:
        start = message(1, Kalah(7, 7), "YOU")
        bot.say(start)  # before the game has begun
        require("has not begun" in bot.complaint(), "CHANGE before START is taken")
        for bad in ("START", "START;East", "START;North;x", "CHANGE;1", "CHANGE;0;x;YOU", "CHANGE;8;x;YOU", "MOVE;1",
                    "CHANGE;1;7,7,7;YOU", start.replace("YOU", "ME"), start.replace("7,7,7", "7,7,8", 1),
                    start.replace("7,7,7", "7,7,-7", 1), start.replace("7,7,7", "7,7,99999999999", 1),
                    start.replace(",", ";"), start + ";YOU", "CHANGE;1;" + "7," * 10_000 + ";YOU", "END;now"):
            bot.say("START;North")
            bot.say(bad)
            require(bot.complaint(), f"{bad} is taken")
        for bad in GARBAGE:
            bot.say(bad)
        lost = Kalah(7, 7)
        lost.pits, lost.stores = [[0] * 7, [7] * 7], [49, 0]
        bot.say("START;South")
        bot.hear()
        bot.say(message(1, lost, "YOU"))  # nothing to move, and yet asked
        play(bot, 1, random.Random(2), swaps=False)  # still a player
        expect(1, bot.end(), "exit code without END")
        require(bot.lines.get() is None, "more answers than turns")


games(sys.argv[1])
garbage(sys.argv[1])
