"""codingame.py SOW: a judge for `sow bot codingame` that plays oware for at most 200 turns."""
import random
import sys

from bot import GARBAGE, Bot, expect, require

HOUSES, MAX_TURNS, WINNING_SEEDS = 6, 200, 25


def sow_house(board, house):
    """Returns the board after a move and the number of captured seeds. Houses 0 to 5 are the mover's."""
    board = board[:]
    hand, board[house] = board[house], 0
    at = house
    while hand:
        at = (at + 1) % 12
        if at != house:
            board[at] += 1
            hand -= 1
    rest = board[:]
    while at >= HOUSES and rest[at] in (2, 3):
        rest[at] = 0
        at -= 1
    if not any(rest[HOUSES:]):  # a grand slam captures nothing
        return board, 0
    return rest, sum(board) - sum(rest)


def legal(board):
    moves = [house for house in range(HOUSES) if board[house]]
    feeding = [house for house in moves if any(sow_house(board, house)[0][HOUSES:])]
    return feeding if not any(board[HOUSES:]) else moves


def play(bot, moves_first, rng):
    """Plays a game. Returns the bot's captures minus the opponent's."""
    board, stores, mover = [4] * 12, [0, 0], 0 if moves_first else 1  # the mover's houses first; mover 0 is the bot
    for _ in range(MAX_TURNS):
        moves = legal(board)
        if not moves:
            stores[mover] += sum(board[:HOUSES])
            break
        if mover == 0:
            bot.send(" ".join(map(str, board)))
            house = int(bot.receive())
            require(house in moves, f"{house} is illegal on {board}")
        else:
            house = rng.choice(moves)
        board, captured = sow_house(board, house)
        stores[mover] += captured
        if stores[mover] >= WINNING_SEEDS:
            break
        board, mover = board[HOUSES:] + board[:HOUSES], 1 - mover
    return stores[0] - stores[1]


def games(sow):
    rng, wins = random.Random(1), 0
    for number in range(10):
        with Bot(sow, "bot", "codingame", "--nodes", "500", "--threads", "1") as bot:
            wins += play(bot, number % 2 == 0, rng) > 0
            expect(0, bot.close(), "exit code")
            require(bot.warnings.get() is None, "warning in a regular game")
    require(wins >= 9, f"the bot won {wins} of 10 games against random moves")


def garbage(sow):
    with Bot(sow, "bot", "codingame", "--nodes", "500", "--threads", "1") as bot:
        for bad in ("4 4 4", "4 4 4 4 4 4 4 4 4 4 4 4 4", "4 4 4 4 4 4 4 4 4 4 4 5", "-4 4 4 4 4 4 4 4 4 4 4 4", "x " * 12,
                    "4.0 4 4 4 4 4 4 4 4 4 4 4", "0 0 0 0 0 0 4 4 4 4 4 4", "99999999999999999999 0 0 0 0 0 0 0 0 0 0 0"):
            bot.send(bad)
            require(bot.warning(), f"{bad} is accepted")
        for bad in GARBAGE:
            bot.send(bad)
        # Unrelated boards, and boards of games that are over.
        for board, answers in (("0 0 0 0 0 1 0 0 0 0 0 0", [5]), ("48 0 0 0 0 0 0 0 0 0 0 0", [0]),
                               ("1 0 0 0 0 0 0 0 0 0 0 0", [0]), ("1 1 1 1 1 1 1 1 1 1 1 1", range(6)),
                               ("1 1 1 1 1 1 1 1 1 1 1 1", range(6)), ("0 0 0 0 0 2 1 0 0 0 0 0", [5])):
            bot.send(board)
            require(int(bot.receive()) in answers, f"{board} got a wrong answer")
        wins = play(bot, True, random.Random(2)) > 0  # the bot still plays well
        require(wins, "the bot lost after invalid input")
        expect(0, bot.close(), "exit code")


games(sys.argv[1])
garbage(sys.argv[1])
