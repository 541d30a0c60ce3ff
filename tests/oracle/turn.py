"""One turn: laps, the last seed, and captures."""
from board import FURTHER_TURN, behind, facing, is_inner, is_store, next_pit, number, opponent, owner, pits, ring, store
from rule_file import closes, meets, sows_captured


class Turn:
    """A turn in progress: the board, and what has happened so far."""

    def __init__(self, rules, position, way):
        self.rules = rules
        self.mover = position.mover
        self.way = way
        self.seeds = list(position.seeds)
        self.owners = dict(position.owners)
        self.mark = position.mark  # restrictions from the previous turn
        self.opening = position.opening  # turns left in the opening, including this one
        self.ring = ring(rules, position.mover)
        self.laps = 0
        self.captured = 0  # seeds captured; seeds sown into a store or removed by a pass rule do not count
        self.first_captured = False  # the first lap ended in a capture
        self.first_reached = False  # a seed of the first lap landed in a pit of the opponent
        self.first_into = None  # where the first lap ended: "empty", "occupied" or "store"
        self.passed = 0  # seeds removed by pass rules
        self.last_passed = False  # a pass rule applied to the last seed of a lap
        self.gained = False  # a seed was sown into an owned pit
        self.owned = False  # the mover became the owner of a pit
        self.robbed = False  # two seeds were captured from an owned pit
        self.longest_chain = 0  # number of pits in the longest chain
        self.came_round = False  # a lap went all the way around
        self.cut = False  # cut off at the lap limit
        self.slam = False  # a capture took, or would have taken, all the opponent's seeds
        self.again = False  # the mover moves again
        self.lifted = 0  # seeds at the start of the move
        self.sown = 0  # seeds of the current lap
        self.landed = None  # hole of the last seed of the current lap
        self.taken_before = 0  # seeds captured before a lap
        self.skipped = False  # a hole was skipped because of its contents or its owner
        self.vanished = False  # a seed sown into an owned pit left the game
        self.applied = set()  # numbers of the rules that applied: "land 1", "pass 2"


def play_turn(rules, position, move):
    """Plays a turn, whether the move is legal or not."""
    turn = Turn(rules, position, move.way)
    take_before(turn, move.pit)
    exchanges = in_opening(turn) and rules.opening["sow"] == "exchange"
    turn.lifted = turn.seeds[move.pit]
    hand, here, lifted = turn.lifted if exchanges else lift(turn, move.pit), move.pit, move.pit
    is_last_lap = False
    while hand > 0:
        began = here
        here = exchange(turn, move.pit) if exchanges else sow(turn, keep_one(turn, hand), began, lifted)
        turn.landed = here
        hand, lifted, exchanges = 0, None, False
        if turn.laps == rules.end["laps"]:
            turn.cut = True
            break
        if is_last_lap:
            break
        rule = landing_rule(turn, here)
        if rule is None:
            break
        turn.applied.add(f"land {rules.land.index(rule) + 1}")
        if closes(rule):
            hand, lifted = lift(turn, here), here
            turn.owners[here] = turn.mover
            turn.owned = True
            continue
        found, taken = capture(turn, rule, here)
        turn.again = rule["then"] == "again"
        if sows_captured(rule):
            hand += taken
        elif rule["to"] == "store":  # otherwise they leave the game
            turn.seeds[store(rules, turn.mover)] += taken
        if turn.slam and rules.turn["grand_slam"] == "opponent-rest":
            give_rest_to_opponent(turn)
            break
        is_last_lap = rule["to"] == "sow-last"
        if rule["to"] == "restart":
            here = began
        elif rule["then"] == "relay" or rule["to"] == "resow":
            hand += lift(turn, here)
            lifted = here
        elif rule["then"] == "next":
            here = lifted = pit_to_go_on_with(turn, here, found)
            hand = lift(turn, here)
    again_after_slam(turn)
    return turn


def again_after_slam(turn):
    """Applies GrandSlam "again" and turn.again_once."""
    turn.again |= turn.slam and turn.rules.turn["grand_slam"] == "again"
    turn.again &= not (turn.rules.turn["again_once"] and turn.mark & FURTHER_TURN)


def take_before(turn, pit):
    """Captures before sowing: the pit facing the single seed that moves, or all pits facing single seeds."""
    rules, before = turn.rules, turn.rules.sow["before"]
    if in_opening(turn) and not rules.opening["captures"]:
        return
    mine = [pit] if before == "facing-single" else pits(rules, turn.mover) if before == "facing-singles" else []
    for prey in [facing(rules, single) for single in mine if turn.seeds[single] == 1 and single not in turn.owners]:
        taken = lift(turn, prey)
        turn.seeds[store(rules, turn.mover)] += taken
        turn.captured += taken
        turn.taken_before += taken


def keep_one(turn, hand):
    """The seeds of a lap to sow. With "one-seed", one of several goes to the store first."""
    if turn.rules.sow["before"] != "one-seed" or hand < 2 or (in_opening(turn) and not turn.rules.opening["captures"]):
        return hand
    turn.seeds[store(turn.rules, turn.mover)] += 1
    turn.taken_before += 1
    return hand - 1


def exchange(turn, played):
    """The pits after the played one alternately lose and gain a seed; the rest is sown into the facing pit, which is
    returned."""
    rules, hand, loses = turn.rules, 0, True
    pit = next_pit(rules, turn.mover, played, turn.way)
    while pit != played:
        if pit not in turn.owners:
            step = -1 if loses and turn.seeds[pit] else 1 if not loses and hand else 0
            turn.seeds[pit] += step
            hand -= step
        loses = not loses
        pit = next_pit(rules, turn.mover, pit, turn.way)
    turn.laps += 1
    for _ in range(hand):
        drop(turn, facing(rules, played))
    return facing(rules, played)


def lift(turn, pit):
    """Lifts all seeds of a pit, unless it is owned."""
    if pit in turn.owners:
        return 0
    hand, turn.seeds[pit] = turn.seeds[pit], 0
    return hand


def sow(turn, hand, here, lifted):
    """Sows the seeds of a lap one by one, starting at the next hole. Returns the hole of the last one."""
    turn.laps += 1
    turn.sown = hand
    turn.came_round |= hand >= len(turn.ring) - 1
    passed = []
    stays = {"next": False, "origin": turn.laps == 1, "origin-every-lap": True}[turn.rules.sow["first"]]
    if stays and hand > 1:
        passed.append(here)
        drop(turn, here)
        take_in_passing(turn, here, is_last=False)
    while len(passed) < hand - 1:
        here = next_hole(turn, here, lifted)
        passed.append(here)
        drop(turn, here)
        take_in_passing(turn, here, is_last=False)
    last = last_hole(turn, next_hole(turn, here, lifted))
    if turn.laps == 1:
        note_first_lap(turn, passed, last)
    drop(turn, last)
    if turn.laps < turn.rules.end["laps"]:  # no rule applies to the last seed of the last lap
        take_in_passing(turn, last, is_last=True)
    return last


def next_hole(turn, here, lifted):
    """The hole for the next seed: the next one that is not skipped or, if all are, the next one except the origin."""
    place, length = turn.ring.index(here), len(turn.ring)
    holes = [turn.ring[(place + step * turn.way) % length] for step in range(1, length + 1)]
    if turn.rules.sow["skip_origin"] and length > 1:
        holes = [hole for hole in holes if hole != lifted]
    free = [hole for hole in holes if not is_passed_over(turn, hole)]
    turn.skipped |= free[:1] != holes[:1]
    return (free or holes)[0]


def is_passed_over(turn, hole):
    """Whether a hole is skipped because of its owner or its contents."""
    rules, sowing = turn.rules, turn.rules.sow
    if rules.own["skip"] and turn.owners.get(hole) == opponent(turn.mover):
        return True
    if sowing["skip"] == "none" or is_store(rules, hole) or hole in turn.owners:
        return False
    if in_opening(turn) and not rules.opening["skips"]:
        return False
    return turn.seeds[hole] == sowing["skip_count"] and (sowing["skip"] == "any" or owner(rules, hole) != turn.mover)


def last_hole(turn, hole):
    """The hole of the last seed of a lap: with opening.sow = "cross" it crosses over to the opponent."""
    rules = turn.rules
    if in_opening(turn) and rules.opening["sow"] == "cross" and owner(rules, hole) == turn.mover:
        return next_pit(rules, turn.mover, pits(rules, turn.mover)[-1], 1)
    return hole


def drop(turn, hole):
    """Sows one seed into a hole. In an owned pit it goes to the owner's store, unless owned pits keep or lose their
    seeds."""
    if is_store(turn.rules, hole) and turn.rules.sow["store_out"]:
        turn.vanished = True
        return
    turn.gained |= hole in turn.owners
    leaves = hole in turn.owners and not turn.rules.own["keep"]
    if leaves and turn.rules.own["out"]:
        turn.vanished = True
        return
    turn.seeds[store(turn.rules, turn.owners[hole]) if leaves else hole] += 1


def take_in_passing(turn, hole, is_last):
    """Applies the first pass rule that matches a pit: its seeds go to a store."""
    if in_opening(turn) and not turn.rules.opening["captures"]:
        return
    for rule in turn.rules.passing:
        if is_last and not rule["last"]:
            continue
        if is_at(turn, hole, rule["at"]) and meets(turn.seeds[hole], rule["count"]):
            player = turn.mover if rule["to"] == "mover" else owner(turn.rules, hole)
            taken = lift(turn, hole)
            turn.seeds[store(turn.rules, player)] += taken
            turn.passed += taken
            turn.last_passed |= is_last
            turn.applied.add(f"pass {turn.rules.passing.index(rule) + 1}")
            return


def note_first_lap(turn, passed, last):
    """Records what move.reach needs to know about the first lap, just before its last seed is sown."""
    theirs = pits(turn.rules, opponent(turn.mover))
    turn.first_reached = any(hole in theirs for hole in [*passed, last])
    turn.first_into = "store" if is_store(turn.rules, last) else "occupied" if turn.seeds[last] else "empty"


# ------------------------------------------------------------------------------------------------------ landing rules


def landing_rule(turn, here):
    """The first rule that matches the hole of the last seed, or None."""
    for rule in turn.rules.land:
        if not applies_now(turn, rule) or (rule["own"] and not may_own_all(turn, rule, here)):
            continue
        if not is_store(turn.rules, here) and not meets(turn.sown, rule["sown"]):
            continue
        if rule["if_owner"] and turn.mover not in turn.owners.values():
            continue
        if holds(turn, rule, here, turn.seeds):
            return rule
    return None


def in_opening(turn):
    return bool(turn.opening)


def applies_now(turn, rule):
    """Whether the rule applies in the opening, if the turn is part of it."""
    opening = turn.rules.opening
    if not in_opening(turn):
        return True
    captures = rule["take"] or rule["own"]
    relays = rule["then"] in ("relay", "next") or sows_captured(rule)
    return (opening["captures"] or not captures) and (opening["relays"] or not relays)


def may_own_all(turn, rule, pit):
    """Whether the mover may own all pits of a rule."""
    if is_store(turn.rules, pit) or not may_own(turn, pit):
        return False
    other = owned_with(turn, rule, pit)
    return other is None or (other not in turn.owners and may_own(turn, other, more=1))


def owned_with(turn, rule, pit):
    """The second pit that becomes owned, if any."""
    return {"none": None, "opposite": facing(turn.rules, pit),
            "behind": next_pit(turn.rules, turn.mover, pit, -turn.way)}[rule["own_with"]]


def may_own(turn, pit, more=0):
    """Whether the mover may own a pit besides a number of other new ones."""
    rules, other = turn.rules, opponent(turn.mover)
    if is_store(rules, pit):
        return False
    place, last = number(rules, pit), rules.side - 1
    is_end, is_mine = place in (0, last), owner(rules, pit) == turn.mover
    allowed = {"any": True, "not-last": place != last, "ends": is_end, "not-ends": not is_end,
               "my-ends-their-any": is_end or not is_mine,
               "my-ends-their-two": is_end or (not is_mine and place in (1, last - 1))}
    across = {"no": None, "same-number": pits(rules, opponent(owner(rules, pit)))[place], "facing": facing(rules, pit)}
    has = list(turn.owners.values()).count(turn.mover) + more
    return (allowed[rules.own["at"]] and (rules.own["most"] == 0 or has < rules.own["most"])
            and turn.owners.get(across[rules.own["apart"]]) != other)


def holds(turn, rule, hole, seeds):
    """Whether all conditions of a rule hold at a hole."""
    return is_at(turn, hole, rule["at"]) and meets(seeds[hole], rule["count"]) and all_others_hold(turn, rule, hole, seeds)


def all_others_hold(turn, rule, hole, seeds):
    if rule["same"] and (facing(turn.rules, hole) is None or seeds[facing(turn.rules, hole)] != seeds[hole]):
        return False
    return all(others_hold(turn, rule, hole, seeds, name) for name in ("opposite", "outer", "next", "beyond", "behind"))


def others_hold(turn, rule, hole, seeds, name):
    """Whether the pit named by a condition, seen from a hole, matches the rule. A pit that does not exist never does."""
    if rule[name] is None:
        return True
    pit = seen_from(turn, hole)[name]
    return pit is not None and meets(seeds[pit], rule[name])


def seen_from(turn, hole):
    """The pits named by conditions and captures, seen from a hole."""
    rules = turn.rules
    opposite = facing(rules, hole)
    outer = behind(rules, opposite) if opposite is not None and rules.board["rows"] == 4 else None
    following = next_pit(rules, turn.mover, hole, turn.way)
    beyond = next_pit(rules, turn.mover, following, turn.way)
    return {"pit": hole, "two": hole, "opposite": opposite, "outer": outer, "next": following, "beyond": beyond,
            "beyond-opposite": facing(rules, beyond), "behind": next_pit(rules, turn.mover, hole, -turn.way)}


def is_at(turn, hole, at):
    rules = turn.rules
    if is_store(rules, hole) or at == "store":
        return is_store(rules, hole) and at == "store"
    if hole in turn.owners or at == "owned":
        return at == "owned" and turn.owners.get(hole) == opponent(turn.mover)
    mine = owner(rules, hole) == turn.mover
    return {"any": True, "mine": mine, "theirs": not mine, "last": hole == pits(rules, turn.mover)[-1],
            "inner": mine and is_inner(rules, hole), "outer": mine and not is_inner(rules, hole)}[at]


# ----------------------------------------------------------------------------------------------------------- captures

AROUND = ["pit", "two", "opposite", "outer", "beyond-opposite"]
AHEAD = ["next", "beyond"]


class Capture:
    """A capture: the seeds of each hole, in the order they are reached."""

    def __init__(self, seeds):
        self.left = list(seeds)  # the board without the captured seeds
        self.taken = {}  # by hole
        self.spared = set()  # holes given back by a grand slam
        self.forward = []  # captured holes in sowing direction: pits ahead, and pits of a forward chain

    def take(self, hole, most=None):
        """Captures all seeds of a hole, or up to a limit. Returns whether there were any."""
        if hole is None or self.left[hole] == 0:
            return False
        seeds = self.left[hole] if most is None else min(most, self.left[hole])
        self.left[hole] -= seeds
        self.taken[hole] = self.taken.get(hole, 0) + seeds
        return True

    def give_back(self, hole):
        self.left[hole] += self.taken.pop(hole, 0)
        self.spared.add(hole)


def capture(turn, rule, here):
    """Removes the captured seeds from the board. Returns the capture and the number of seeds."""
    found = find_capture(turn, rule, here)
    spare(turn, found)
    turn.seeds = found.left
    taken = sum(found.taken.values())
    turn.captured += taken
    turn.first_captured |= turn.laps == 1 and taken > 0
    turn.robbed |= "two" in rule["take"] and taken > 0
    owned = [here, owned_with(turn, rule, here)] if rule["own"] else []
    for pit in [pit for pit in owned if pit is not None and pit not in found.spared]:
        turn.owners[pit] = turn.mover
        turn.owned = True
        if turn.rules.own["keep"]:  # captured, but they stay in the pit
            turn.seeds[pit] = found.taken.get(pit, 0)
            taken -= turn.seeds[pit]
    return found, taken


def find_capture(turn, rule, here):
    """The capture at the last seed and in the chain from there. Seeds that the chain has captured are gone when the next
    pit is tested."""
    found, spot, length = Capture(turn.seeds), here, 0
    while spot is not None and take_at(turn, rule, spot, found):
        length += 1
        full = rule["chain"] == "none" or length - 1 == rule["chain_most"] > 0
        spot = None if full else next_of_chain(turn, rule, spot, found)
    if rule["chain"] != "none":
        turn.longest_chain = max(turn.longest_chain, length)
    return found


def take_at(turn, rule, spot, found):
    """Captures everything a rule names at one hole. Returns whether there was anything."""
    words = [word for word in AROUND + AHEAD if word in rule["take"] or (word == "pit" and rule["own"])]
    seen, something = seen_from(turn, spot) if words else {}, False
    for word in words:
        if seen[word] in turn.owners and word != "two":
            continue  # nothing else is captured from an owned pit
        if found.take(seen[word], 2 if word == "two" else None):
            something = True
            if word in AHEAD or (word == "pit" and rule["chain"] == "forward"):
                found.forward.append(seen[word])
    if rule["own"]:
        something |= found.take(owned_with(turn, rule, spot))
    if "each" in rule["take"]:
        for pit in pits(turn.rules, opponent(turn.mover)):
            if pit not in turn.owners and meets(found.left[pit], rule["each"]):
                something |= found.take(pit)
    return something


def next_of_chain(turn, rule, spot, found):
    """The next pit of a chain, or None."""
    if rule["chain"] == "forward" and any(word in rule["take"] for word in AHEAD):
        last = found.forward[-1] if found.forward else spot
        goes_on = last != spot and all(others_hold(turn, rule, last, found.left, word) for word in AHEAD)
        return last if goes_on else None
    way = turn.way if rule["chain"] == "forward" else -turn.way
    spot = next_pit(turn.rules, turn.mover, spot, way)
    return spot if chain_holds(turn, rule, spot, found.left) else None


def chain_holds(turn, rule, spot, seeds):
    """Whether a chain includes a pit, by the conditions of the rule as modified by chain_over."""
    over = rule["chain_over"]
    if over == "like":
        return holds(turn, rule, spot, seeds)
    at = "any" if over == "both-sides" else rule["at"]
    here = {"both-sides": meets(seeds[spot], rule["count"]), "any": True, "empty": seeds[spot] == 0}[over]
    return is_at(turn, spot, at) and here and all_others_hold(turn, rule, spot, seeds)


def spare(turn, found):
    """Applies turn.grand_slam if the capture would take all of the opponent's seeds."""
    theirs = [pit for pit in pits(turn.rules, opponent(turn.mover)) if turn.seeds[pit] > 0 and pit not in turn.owners]
    if theirs == [] or any(found.left[pit] > 0 for pit in theirs):
        return
    turn.slam = True
    several = len(theirs) > 1  # seeds that are all in one pit are captured
    left = {"no-capture": list(found.taken), "spare-first": theirs[:1] if several else [],
            "spare-last": theirs[-1:] if several else []}
    for hole in left.get(turn.rules.turn["grand_slam"], []):
        found.give_back(hole)


def give_rest_to_opponent(turn):
    for pit in range(2 * turn.rules.side):
        turn.seeds[store(turn.rules, opponent(turn.mover))] += lift(turn, pit)
    turn.again = False


def pit_to_go_on_with(turn, here, found):
    """The pit after the hole just reached or, if pits in that direction were captured, after the farthest of them."""
    furthest = next((pit for pit in reversed(found.forward) if pit in found.taken), here)
    return next_pit(turn.rules, turn.mover, furthest, turn.way)
