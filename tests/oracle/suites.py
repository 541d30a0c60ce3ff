#!/usr/bin/env python3
"""Makes and checks the suites of tests/data with the oracle. README.md beside this file tells how."""
import argparse
import random
import sys
from collections import Counter
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import oracle
import rounds

DATA = Path(__file__).resolve().parents[1] / "data"
SEED = 1  # the suites are the same whenever they are made

# Besides every game of games/: sizes that people choose, the smallest and the largest among them.
SIZED = ["awari:seeds=3", "awari/solved:seeds=3"] + [
    f"kalah{variant}:{sizes}" for variant in ("", "/empty-capture")
    for sizes in ("pits=1,seeds=1", "pits=2,seeds=2", "pits=4,seeds=3", "pits=9,seeds=10")]
# Rounds with closed pits: on one side or both, and with more pits for the player who has won some; and one that North began.
CLOSED = ["sungka:round=2,closed=AB", "pallanguzhi:round=3,closed=efg", "olinda:round=2,closed=FGc", "bosh:round=2,closed=ABCD",
          "adi:pits=9,seeds=4,round=3,closed=DEFGHI", "ayo:pits=7,seeds=4,round=2,closed=fg",
          "lam-waladach:round=2,first=N", "tests/data/rules/rounds.toml:round=2,closed=Bd",
          "tests/data/rules/three_row_rounds.toml:round=2,closed=AGbci"]
# And small rule files, each for one mechanic or a mixture; in the suites they are named from the root of the repository.
# Rule files that the program refuses are for the oracle's own examples.
REFUSED = {"keep_feed", "keep_leave", "keep_rest", "keep_side", "opposed_four", "out", "own_ends", "pass_own"}
RULE_FILES = [f"tests/data/rules/{path.name}" for path in sorted((DATA / "rules").glob("*.toml")) if path.stem not in REFUSED]
# These have large suites; the others are made of the same mechanics and have small ones.
THOROUGH = SIZED + [
    "al-manqala", "awari", "awari/solved", "ayoayo", "bao-kiarabu", "bohnenspiel", "dakon", "endodoi", "halusa", "hoyito", "hus",
    "hus/no-singles", "kalah", "kalah/empty-capture", "ohvalhu", "ot-tjin", "oware", "owari", "owela", "songo", "sungka",
    "toguz-kumalak", "vai-lung-thlan", "wari", "woli"]

MADE = "# Made by tests/oracle, which is written from the rules in words alone and shares nothing with the kernels."
MOVES_HEAD = f"""\
# GAME DIAGRAM | MOVE DIAGRAM_AFTER [over REASON S-N]; …     every legal move of the position, or
# GAME DIAGRAM | over REASON S-N                              a game that is over, with the final count of each player.
{MADE}
"""
PERFT_HEAD = f"""\
# GAME DIAGRAM DEPTH COUNT: positions after exactly DEPTH plies, a game that ended earlier counting nothing.
{MADE}
"""
GAMES_HEAD = f"""\
# GAME DIAGRAM MOVES over REASON S-N: a whole game from the position, its moves run together; it ends after the last of
# them and not before, for this reason and with this final count of each player. Where a repetition shares what is left
# the equal shares, which change nothing between the players, are not counted: that was adapted to the program afterwards.
{MADE}
"""
ROUNDS_HEAD = f"""\
# GAME S-N BL | NEXT_GAME DIAGRAM, or lost S, or over S-N: a round in which the players have won S and N seeds, which B began and in which L
# moved last, and the round that follows, the player who has lost the match, or the rounds that they have won in all.
{MADE}
"""


# ----------------------------------------------------------------------------------------------------- lines of text


def ending_text(over):
    return "" if over is None else "over {} {}-{}".format(over[0], *over[1])


def turn_text(rules, move, turn):
    then = oracle.after(rules, turn)
    over = ending_text(oracle.ending(rules, then))
    return f"{oracle.move_text(rules, move)} {oracle.diagram(then)} {over}".rstrip()


def moves_text(rules, position):
    """What stands after the | of moves.txt."""
    over = oracle.ending(rules, position)
    if over:
        return ending_text(over)
    return "; ".join(turn_text(rules, move, turn) for move, turn in oracle.turns(rules, position).items())


def one_move_text(rules, position, text):
    """What stands after the position in examples.txt."""
    move = oracle.parse_move(rules, position, text)
    why = oracle.why_illegal(rules, position, move)
    return f"{text} illegal {why}" if why else turn_text(rules, move, oracle.turns(rules, position)[move])


def game_text(rules, position, moves):
    """What stands after the position in games.txt, as far as the game goes."""
    game = oracle.Game(rules, position)
    played = ""
    for text in oracle.split_moves(moves):
        move = oracle.parse_move(rules, game.position, text)
        if game.ending() or move not in oracle.turns(rules, game.position):
            return f"{played} then {text} cannot be played"
        game.play(move)
        played += text
    return f"{played} {ending_text(game.ending())}".rstrip()


# ------------------------------------------------------------------------------------------------------------- check


def expected(rules, position, rest):
    """What the oracle says where a suite has `rest` after the position."""
    words = rest.split()
    if words[0] == "|":
        return "| " + moves_text(rules, position)
    if words[0].isdigit():
        return f"{words[0]} {oracle.perft(rules, position, int(words[0]))}"
    if len(oracle.split_moves(words[0])) == 1 and words[1] != "over":
        return one_move_text(rules, position, words[0])
    return game_text(rules, position, words[0])


def round_text(rules, seeds, players):
    """What stands after the | of rounds.txt."""
    began, moved_last = ("SN".index(letter) for letter in players)
    follows = rounds.next_round(rules, seeds, began, moved_last)
    if isinstance(follows, int):
        return f"lost {'SN'[follows]}"
    if isinstance(follows, list):
        return f"over {follows[0]}-{follows[1]}"
    name, position = follows
    return f"{name} {oracle.diagram(position)}"


def expected_line(rules, line):
    """What stands after the second word of a line."""
    _, second, rest = line.split(maxsplit=2)
    if second.count("-") > 1:
        return expected(rules, oracle.parse_diagram(rules, second), rest)
    players = rest.split()[0]
    return f"{players} | {round_text(rules, [int(word) for word in second.split('-')], players)}"


def check(names, every, most_leaves):
    """Compares every so-manieth line of the suites with the oracle; returns how many disagree."""
    known_rules, wrong = {}, 0
    for name in names:
        checked = 0
        for number, line in enumerate((DATA / name).read_text().splitlines(), 1):
            if not line or line.startswith("#") or number % every:
                continue
            game, position, rest = line.split(maxsplit=2)
            if name.startswith("perft") and int(rest.split()[1]) > most_leaves:
                continue
            rules = known_rules.setdefault(game, oracle.Rules(game))
            found = expected_line(rules, line)
            checked += 1
            if found != rest:
                wrong += 1
                print(f"{name}:{number}: {game} {position}\n  suite:  {rest}\n  oracle: {found}")
        print(f"{name}: {checked} lines checked")
    return wrong


# ----------------------------------------------------------------------------------------------------- positions


def sparse(rng, rules):
    """A late position: few seeds, one side perhaps empty, the rest shared between the stores."""
    total = sum(oracle.start(rules).seeds)
    full = [rng.choice([0.15, 0.35, 0.6]) * rng.choice([0, 1, 1, 1]) for _ in range(2)]
    most = rng.choice([1, 2, 3, 6])
    seeds = [rng.randint(1, most) if rng.random() < full[player] else 0
             for player in range(2) for _ in range(rules.side)]
    rest = max(0, total - sum(seeds))
    south = min(rest, max(0, rest // 2 + rng.randint(-2, 2)))
    stores = [south, rest - south] if oracle.has_stores(rules) else [0, 0]
    return with_state(rng, rules, oracle.Position((*seeds, *stores), rng.randrange(2)))


def last_seeds(rng, rules):
    """A few seeds in the mover's last pits and the opponent's first ones, where a capture may be of everything and decide
    the game."""
    mover = rng.randrange(2)
    seeds = [0] * (2 * rules.side)
    mine, theirs = oracle.pits(rules, mover), oracle.pits(rules, oracle.opponent(mover))
    for near in list(mine[-3:]) + list(theirs[:3]):
        seeds[near] = rng.choice([0, 1, 1, 2, 3])
    total = sum(oracle.start(rules).seeds)
    stores = [0, 0]
    if oracle.has_stores(rules) and total > sum(seeds):
        stores[mover] = max(0, min(total // 2 - rng.randint(0, sum(seeds)), total - sum(seeds)))
        stores[oracle.opponent(mover)] = total - sum(seeds) - stores[mover]
    return with_state(rng, rules, oracle.Position((*seeds, *stores), mover))


def heavy(rng, rules):
    """A position with a few very full pits, whose seeds go round several times; a board has at most 255 seeds."""
    seeds = [rng.choice([0, 0, 1, 2, 5]) for _ in range(2 * rules.side)]
    for _ in range(rng.randint(1, 3)):
        seeds[rng.randrange(2 * rules.side)] = rng.randint(2 * rules.side, 50)
    stores = [rng.randint(0, 15), rng.randint(0, 15)] if oracle.has_stores(rules) else [0, 0]
    position = with_state(rng, rules, oracle.Position((*seeds, *stores), rng.randrange(2)))
    return position if sum(position.seeds) <= 255 else heavy(rng, rules)


def uneven(rng, rules):
    """A position with sides of any fullness. On a full side relays may go on for ever, and the limit of laps cuts them."""
    seeds = [rng.randint(0, most) for most in rng.choices([1, 2, 5, 9], k=2) for _ in range(rules.side)]
    stores = [rng.randint(0, 15), rng.randint(0, 15)] if oracle.has_stores(rules) else [0, 0]
    position = with_state(rng, rules, oracle.Position((*seeds, *stores), rng.randrange(2)))
    return position if sum(position.seeds) <= 255 else uneven(rng, rules)


def with_state(rng, rules, position):
    """The position, perhaps with owned pits or in the opening, in a game that has such things. Closed pits are empty."""
    seeds = tuple(0 if hole in rules.closed else seeds for hole, seeds in enumerate(position.seeds))
    position = replace(position, seeds=seeds)
    if rules.opening["turns"]:
        turns = rules.opening["turns"]
        position = replace(position, opening=rng.choice([0, rng.randint(0, turns)]))
    if oracle.has_marks(rules):
        marks = [0] + ([1, 2] if not rules.move["undo"] else []) + ([4] if rules.turn["again_once"] else [])
        position = replace(position, mark=rng.choice(marks))
    for _ in range(rng.choice([0, 1, 2, 4]) if oracle.owns(rules) else 0):
        pit, player = rng.randrange(2 * rules.side), rng.randrange(2)
        position = with_owner(rules, position, pit, player)
    return position


def with_owner(rules, position, pit, player):
    """The same with a pit that a player owns, if that can be; what was in it goes to the owner's store, or stays."""
    turn = oracle.Turn(rules, replace(position, mover=player), 1)
    wanted = any(rule["own"] and oracle.is_at(turn, pit, rule["at"]) for rule in rules.land)
    if not wanted or pit in turn.owners or not oracle.may_own(turn, pit):
        return position
    if not rules.own["keep"]:
        if not rules.own["out"]:
            turn.seeds[oracle.store(rules, player)] += turn.seeds[pit]
        turn.seeds[pit] = 0
    turn.owners[pit] = player
    return replace(position, seeds=tuple(turn.seeds), owners=tuple(sorted(turn.owners.items())))


def is_settled(rules, position):
    """Whether this can be a position of a game: it has seeds, and who cannot move has passed already."""
    return any(position.seeds) and (oracle.ending(rules, position) or oracle.turns(rules, position))


def pick_any(rng, played):
    return rng.choice(list(played))


def pick_shy(rng, played):
    """A move that captures nothing, if there is one: such games repeat positions."""
    return rng.choice([move for move, turn in played.items() if turn.captured == 0] or list(played))


def pick_greedy(rng, played):
    """A move that captures, if there is one."""
    return rng.choice([move for move, turn in played.items() if turn.captured > 0] or list(played))


def pick_far(rng, played):
    """The longest turn that captures nothing. There is no chance in it, so that it soon comes back to where it was."""
    return max(played, key=lambda move: (played[move].captured == 0, played[move].laps))


def random_game(rng, rules, position, pick):
    """(positions, moves run together, ending) of a game; if it is a very long one the ending is None."""
    game = oracle.Game(rules, position)
    positions, moves = [position], ""
    while not game.ending() and len(positions) <= 400:
        move = pick(rng, oracle.turns(rules, game.position))
        moves += oracle.move_text(rules, move)
        game.play(move)
        positions.append(game.position)
    return positions, moves, game.ending()


def situations(rules, position):
    """The names of what is worth testing in a position."""
    over = oracle.ending(rules, position)
    if over:
        return {f"over {over[0]}"}
    found = set()
    played = oracle.turns(rules, position)
    for move in oracle.with_seeds(rules, position):
        if move not in played:
            found.add(oracle.why_illegal(rules, position, move))
    for move, turn in played.items():
        then = oracle.after(rules, turn)
        follows = oracle.ending(rules, then)
        happened = {"capture": turn.captured, "run": turn.longest_chain > 1, "slam": turn.slam, "again": turn.again,
                    "relay": turn.laps > 1, "round": turn.came_round, "cut": turn.cut,
                    "pass": (then.mover == position.mover) != turn.again,
                    "backwards": move.way < 0, "taken in passing": turn.passed, "into an owned pit": turn.gained,
                    "owned now": turn.owned, "few left": oracle.seeds_left(rules, turn) and not oracle.seeds_left(rules, then),
                    "before": turn.taken_before, "passed over": turn.skipped, "vanished": turn.vanished,
                    "marked": then.mark, "cleared": rules.end["cleared"] and not oracle.seeds_left(rules, then),
                    "in the opening": position.opening, "robbed": turn.robbed, "last in passing": turn.last_passed,
                    f"then {follows and follows[0]}": follows}
        found |= {name for name, true in happened.items() if true}
    return found


def rare(rng, rules, tries):
    """Positions with a turn that chance seldom brings: the limit of laps cuts it, or both players then have one half."""
    found = []
    for number in range(tries):
        position = (uneven, last_seeds)[number % 2](rng, rules)
        half = sum(position.seeds) / 2
        played = [oracle.play_turn(rules, position, move) for move in oracle.liftable(rules, position)]
        if any(turn.cut or turn.seeds[-2] == turn.seeds[-1] == half for turn in played):
            found.append(position)
    return found


def pool(rng, rules, size):
    """Many positions of all kinds."""
    positions = [oracle.start(rules)] + rare(rng, rules, 2 * size)
    while len(positions) < size:
        make = rng.choice([sparse, last_seeds, heavy, uneven])
        positions += [make(rng, rules) for _ in range(50)]
        pick = rng.choice([pick_any, pick_shy, pick_greedy])
        played = random_game(rng, rules, oracle.start(rules), pick)[0]
        positions += rng.sample(played, min(len(played), 30))
    return [position for position in dict.fromkeys(positions) if is_settled(rules, position)]


def kept(rules):
    """The positions of kept.txt, which chance would not find again soon."""
    lines = (Path(__file__).parent / "kept.txt").read_text().splitlines()
    return [oracle.parse_diagram(rules, line.split()[1]) for line in lines if line.split()[0] == rules.name]


def choose(rng, rules, positions, wanted, of_each):
    """The start, what is kept, some positions of each situation, rare situations first, and others at random."""
    found = {position: situations(rules, position) for position in positions}
    common = Counter(name for names in found.values() for name in names)
    chosen = dict.fromkeys(positions[:1] + kept(rules))
    have = Counter()
    for name in sorted(common, key=lambda name: (common[name], name)):
        for position in positions:
            if have[name] >= of_each:
                break
            if name in found[position] and position not in chosen:
                chosen[position] = None
                have.update(found[position])
    others = [position for position in positions if position not in chosen]
    rng.shuffle(others)
    return (list(chosen) + others)[:max(wanted, len(chosen))]


# ---------------------------------------------------------------------------------------------------------- making


def make_moves(rng, rules, positions):
    return [f"{rules.name} {oracle.diagram(position)} | {moves_text(rules, position)}" for position in positions]


def make_perft(rng, rules, positions, wanted, most_leaves):
    """The start as deep as it stays small, and some of the positions of moves.txt to four plies."""
    lines = []
    alive = [position for position in positions[1:] if not oracle.ending(rules, position)]
    for position in positions[:1] + rng.sample(alive, min(wanted, len(alive))):
        known, fewer = {}, 1
        for depth in range(1, 8 if position is positions[0] else 5):
            count = oracle.perft(rules, position, depth, known)
            lines.append(f"{rules.name} {oracle.diagram(position)} {depth} {count}")
            if count * count > most_leaves * fewer:  # one ply more would have too many leaves
                break
            fewer = count
    return lines


def make_games(rng, rules, tries, of_each):
    """Games from what is kept, from the start and from late positions, at most so many that end for the same reason."""
    games, ended = {}, Counter()
    begun = [(position, pick_far) for position in kept(rules)]
    for number in range(tries):
        make = rng.choice([sparse, last_seeds])
        position = make(rng, rules) if number % 2 else oracle.start(rules)
        if is_settled(rules, position) and not oracle.ending(rules, position):
            begun.append((position, rng.choice([pick_any, pick_shy, pick_greedy, pick_far])))
    for position, pick in begun:
        _, moves, over = random_game(rng, rules, position, pick)
        line = f"{rules.name} {oracle.diagram(position)} {moves} {ending_text(over)}"
        kind = (over and over[0], position == oracle.start(rules))
        if over and ended[kind] < of_each and line not in games:
            ended[kind] += 1
            games[line] = None
    return list(games)


def make_game(name):
    """The lines of one game for moves.txt, perft.txt and games.txt."""
    rules = oracle.Rules(name)
    rng = random.Random(f"{SEED} {name}")  # one for each game: a new game changes no other's lines
    if name in RULE_FILES:
        positions = choose(rng, rules, pool(rng, rules, 1500), 30, 5)
        return make_moves(rng, rules, positions), make_perft(rng, rules, positions, 5, 20000), make_games(rng, rules, 200, 3)
    if name not in THOROUGH:
        positions = choose(rng, rules, pool(rng, rules, 500), 20, 3)
        return make_moves(rng, rules, positions), make_perft(rng, rules, positions, 3, 5000), make_games(rng, rules, 60, 2)
    positions = choose(rng, rules, pool(rng, rules, 4000), 60 if rules.board["rows"] == 4 else 90, 12)
    return make_moves(rng, rules, positions), make_perft(rng, rules, positions, 12, 150000), make_games(rng, rules, 800, 10)


def make_rounds(rng, name):
    """Matches with results by chance, most of them close enough to go on for a while."""
    if oracle.Rules(name).rounds["refill"] == "no":
        return []
    lines = []
    for _ in range(4):
        rules = oracle.Rules(f"{name}:round=1")
        total = sum(oracle.start(rules).seeds)
        for _ in range(5):
            south = rng.choice([total // 2 + rng.randint(-total // 5, total // 5), rng.randint(0, total)])
            seeds, players = [south, total - south], rng.choice("SN") + rng.choice("SN")
            text = round_text(rules, seeds, players)
            lines.append(f"{rules.name} {seeds[0]}-{seeds[1]} {players} | {text}")
            if text.startswith(("lost", "over")):
                break
            rules = oracle.Rules(text.split()[0])
    return list(dict.fromkeys(lines))


def write_rounds(folder):
    """All of rounds.txt, which is made in a moment."""
    text = ROUNDS_HEAD
    for name in oracle.game_names() + RULE_FILES:
        text += "".join(f"{line}\n" for line in make_rounds(random.Random(f"{SEED} {name}"), name))
    (folder / "rounds.txt").write_text(text)


def make(folder, patterns):
    """Writes the suites: new lines for the games whose names match, for the others those that there are."""
    suites = {"moves.txt": MOVES_HEAD, "perft.txt": PERFT_HEAD, "games.txt": GAMES_HEAD}
    there = {file: lines_by_game(file) for file in suites}
    for name in oracle.game_names() + SIZED + CLOSED + RULE_FILES:
        matches = any(fnmatch(name, pattern) for pattern in patterns)
        made = make_game(name) if matches else [there[file].get(name, []) for file in suites]
        for file, lines in zip(suites, made):
            suites[file] += "".join(f"{line}\n" for line in lines)
        if matches:
            print(name, file=sys.stderr)
    for file, text in suites.items():
        (folder / file).write_text(text)
    write_rounds(folder)


def lines_by_game(file):
    found = {}
    for line in (DATA / file).read_text().splitlines():
        if not line.startswith("#"):
            found.setdefault(line.split()[0], []).append(line)
    return found


def coverage():
    """Prints how many positions of moves.txt show each situation, and how many games of games.txt end for each reason."""
    shown, ended = {}, {}
    for game, lines in lines_by_game("moves.txt").items():
        rules = oracle.Rules(game)
        positions = (oracle.parse_diagram(rules, line.split()[1]) for line in lines)
        shown[game] = Counter(name for position in positions for name in situations(rules, position))
    for game, lines in lines_by_game("games.txt").items():
        ended[game] = Counter(line.split()[4] for line in lines)
    for name, counts in (("moves.txt", shown), ("games.txt", ended)):
        print(name)
        for game in sorted(counts):
            print(f"  {game}: " + ", ".join(f"{what} {number}" for what, number in sorted(counts[game].items())))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="compare the suites with the oracle instead of making them")
    options.add_argument("--every", type=int, default=1, metavar="N", help="check only every Nth line")
    options.add_argument("--leaves", type=int, default=10**9, metavar="N", help="check no perft of more leaves than this")
    options.add_argument("--coverage", action="store_true", help="say which situations the suites show")
    options.add_argument("--games", nargs="+", default=["*"], metavar="PATTERN", help="make only the lines of games with such names")
    options.add_argument("--into", type=Path, default=DATA, metavar="FOLDER", help="where to write the suites")
    chosen = options.parse_args()
    if chosen.coverage:
        return coverage()
    if not chosen.check:
        return make(chosen.into, chosen.games)
    suites = [name for name in ("examples.txt", "moves.txt", "games.txt", "perft.txt", "perft_deep.txt", "rounds.txt")
              if (DATA / name).exists()]
    wrong = check(suites, chosen.every, chosen.leaves)
    return f"{wrong} lines disagree" if wrong else None


if __name__ == "__main__":
    sys.exit(main())
