"""codingame.py SOW: judges `sow bot codingame`: oware for at most 200 turns, twelve numbers a turn."""
import random
import sys

from bot import GARBAGE, Bot, expect, require

HOUSES, TURNS, ENOUGH = 6, 200, 25


def sown(board, house):
    """The board after a move of its first player, and what it captures. Houses 0-5 are the mover's."""
    board = board[:]
    hand, board[house] = board[house], 0
    at = house
    while hand:
        at = (at + 1) % 12
        if at != house:
            board[at] += 1
            hand -= 1
    taken = board[:]
    while at >= HOUSES and taken[at] in (2, 3):
        taken[at] = 0
        at -= 1
    if not any(taken[HOUSES:]):  # a grand slam takes nothing
        return board, 0
    return taken, sum(board) - sum(taken)


def legal(board):
    moves = [house for house in range(HOUSES) if board[house]]
    feeding = [house for house in moves if any(sown(board, house)[0][HOUSES:])]
    return feeding if not any(board[HOUSES:]) else moves


def play(bot, begins, choices):
    """The bot's captures less the opponent's."""
    board, stores, mover = [4] * 12, [0, 0], 0 if begins else 1  # the mover's houses first; mover 0 is the bot
    for _ in range(TURNS):
        moves = legal(board)
        if not moves:
            stores[mover] += sum(board[:HOUSES])
            break
        if mover == 0:
            bot.say(" ".join(map(str, board)))
            house = int(bot.hear())
            require(house in moves, f"{house} is illegal on {board}")
        else:
            house = choices.choice(moves)
        board, captured = sown(board, house)
        stores[mover] += captured
        if stores[mover] >= ENOUGH:
            break
        board, mover = board[HOUSES:] + board[:HOUSES], 1 - mover
    return stores[0] - stores[1]


def games(sow):
    choices, wins = random.Random(1), 0
    for number in range(10):
        with Bot(sow, "bot", "codingame", "--nodes", "500", "--threads", "1") as bot:
            wins += play(bot, number % 2 == 0, choices) > 0
            expect(0, bot.end(), "exit code")
            require(bot.complaints.get() is None, "a sane game is complained about")
    require(wins >= 9, f"the bot won {wins} of 10 games against chance")


def garbage(sow):
    with Bot(sow, "bot", "codingame", "--nodes", "500", "--threads", "1") as bot:
        for bad in ("4 4 4", "4 4 4 4 4 4 4 4 4 4 4 4 4", "4 4 4 4 4 4 4 4 4 4 4 5", "-4 4 4 4 4 4 4 4 4 4 4 4", "x " * 12,
                    "4.0 4 4 4 4 4 4 4 4 4 4 4", "0 0 0 0 0 0 4 4 4 4 4 4", "99999999999999999999 0 0 0 0 0 0 0 0 0 0 0"):
            bot.say(bad)
            require(bot.complaint(), f"{bad} is taken")
        for bad in GARBAGE:
            bot.say(bad)
        # Boards that do not follow from each other, and ones where a proper judge would have ended the game.
        for board, answers in (("0 0 0 0 0 1 0 0 0 0 0 0", [5]), ("48 0 0 0 0 0 0 0 0 0 0 0", [0]),
                               ("1 0 0 0 0 0 0 0 0 0 0 0", [0]), ("1 1 1 1 1 1 1 1 1 1 1 1", range(6)),
                               ("1 1 1 1 1 1 1 1 1 1 1 1", range(6)), ("0 0 0 0 0 2 1 0 0 0 0 0", [5])):
            bot.say(board)
            require(int(bot.hear()) in answers, f"{board} is answered wrongly")
        wins = play(bot, True, random.Random(2)) > 0  # still a player
        require(wins, "the bot has lost its way")
        expect(0, bot.end(), "exit code")


games(sys.argv[1])
garbage(sys.argv[1])
