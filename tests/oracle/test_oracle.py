#!/usr/bin/env python3
"""Tests of the oracle: examples worked out by hand from the rules in words, one for each mechanic."""
import unittest

import oracle
import rounds
from oracle import NORTH, SOUTH
from rule_file import unclear


def data(name):
    """The path of a rule file in tests/data/rules."""
    return f"tests/data/rules/{name}.toml"


def play(name, before, move):
    """The diagram after a move."""
    rules = oracle.Rules(name)
    position = oracle.parse_diagram(rules, before)
    return oracle.diagram(oracle.after(rules, oracle.turns(rules, position)[oracle.parse_move(rules, position, move)]))


def turn_of(name, before, move):
    """A turn and what happened in it, whether legal or not."""
    rules = oracle.Rules(name)
    position = oracle.parse_diagram(rules, before)
    return oracle.play_turn(rules, position, oracle.parse_move(rules, position, move))


def why(name, before, move):
    rules = oracle.Rules(name)
    position = oracle.parse_diagram(rules, before)
    return oracle.why_illegal(rules, position, oracle.parse_move(rules, position, move))


def over(name, before):
    rules = oracle.Rules(name)
    return oracle.ending(rules, oracle.parse_diagram(rules, before))


class RuleFiles(unittest.TestCase):
    def test_reads_every_game(self):
        names = oracle.game_names()
        self.assertIn("awari/solved", names)
        for name in names:
            self.assertGreater(sum(oracle.start(oracle.Rules(name)).seeds), 0, name)

    def test_extends_inherits_missing_keys(self):
        rules = oracle.Rules("woli")
        self.assertEqual(rules.turn, {"feed": "must", "grand_slam": "illegal", "stuck": "end", "again_once": False})
        self.assertEqual(rules.land, oracle.Rules("oware").land)
        self.assertEqual(len(oracle.Rules("halusa").land), 1)  # its rule replaces those of the extended game

    def test_sizes(self):
        self.assertEqual(oracle.diagram(oracle.start(oracle.Rules("kalah:pits=2,seeds=3"))), "3-3-3-3-0-0-S")

    def test_rounds_have_closed_pits_and_no_majority(self):
        rules = oracle.Rules("sungka:round=2,closed=Bg")
        self.assertEqual(oracle.diagram(oracle.start(rules)), "7-0-7-7-7-7-7-7-7-7-7-7-7-0-0-0-S")
        self.assertFalse(rules.end["majority"])

    def test_rejects_unknown_keys_and_words(self):
        for table in ({"shape": 1}, {"store": "both"}):
            with self.assertRaises(ValueError):
                oracle.with_defaults(table, oracle.DEFAULTS["sow"], "sow")

    def test_user_files_extend_games(self):
        rules = oracle.Rules(data("tuz"))
        self.assertEqual((rules.side, rules.land), (4, oracle.Rules("toguz-kumalak").land))

    def test_rejects_unclear_rules(self):
        rules = oracle.Rules(data("restart"))
        self.assertEqual(list(unclear(rules)), [])
        rules.land[0]["then"] = "relay"
        self.assertEqual(len(list(unclear(rules))), 1)

    def test_rejects_invalid_rules(self):
        for name, change in [
            ("restart", lambda rules: rules.sow.update(skip_origin=True)),
            ("win", lambda rules: rules.sow.update(skip_origin=True)),  # to = "sow"
            ("origin_relay", lambda rules: rules.sow.update(skip_origin=True)),
            ("own_ends", lambda rules: rules.land[0].update(take=["opposite"])),
            ("own_ends", lambda rules: rules.own.update(out=True)),
            ("own_ends", lambda rules: rules.own.update(keep=True, out=True)),
            ("kale", lambda rules: rules.sow.update(skip="any")),
            ("kale", lambda rules: rules.land[0].update(each=2)),
            ("own_ends", lambda rules: rules.land[0].update(then="next")),
            ("hawalis", lambda rules: rules.end.update(few=3)),
            ("pass_last", lambda rules: rules.board.update(rows=4)),
            ("pass_last", lambda rules: rules.passing[0].update(count=[1, 4])),
            ("pass_last", lambda rules: rules.passing[0].update(count=">0")),
            ("pass_last", lambda rules: rules.passing[0].update(count=None)),
            ("three_rows", lambda rules: rules.land[1].update(opposite=1)),
            ("three_rows", lambda rules: rules.land[1].update(outer=1)),
            ("three_rows", lambda rules: rules.land[1].update(take=["opposite"])),
            ("three_rows", lambda rules: rules.land[1].update(take=["beyond-opposite"])),
            ("three_rows", lambda rules: rules.own.update(apart="facing")),
            ("three_rows", lambda rules: rules.sow.update(direction="opposed")),
            ("three_rows", lambda rules: rules.sow.update(direction="split")),
            ("three_rows", lambda rules: rules.board.update(pits=5)),
            ("keep", lambda rules: rules.end.update(majority=True)),
            ("keep", lambda rules: rules.land[2].update(take=["two"])),
            ("keep", lambda rules: rules.land[1].update(then="relay")),
            ("keep_side", lambda rules: rules.turn.update(stuck="lose")),
            ("pallanguzhi", lambda rules: rules.turn.update(stuck="lose")),
            ("few_owner", lambda rules: rules.turn.update(stuck="win")),
        ]:
            rules = oracle.Rules(data(name))
            change(rules)
            self.assertNotEqual(list(unclear(rules)), [], name)
        for change in (lambda rules: rules.land[0].update(own_with="behind"), lambda rules: rules.sow.update(skip_origin=True)):
            rules = oracle.Rules("deka")
            change(rules)
            self.assertNotEqual(list(unclear(rules)), [])


class Boards(unittest.TestCase):
    def test_facing_on_two_rows(self):
        rules = oracle.Rules("owari")
        self.assertEqual(oracle.facing(rules, 1), 10)  # B faces e, in the picture 1 and 11
        self.assertEqual(oracle.facing(rules, 10), 1)

    def test_facing_on_four_rows(self):
        rules = oracle.Rules("hus")
        for k in range(8):
            inner = oracle.facing(rules, k)
            self.assertEqual((inner, oracle.behind(rules, inner)), (16 + 7 - k, 16 + 8 + k))

    def test_stores_are_sown_only_by_their_owner(self):
        rules = oracle.Rules("kalah:pits=2,seeds=2")
        self.assertEqual(oracle.ring(rules, SOUTH), [0, 1, 4, 2, 3])
        self.assertEqual(oracle.ring(rules, NORTH), [2, 3, 5, 0, 1])
        self.assertEqual(oracle.ring(oracle.Rules("hus"), NORTH), list(range(16, 32)))

    def test_opposed_directions(self):
        rules = oracle.Rules(data("opposed_store"))
        self.assertEqual(oracle.ring(rules, SOUTH), [0, 1, 2, 3, 8, 7, 6, 5, 4])
        self.assertEqual(oracle.ring(rules, NORTH), [4, 5, 6, 7, 9, 3, 2, 1, 0])
        self.assertEqual([oracle.facing(rules, pit) for pit in range(8)], [4, 5, 6, 7, 0, 1, 2, 3])
        four = oracle.Rules(data("opposed_four"))  # a column: C, and D behind; c, and d behind
        self.assertEqual((oracle.facing(four, 2), oracle.behind(four, 8)), (8, 9))

    def test_no_facing_on_three_rows(self):
        rules = oracle.Rules(data("three_rows"))
        self.assertEqual(oracle.ring(rules, NORTH), [*range(9, 18), 19, *range(9)])
        self.assertEqual({oracle.facing(rules, pit) for pit in range(18)}, {None})


class Turns(unittest.TestCase):
    def test_owari_worked_example(self):
        self.assertEqual(play("owari", "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "E"), "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N")
        self.assertEqual(play("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S", "B"), "3-0-4-4-1-4-4-0-3-3-3-3-4-0-N")

    def test_thirteen_seeds_end_in_the_origin(self):
        turn = turn_of("owari", "13-0-0-0-0-0-0-0-0-0-0-5-0-0-S", "A")
        self.assertTrue(turn.came_round)
        self.assertEqual(turn.seeds, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 7, 0])  # f had 5 + 1

    def test_twelve_seeds_skip_the_origin(self):
        self.assertEqual(play("oware", "12-0-0-0-0-0-2-2-2-2-2-3-8-9-S", "A"), "0-2-1-1-1-1-3-3-3-3-3-4-8-9-N")

    def test_chain_stays_on_the_opponents_side(self):
        turn = turn_of("oware", "0-0-0-0-1-4-1-2-2-1-4-0-10-10-S", "F")
        self.assertEqual(turn.seeds, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 20, 10])
        self.assertEqual((turn.captured, turn.longest_chain), (10, 4))

    def test_chain_ends_at_an_empty_pit(self):
        # The 2 seeds from C make D and E even. C is empty now, so B with its 2 seeds is safe.
        self.assertEqual(play("halusa", "0-2-2-1-1-0-5-0-0-0-0-0-30-31-S", "C"), "0-2-0-0-0-0-5-0-0-0-0-0-34-31-N")

    def test_relay_ends_in_an_empty_pit(self):
        turn = turn_of("hus", "1-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "A")
        self.assertEqual((turn.laps, turn.seeds[:4]), (2, [0, 0, 1, 1]))

    def test_captured_seeds_are_sown(self):
        # B reaches C, which faces f with k behind it: 2 + 1 + 3 seeds are sown from D; in owela the 2 stay in C.
        rest = "0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-0-1-0-0-0-0-3-0-0-0-0-0-0-0"
        self.assertEqual(turn_of("hus", f"0-1-1-0-{rest}-S", "B").seeds[:10], [0, 0, 0, 1, 1, 1, 1, 1, 1, 0])
        self.assertEqual(turn_of("owela", f"0-1-1-0-{rest}-S", "B").seeds[:10], [0, 0, 2, 1, 1, 1, 1, 0, 0, 0])

    def test_lap_limit_ends_the_turn_without_a_capture(self):
        rules = oracle.Rules("hus")
        rules.end["laps"] = 1
        turn = oracle.play_turn(rules, oracle.start(rules), oracle.Move(0, 1))
        self.assertEqual((turn.cut, turn.laps, turn.seeds[:3], turn.captured), (True, 1, [0, 3, 3], 0))

    def test_lap_limit_gives_no_extra_turn(self):
        rules = oracle.Rules("kalah")
        rules.end["laps"] = 1
        self.assertFalse(oracle.play_turn(rules, oracle.start(rules), oracle.Move(2, 1)).again)

    def test_extra_turn(self):
        self.assertEqual(play("kalah", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C")[-1], "S")
        self.assertEqual(play("owari", "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "D")[-1], "N")

    def test_player_without_seeds_passes(self):
        self.assertEqual(play("vai-lung-thlan", "0-0-0-0-2-1-0-0-0-0-0-0-27-30-S", "E"), "0-0-0-0-0-2-0-0-0-0-0-0-28-30-S")


class LegalMoves(unittest.TestCase):
    def test_grand_slam(self):
        before = "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S"
        self.assertEqual(play("oware", before, "F"), "1-0-0-0-0-0-2-2-0-0-0-0-20-23-N")
        self.assertEqual(play("wari", before, "F"), "1-0-0-0-0-0-0-0-0-0-0-0-24-23-N")
        self.assertEqual(why("woli", before, "F"), "slams")
        self.assertEqual(why("awari/solved", before, "F"), "starves")

    def test_starving_is_legal_if_unavoidable(self):
        self.assertIsNone(why("awari/solved", "0-0-0-0-0-2-1-1-0-0-0-0-20-24-S", "F"))

    def test_opponent_without_seeds_must_be_fed(self):
        for name in ("oware", "wari", "awari/solved"):
            self.assertEqual(why(name, "1-0-0-0-2-0-0-0-0-0-0-0-22-23-S", "A"), "starves")
            self.assertIsNone(why(name, "1-0-0-0-2-0-0-0-0-0-0-0-22-23-S", "E"))

    def test_any_move_is_legal_if_no_move_feeds(self):
        before = "1-2-1-1-0-0-0-0-0-0-0-0-19-24-S"
        self.assertEqual([why("ayo", before, pit) for pit in "ABCD"], [None] * 4)
        self.assertEqual(why("ayo", "1-0-0-0-0-2-0-0-0-0-0-0-21-24-S", "A"), "starves")
        self.assertIsNone(why("ayo", "1-0-0-0-0-2-0-0-0-0-0-0-21-24-S", "F"))

    def test_player_without_a_move_loses_on_an_empty_board(self):
        self.assertEqual(over("nambayi", "0-0-0-0-0-0-0-0-0s-0-0-0-0-0-0-0-0-0-N"), ("stuck", (1, 0)))

    def test_clearing_the_own_side_wins(self):
        after = "0-0-0-0-0-0-0-0-0-0-0-1-0-0-S"  # the seed in the store has left the game
        self.assertEqual(play("waurie", "0-0-0-0-0-1-0-0-0-0-0-1-0-0-S", "F"), after)
        self.assertEqual(over("waurie", after), ("side-empty", (1, 0)))
        self.assertEqual(over("waurie", "0-0-0-0-0-0-0-0-0-0-0-0-0-0-N"), ("side-empty", (0, 1)))

    def test_equal_facing_pits_are_captured(self):
        self.assertEqual(play("mangala-i", "2-1-0-0-0-0-1-0-0-1-0-0-30-35-S", "A"), "0-2-0-0-0-0-1-0-0-0-0-0-32-35-N")

    def test_random_start(self):
        rules = oracle.Rules("random-kalah:deal=7")
        self.assertEqual(oracle.diagram(oracle.start(rules)), "4-2-2-4-5-7-6-6-2-3-4-3-0-0-S")

    def test_other_reasons_for_illegal_moves(self):
        self.assertEqual(why("oware", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "a"), "no-such-pit")
        self.assertEqual(why("oware", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "G"), "no-such-pit")
        self.assertEqual(why("oware", "0-4-4-4-4-4-4-4-4-4-4-4-4-0-S", "A"), "empty")
        self.assertEqual(why("oware", "1-0-0-0-2-0-0-0-0-0-0-0-20-25-S", "A"), "over")
        self.assertEqual(why("hus/no-singles", "1-2" + "-0" * 14 + "-2" + "-0" * 17 + "-S", "A"), "single")


class Ends(unittest.TestCase):
    def test_majority_counts_only_the_stores(self):
        self.assertEqual(over("oware", "1-0-0-0-2-0-0-0-0-0-0-0-20-25-S"), ("majority", (20, 25)))
        self.assertEqual(over("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"), ("even", (24, 24)))
        self.assertIsNone(over("oware", "0-0-0-0-0-1-0-0-0-0-0-0-24-23-S"))

    def test_rest(self):
        stuck = "0-0-0-0-0-0-0-0-2-0-1-0-22-23-S"
        self.assertEqual(over("oware", stuck), ("stuck", (22, 26)))
        self.assertEqual(over("awari", stuck), ("stuck", (22, 23)))
        self.assertEqual(over("awari/solved", stuck), ("stuck", (22, 26)))
        self.assertEqual(over("awari/solved", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-N"), ("stuck", (25, 23)))
        self.assertEqual(over("bohnenspiel", "0-0-0-0-0-0-1-0-0-0-4-0-33-34-S"), ("stuck", (33, 39)))

    def test_side_empty(self):
        self.assertEqual(over("owari", "5-1-4-0-3-0-0-0-0-0-0-0-13-10-S"), ("side-empty", (26, 10)))
        self.assertEqual(over("kalah", "5-1-4-0-3-0-0-0-0-0-0-0-13-22-N"), ("side-empty", (26, 22)))

    def test_stuck_player_loses_everything(self):
        self.assertEqual(over("hus", "0" + "-0" * 15 + "-1-2" + "-0" * 16 + "-S"), ("stuck", (0, 3)))


class Directions(unittest.TestCase):
    def test_halves_and_middle_pit(self):
        start = "3-3-3-3-3-3-3-3-3-3-0-0-S"
        self.assertEqual(play(data("split"), start, "A"), "0-3-3-3-3-3-3-4-4-4-0-0-N")
        self.assertEqual(play(data("split"), start, "C>"), "3-3-0-4-4-4-3-3-3-3-0-0-N")
        self.assertEqual(play(data("split"), start, "C<"), "4-4-0-3-3-3-3-3-3-4-0-0-N")
        self.assertEqual(why(data("split"), start, "C"), "no-such-pit")

    def test_behind_is_relative_to_the_direction(self):
        self.assertEqual(play(data("split"), "2-0-0-0-1-1-0-0-2-1-0-0-S", "A"), "0-0-0-0-1-1-0-0-0-0-5-0-N")

    def test_store_is_sown_in_both_directions(self):
        self.assertEqual(play(data("split_store"), "5-0-1-0-1-1-1-1-0-0-S", "A"), "0-0-1-0-2-2-2-2-1-0-S")

    def test_parity(self):
        odd, even = "3-0-0-0-0-0-0-0-0-0-1-0-10-10-S", "2-0-0-0-0-0-0-0-0-0-1-0-10-10-S"
        self.assertEqual(play(data("parity"), odd, "A"), "0-1-1-1-0-0-0-0-0-0-1-0-10-10-N")
        # Two seeds to f and e, where there are two now: the relay keeps the direction to d and c.
        self.assertEqual(play(data("parity"), even, "A"), "0-0-0-0-0-0-0-0-1-1-0-1-10-10-N")

    def test_free_choice_of_direction(self):
        start = "3-3-3-3-3-3-0-0-S"
        self.assertEqual(play(data("reverse_free"), start, "A<"), "0-3-3-4-4-4-0-0-N")
        self.assertEqual(play(data("reverse_free"), start, "A>"), "0-4-4-3-3-3-1-0-S")

    def test_only_listed_pits_have_a_choice(self):
        rules = oracle.Rules(data("parity_reverse"))
        moves = [oracle.move_text(rules, move) for move in oracle.turns(rules, oracle.start(rules))]
        self.assertEqual(moves, ["A>", "A<", "B", "C", "D>", "D<"])

    def test_other_direction_only_to_capture(self):
        start = "2-2-2-2-2-2-2-2-2-2-2-2-0-0-S"
        self.assertEqual(play(data("reverse_capture_two"), start, "A<"), "0-2-2-2-2-2-2-2-2-2-0-0-6-0-N")
        self.assertEqual(play(data("reverse_capture_two"), start, "B<"), "3-0-2-2-2-2-2-2-2-2-2-0-3-0-N")
        self.assertEqual(why(data("reverse_capture_two"), start, "C<"), "reverse")

    def test_first_seed_stays_in_its_pit(self):
        self.assertEqual(play(data("mangala"), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "A"), "1-5-5-5-4-4-4-4-4-4-4-4-0-0-N")
        self.assertEqual(play(data("mangala"), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "D"), "4-4-4-1-5-5-4-4-4-4-4-4-1-0-S")

    def test_first_seed_of_a_later_lap_does_not_stay(self):
        self.assertEqual(play(data("origin_relay"), "2-1-0-0-0-0-0-0-0-1-5-5-S", "A"), "1-0-1-1-0-0-0-0-0-1-5-5-N")
        # In kisolo, each of the two laps leaves a seed behind.
        self.assertEqual(play("kisolo", "0-0-0-0-0-0-0-0-2-1-0-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "I"),
                         "0-0-0-0-0-0-0-0-1-1-1-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-N")
        self.assertEqual(play(data("origin_relay"), "1-0-0-0-0-0-0-0-0-1-5-5-S", "A"), "0-1-0-0-0-0-0-0-0-1-5-5-N")

    def test_opposed_seeds_reach_the_last_pit_first(self):
        self.assertEqual(play(data("opposed"), "1-0-0-0-2-3-0-0-1-1-0-0-S", "E"), "1-0-0-0-0-3-0-0-0-0-4-0-N")
        self.assertEqual(play(data("opposed"), "3-0-0-1-1-1-0-0-0-2-0-0-N", "e"), "3-0-0-0-0-1-0-0-0-0-0-4-S")

    def test_opposed_pits_with_the_same_number_face_each_other(self):
        self.assertEqual(play(data("opposed"), "1-0-0-0-0-0-3-0-0-1-5-5-S", "A"), "0-1-0-0-0-0-0-0-0-1-8-5-N")

    def test_opposed_pits_ahead(self):
        before = "1-0-0-1-0-0-0-1-5-5-S"
        self.assertEqual(why(data("opposed_moves"), before, "D>"), "single")  # d, which faces it, is the next pit
        # From B over C to D, and d as well; d would be sown but is empty, and North passes.
        self.assertEqual(play(data("opposed_moves"), before, "A>"), "0-1-0-0-0-0-0-0-7-5-S")

    def test_opposed_and_reversed(self):
        # North's d backward: c, b, a, and then South's first pit, which is next to a.
        self.assertEqual(play(data("opposed_store"), "3-0-0-0-0-0-0-4-5-5-N", "d<"), "4-0-0-0-1-1-1-0-5-5-S")

    def test_splits_moves(self):
        self.assertEqual(oracle.split_moves("C>d<EaB<"), ["C>", "d<", "E", "a", "B<"])


class Passing(unittest.TestCase):
    def test_pass_rule_for_the_mover_excludes_the_last_seed(self):
        # The store, 2 in a, 4 in b; c, with the last seed, is captured by the land rule.
        turn = turn_of(data("pass_mover"), "0-0-0-4-1-3-1-2-0-0-S", "D")
        self.assertEqual((turn.seeds, turn.passed, turn.captured), ([0, 0, 0, 0, 0, 0, 0, 2, 9, 0], 6, 2))

    def test_pass_rule_for_the_owner(self):
        self.assertEqual(play(data("pass_mover"), "2-1-0-0-0-0-0-1-0-0-S", "A"), "0-0-1-0-0-0-0-1-2-0-N")

    def test_pass_rule_with_the_last_seed(self):
        # South captures a and b. Then b is empty, so the lap continues from c to d, and from d to A and B. North
        # passes.
        self.assertEqual(play(data("pass_last"), "1-0-0-2-3-3-1-1-0-0-S", "D"), "2-1-0-0-0-0-0-0-8-0-S")
        # South captures B and C. D keeps its last seed and is sown in another lap, which captures all of North's pits.
        self.assertEqual(play(data("pass_last"), "3-3-3-3-3-3-3-3-0-0-S", "A"), "0-0-0-0-0-0-0-0-24-0-N")

    def test_no_pass_rules_in_an_opening_without_captures(self):
        before = "1-2-1-2-2-2-0-0"
        self.assertEqual(play(data("pass_own"), f"{before}-0-S", "A"), "0-0-1-2-2-2-3-0-0-N")
        # The threes of B and b are sown on instead; a keeps its three.
        self.assertEqual(play(data("pass_own"), f"{before}-1-S", "A"), "1-1-2-3-0-3-0-0-0-N")

    def test_no_pass_rules_after_the_last_lap(self):
        rules = oracle.Rules(data("pass_own"))
        rules.end["laps"] = 1
        turn = oracle.play_turn(rules, oracle.parse_diagram(rules, "1-2-1-2-2-2-0-0-0-S"), oracle.Move(0, 1))
        self.assertEqual((turn.cut, turn.seeds), (True, [0, 3, 1, 2, 2, 2, 0, 0]))

    def test_fours_and_the_next_pit(self):
        # B and C for South; from E: a and b for North; from d: e for North; then B is reached, C is empty and D has 4.
        self.assertEqual(play(data("pallanguzhi"), "3-3-3-3-3-3-3-3-3-3-0-0-S", "A"), "1-1-0-0-0-0-0-4-0-0-12-12-N")


class PitsAhead(unittest.TestCase):
    def test_chain_over_empty_pits(self):
        # From B over C to D, over E to a, over b to c; d is not empty.
        turn = turn_of(data("pallanguzhi"), "1-0-0-2-0-3-0-1-1-0-5-5-S", "A")
        self.assertEqual((turn.seeds, turn.longest_chain), ([0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 11, 5], 3))

    def test_pit_after_the_capture_is_sown(self):
        # D is captured over the empty C; a, after the store, is sown to d; B is captured over A, and C is empty.
        self.assertEqual(turn_of(data("beyond_next"), "1-0-0-2-3-0-1-0-0-0-S", "A>").seeds, [0, 0, 0, 0, 0, 1, 2, 1, 3, 0])

    def test_chain_of_next_pits_and_relay(self):
        self.assertEqual(play(data("take_next"), "1-0-2-1-3-0-0-0-0-0-0-1-10-10-S", "A"), "0-0-1-0-3-0-0-0-0-0-0-1-13-10-N")

    def test_restart_where_the_lap_started(self):
        before = "2-0-1-0-0-0-0-0-1-2-0-0-0-0-1-0-0-0-S"  # C faces b, with g behind
        self.assertEqual(play(data("restart"), before, "A>"), "0-2-3-1-0-0-0-0-1-0-0-0-0-0-0-0-0-0-N")

    def test_restart_after_a_relay(self):
        # A to B, B to D; the two seeds of a and h go to C and D again; the three in D are sown.
        turn = turn_of(data("restart"), "1-1-0-1-0-0-0-0-1-0-0-0-0-0-0-1-0-0-S", "A>")
        self.assertEqual((turn.laps, turn.seeds[:8]), (4, [0, 0, 2, 0, 1, 1, 1, 0]))


class Chains(unittest.TestCase):
    def test_facing_pits(self):
        self.assertEqual(play(data("chain_facing"), "2-1-0-0-0-0-1-0-0-3-1-0-0-0-S", "A"), "0-0-0-0-0-0-1-0-0-0-0-0-7-0-N")

    def test_chain_adds_at_most_two_pits(self):
        self.assertEqual(play(data("three_rows"), "1-0-0-0-0-0-0-0-5-1-1-1-1-0-0-0-0-3-0-0-S", "I>"),
                         "1-0-0-0-0-0-0-0-0-2-0-0-0-0-0-0-0-3-7-0-N")

    def test_pit_facing_the_pit_beyond(self):
        self.assertEqual(play(data("beyond_opposite"), "1-0-0-2-0-0-3-0-0-1-0-0-S", "A"), "0-1-0-0-0-0-0-0-0-1-5-0-N")

    def test_captured_seeds_that_leave_the_game(self):
        turn = turn_of(data("out"), "1-1-0-0-1-0-0-0-3-3-S", "A>")
        self.assertEqual((turn.seeds, turn.captured), ([0, 0, 0, 0, 1, 0, 0, 0, 3, 3], 2))

    def test_forward_chain_skips_the_store(self):
        turn = turn_of(data("chain_forward"), "1-1-2-3-2-5-0-0-0-0-S", "A>")
        self.assertEqual((turn.seeds, turn.longest_chain, turn.again), ([0, 0, 0, 0, 0, 5, 0, 0, 9, 0], 4, True))

    def test_forward_is_the_sowing_direction(self):
        self.assertEqual(turn_of(data("chain_forward"), "1-0-0-0-5-0-2-1-0-0-S", "A<").seeds, [0, 0, 0, 0, 5, 0, 0, 0, 4, 0])

    def test_pit_after_the_chain_may_be_captured(self):
        # e is captured, and A, which faces and follows it: nothing is left to sow, although B has seeds.
        self.assertEqual(play(data("chain_facing_forward"), "2-3-0-0-5-0-0-0-0-1-0-0-S", "E"), "0-3-0-0-0-1-1-1-1-0-4-0-N")

    def test_pit_after_the_chain_is_sown(self):
        # a, b and c are captured, d is sown to e; that would be a grand slam and captures nothing; A is sown to B.
        self.assertEqual(play(data("chain_facing_forward"), "1-0-0-0-1-1-2-3-1-1-0-0-S", "E"), "0-1-0-0-0-0-0-0-0-2-7-0-N")
        self.assertEqual(play(data("chain_facing_forward"), "1-0-0-0-1-1-2-3-0-1-0-0-S", "E"), "1-0-0-0-0-0-0-0-0-1-7-0-N")


class OwnedPits(unittest.TestCase):
    def test_toguz_kumalak_opening(self):
        start = "9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-0-0-S"
        self.assertEqual(play("toguz-kumalak", start, "A"), "1-10-10-10-10-10-10-10-10-9-9-9-9-9-9-9-9-9-0-0-N")
        self.assertEqual(play("toguz-kumalak", start, "B"), "9-1-10-10-10-10-10-10-10-0-9-9-9-9-9-9-9-9-10-0-N")

    def test_third_seed_makes_an_owner(self):
        self.assertEqual(play(data("tuz"), "0-0-0-2-2-1-1-1-4-5-S", "D"), "0-0-0-1-0s-1-1-1-7-5-N")

    def test_seeds_sown_into_owned_pits_go_to_the_owner(self):
        self.assertEqual(play(data("tuz"), "0-0-0-3-0s-0-1-1-7-5-S", "D"), "0-0-0-1-0s-1-1-1-8-5-N")
        self.assertEqual(play(data("tuz"), "0-0-0-0-0s-0-8-0-1-1-N", "c"), "1-1-1-1-0s-1-1-1-2-1-S")

    def test_last_seed_in_an_owned_pit_ends_the_turn(self):
        self.assertEqual(play(data("tuz"), "0-0-0-2-0s-1-1-1-7-5-S", "D"), "0-0-0-1-0s-1-1-1-8-5-N")

    def test_last_mirror_and_second_pit_cannot_be_owned(self):
        self.assertEqual(play(data("tuz"), "0-0-0-5-1-1-1-2-3-3-S", "D"), "0-0-0-1-2-2-2-3-3-3-N")
        self.assertEqual(play(data("tuz"), "0n-0-0-2-2-1-1-1-4-5-S", "D"), "0n-0-0-1-3-1-1-1-4-5-N")
        self.assertEqual(play(data("tuz"), "0-0n-0-2-2-1-1-1-4-5-S", "D"), "0-0n-0-1-0s-1-1-1-7-5-N")
        self.assertEqual(play(data("tuz"), "0-0-0-2-2-0s-1-1-4-5-S", "D"), "0-0-0-1-3-0s-1-1-4-5-N")

    def test_pit_facing_an_owned_pit_cannot_be_owned(self):
        self.assertEqual(play(data("own_facing"), "0-0-2-0n-2-1-1-1-4-5-0-S", "C"), "0-0-0-0n-3-1-1-1-4-6-0-N")
        self.assertEqual(play(data("own_facing"), "0n-0-2-0-2-1-1-1-4-5-0-S", "C"), "0n-0-0-1-0s-1-1-1-7-5-0-N")

    def test_only_ends_can_be_owned(self):
        self.assertEqual(play(data("own_ends"), "1-0-0-2-1-1-0-0-0-0-S", "D"), "1-0-0-0-0s-1-0-0-3-0-S")
        self.assertEqual(play(data("own_ends"), "0-0-0-3-0-1-0-0-0-0-S", "D"), "0-0-0-0-1-0-1-1-1-0-N")

    def test_own_side_pit_can_be_owned(self):
        self.assertEqual(play(data("own_any"), "3-0-0-3-0-0-2-0-0-4-0-0-S", "A"), "0-1-1-0s-0-0-2-0-0-4-4-0-N")

    def test_empty_pit_can_be_owned(self):
        # A pass rule removes its three seeds first.
        self.assertEqual(play(data("pass_own"), "1-0-1-2-2-2-0-0-0-S", "C"), "1-0-0-0s-2-2-0-3-0-N")

    def test_rule_for_owned_pits(self):
        self.assertEqual(play(data("pass_own"), "1-0n-1-2-2-2-0-0-0-S", "A"), "0-0n-1-2-2-2-0-1-0-S")

    def test_owned_pit_cannot_be_lifted(self):
        self.assertEqual(why(data("tuz"), "0n-0-0-2-2-1-1-1-4-5-S", "A"), "owned")

    def test_owned_pit_holds_no_seeds(self):
        with self.assertRaises(ValueError):
            oracle.parse_diagram(oracle.Rules(data("tuz")), "1n-0-0-2-2-1-1-1-4-5-S")


class KeptSeeds(unittest.TestCase):
    def test_seeds_stay_in_a_new_owned_pit(self):
        turn = turn_of(data("two"), "1-0-0-2-3-3-0-1-0-0-S", "D")
        self.assertEqual((turn.seeds, turn.owners, turn.captured), ([1, 0, 0, 0, 4, 4, 0, 1, 0, 0], {5: SOUTH}, 4))
        self.assertEqual(play(data("two"), "1-0-0-2-3-3-0-1-0-0-S", "D"), "1-0-0-0-4-4s-0-1-0-0-N")

    def test_seeds_accumulate_in_owned_pits(self):
        self.assertEqual(play(data("two"), "1-0-0-3-0-4s-0-1-0-0-S", "D"), "1-0-0-0-1-5s-1-1-0-0-N")
        self.assertEqual(play(data("two"), "1-0-0-2-0-4s-0-1-0-0-S", "D"), "1-0-0-0-1-5s-0-1-0-0-N")

    def test_captures_up_to_two_seeds(self):
        self.assertEqual(play(data("two"), "1-4n-0-1-1-0-0-0-0-0-S", "A"), "0-3n-0-1-1-0-0-0-2-0-S")
        self.assertEqual(play(data("two"), "1-0n-0-1-1-0-0-0-0-0-S", "A"), "0-0n-0-1-1-0-0-0-1-0-S")

    def test_condition_on_owned_pit(self):
        self.assertEqual(play(data("keep"), "1-1n" + "-0" * 9 + "-1-0-0-0-S", "A"), "0-2n" + "-0" * 9 + "-1-0-0-0-N")
        self.assertEqual(play(data("keep"), "1-2n-1" + "-0" * 8 + "-1-0-0-0-S", "A"), "0-1n-1" + "-0" * 8 + "-1-2-0-0-S")

    def test_next_pit_is_sown_after_an_owned_pit(self):
        # Two of B's four seeds; C is sown to D, which captures the two facing it.
        self.assertEqual(play(data("keep_feed"), "1-3n-1-0-2-2-2-0-0-0-S", "A>"), "0-2n-0-1-0-2-2-0-4-0-N")

    def test_kept_seeds_are_never_lifted_or_captured(self):
        self.assertEqual(why(data("two"), "0-4n-0-1-1-0-0-0-0-0-S", "B"), "owned")
        # D captures nothing from a, which faces it and is owned.
        self.assertEqual(play(data("keep_feed"), "0-0-1-0-4n-1-0-1-0-0-S", "C>"), "0-0-0-1-4n-1-0-1-0-0-N")

    def test_kept_seeds_go_to_the_owner_at_the_end(self):
        self.assertEqual(over(data("two"), "0-4n-0-0-0-3s-0-0-5-5-S"), ("stuck", (8, 9)))
        self.assertEqual(over(data("keep_side"), "0-0-4n-2-1-0-0-0-N"), ("side-empty", (0, 7)))
        self.assertEqual(over(data("keep_feed"), "0-3s-0-4n-1-5n-1-1-2-2-S"), ("stuck", (5, 14)))

    def test_owned_pits_are_not_larger_pits(self):
        self.assertIsNone(why(data("keep_feed"), "1-5s-0-0-2-2-0-0-0-0-S", "A>"))
        self.assertEqual(why(data("keep_feed"), "1-5-0-0-2-2-0-0-0-0-S", "A>"), "single")

    def test_kept_seeds_do_not_feed(self):
        self.assertEqual(why(data("keep_feed"), "0-0-2-2-4s-0-0-0-9-9-S", "C>"), "starves")
        self.assertIsNone(why(data("keep_feed"), "0-0-2-2-4s-0-0-0-9-9-S", "D>"))

    def test_kept_seeds_do_not_count_as_few(self):
        after = "0-6s-0-0-0-0-0-0-3-4-N"
        self.assertEqual(play(data("keep_feed"), "1-5s-0-0-0-1-0-0-3-3-S", "A>"), after)
        self.assertEqual(over(data("keep_feed"), after), ("stuck", (9, 4)))

    def test_no_owner_if_a_grand_slam_captures_nothing(self):
        turn = turn_of(data("keep_feed"), "1-0-0-1-2-0-0-0-9-9-S", "D>")
        self.assertEqual((turn.slam, turn.captured), (True, 0))
        self.assertEqual(play(data("keep_feed"), "1-0-0-1-2-0-0-0-9-9-S", "D>"), "1-0-0-0-3-0-0-0-9-9-N")

    def test_pit_with_all_seeds_is_owned_by_a_grand_slam(self):
        self.assertEqual(play(data("keep_leave"), "1-2n-1-1-0-0s-4-2-0-S", "C"), "1-2n-0-2s-0-0s-4-2-0-N")

    def test_kept_seeds_are_not_part_of_the_rest(self):
        after = "0-0-0-0-3s-0-0-0-3-4-N"
        self.assertEqual(play(data("keep_rest"), "1-0-0-1-2-0-0-0-3-3-S", "D"), after)
        self.assertEqual(over(data("keep_rest"), after), ("stuck", (6, 4)))


class WhichMoves(unittest.TestCase):
    def test_singles_last(self):
        self.assertEqual(why(data("parity"), "2-1-0-0-0-0-0-0-0-0-1-0-10-10-S", "B"), "single")
        self.assertIsNone(why(data("parity"), "1-1-0-0-0-0-0-0-0-0-1-0-10-10-S", "B"))

    def test_singles_onto_empty(self):
        before = "0-1-1-0-1-1-1-1-4-4-S"
        self.assertEqual([why(data("onto_empty"), before, move) for move in ("B>", "B<", "C>", "C<")],
                         ["single", None, None, "single"])

    def test_singles_last_onto_empty(self):
        north = "1-0-0-0-0-0"
        self.assertEqual(why(data("hawalis"), f"1-0-2-0-0-0-{north}-5-5-S", "A"), "single")
        self.assertEqual(why(data("hawalis"), f"1-1-0-0-0-0-{north}-5-5-S", "A"), "single")
        self.assertIsNone(why(data("hawalis"), f"1-1-0-0-0-0-{north}-5-5-S", "B"))

    def test_reach_theirs_or_empty(self):
        start = "3-3-3-3-3-3-3-3-3-3-0-0-S"
        self.assertEqual([why(data("reach_theirs"), start, move) for move in "ABC"], ["reach", "reach", None])
        self.assertIsNone(why(data("reach_theirs"), "3-3-3-0-3-3-3-3-3-3-3-0-S", "A"))  # D was empty

    def test_reach_occupied(self):
        start = "0-1-2-1-2-1-0-3-1-2-0-1-3-1-2-0-0-0-S"
        self.assertIsNone(why(data("reach_occupied"), start, "B>"))
        self.assertEqual(why(data("reach_occupied"), start, "B<"), "reach")

    def test_must_capture(self):
        before = "1-0-0-1-1-0-0-2-5-5-S"
        self.assertIsNone(why(data("must_capture"), before, "D"))
        self.assertEqual(why(data("must_capture"), before, "A"), "must-capture")
        self.assertIsNone(why(data("must_capture"), "1-0-0-1-0-0-0-2-5-5-S", "A"))

    def test_must_capture_ignores_illegal_captures(self):
        self.assertIsNone(why(data("must_capture"), "1-0-0-1-1-0-0-0-5-5-S", "A"))


class Openings(unittest.TestCase):
    def test_opening_with_two_pits_one_lap_and_no_capture(self):
        start = "3-3-3-3-3-3-3-3-0-0-4-S"
        self.assertEqual(why(data("opening"), start, "A"), "opening")
        self.assertEqual(play(data("opening"), start, "C"), "3-3-0-4-4-4-3-3-0-0-3-N")

    def test_opening_turns_are_shared(self):
        self.assertEqual(play(data("opening"), "3-3-0-4-4-4-3-3-0-0-3-N", "d"), "4-4-1-4-4-4-3-0-0-0-2-S")
        self.assertEqual(play(data("opening"), "3-3-3-3-3-3-3-3-0-0-1-S", "C"), "3-3-0-4-4-4-3-3-0-0-0-N")
        self.assertEqual(play(data("opening"), "3-3-3-3-3-3-3-3-0-0-0-S", "C"), "3-3-0-4-4-0-3-3-4-0-0-N")

    def test_second_half_excludes_the_middle(self):
        start = "3-3-3-3-3-3-3-3-3-3-0-0-2-S"
        self.assertEqual([why(data("opening_half"), start, move) for move in "CDE"], ["opening", None, None])

    def test_last_pit(self):
        start = "4-4-4-4-4-4-4-4-0-0-2-S"
        self.assertEqual([why(data("own_facing"), start, move) for move in "CD"], ["opening", None])

    def test_extra_turns_count(self):
        self.assertEqual(play(data("opening_half"), "0-0-1-0-1-3-3-3-3-3-0-0-2-S", "E"), "0-0-1-0-0-3-3-3-3-3-1-0-1-S")


class TotalCaptures(unittest.TestCase):
    def test_grand_slam_leaves_a_pit(self):
        before = "1-0-0-2-1-1-0-0-5-6-S"
        self.assertEqual(play(data("leave_first"), before, "D"), "1-0-0-0-2-0-0-0-7-6-N")
        self.assertEqual(play(data("leave_last"), before, "D"), "1-0-0-0-0-2-0-0-7-6-N")

    def test_grand_slam_of_a_single_pit_leaves_nothing(self):
        for name in ("leave_first", "leave_last"):
            self.assertEqual(play(data(name), "1-0-0-1-1-0-0-0-5-6-S", "D"), "1-0-0-0-0-0-0-0-7-6-N")

    def test_grand_slam_order_is_independent_of_the_direction(self):
        self.assertEqual(turn_of(data("chain_forward"), "1-0-0-0-0-0-2-1-0-0-S", "A<").seeds, [0, 0, 0, 0, 0, 0, 0, 2, 2, 0])

    def test_grand_slam_leaves_only_pits_of_the_opponent(self):
        self.assertEqual(play(data("chain_facing"), "2-1-0-0-0-0-0-0-0-3-1-0-0-0-S", "A"), "0-0-0-0-0-0-0-0-0-3-0-0-4-0-N")

    def test_grand_slam_gives_the_rest_to_the_opponent(self):
        after = "0-0-0-0-0-0-0-0-9-7-N"
        self.assertEqual(play(data("opponent_rest"), "1-0-0-2-1-1-0-0-5-6-S", "D"), after)
        self.assertEqual(over(data("opponent_rest"), after), ("stuck", (9, 7)))


class FurtherEnds(unittest.TestCase):
    def test_stuck_player_wins_everything(self):
        self.assertEqual(over(data("win"), "0-0-0-0-1-2-0-0-0-0-S"), ("stuck", (3, 0)))

    def test_rest_goes_to_the_emptied_side(self):
        after = "0-0-0-0-0-0-1-1-1-1-0-1-24-19-N"
        self.assertEqual(play(data("mangala"), "1-0-0-0-0-0-1-1-1-1-5-1-18-19-S", "A"), after)
        self.assertEqual(over(data("mangala"), after), ("side-empty", (29, 19)))
        self.assertEqual(over(data("onto_empty"), "0-0-0-0-2-1-0-0-6-7-S"), ("stuck", (9, 7)))

    def test_rest_is_shared(self):
        self.assertEqual(over(data("beyond_opposite"), "0-0-0-0-0-1-2-0-0-0-5-8-S"), ("stuck", (6, 9)))

    def test_few_seeds(self):
        self.assertEqual(play(data("few_mover"), "0-1-0-1-1-1-0-0-10-10-S", "B"), "0-0-0-0-0-0-0-0-14-10-N")
        self.assertEqual(play(data("few_opponent"), "1-0-0-0-0-0-1-0-10-12-S", "A"), "0-0-0-0-0-0-0-0-10-14-N")
        self.assertEqual(play(data("own_any"), "0-0-0-0-1-0-0-0-1-0-9-9-S", "E"), "0-0-0-0-0-0-0-0-0-0-9-11-N")
        self.assertEqual(over(data("own_any"), "0-0-0-0-0-0-0-0-0-0-9-11-N"), ("stuck", (9, 11)))

    def test_few_seeds_do_not_end_the_game_before_a_move(self):
        self.assertIsNone(over(data("few_opponent"), "1-0-0-0-0-0-1-0-10-12-S"))


class History(unittest.TestCase):
    def played(self, name, before, moves):
        rules = oracle.Rules(name)
        game = oracle.Game(rules, oracle.parse_diagram(rules, before))
        for move in oracle.split_moves(moves):
            self.assertIsNone(game.ending())
            game.play(oracle.parse_move(rules, game.position, move))
        return game.ending()

    def test_a_repetition(self):
        # Two seeds chase each other halfway around the twelve pits, until each is where the other was.
        before, round_trip = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf"
        self.assertEqual(self.played("oware", before, round_trip), ("repetition", (24, 24)))
        self.assertEqual(self.played("awari", before, round_trip), ("repetition", (23, 23)))  # shares are not counted

    def test_repetition_with_relays(self):
        # A relay moves each pair by two holes: the position repeats after eight plies per player, and again after
        # sixteen.
        pair = "1-1" + "-0" * 14
        pits = "ACEGIKMO"
        circle = "".join(pit + pit.lower() for pit in pits)
        self.assertIsNone(self.played("hus", f"{pair}-{pair}-0-0-S", circle))
        self.assertEqual(self.played("hus", f"{pair}-{pair}-0-0-S", 2 * circle), ("repetition", (2, 2)))

    def test_quiet_plies(self):
        # One seed each: 50 plies come before the third occurrence.
        one = "1" + "-0" * 15
        circle = "".join(pit + pit.lower() for pit in "ABCDEFGHIJKLMNOP")
        self.assertEqual(self.played("hus", f"{one}-{one}-0-0-S", (2 * circle)[:50]), ("quiet", (1, 1)))

    def test_capture_resets_the_quiet_count(self):
        rules = oracle.Rules("bao-kiarabu")
        game = oracle.Game(rules, oracle.start(rules))
        game.play(oracle.Move(0, 1))
        self.assertEqual(game.quiet, 0)


class FurtherWords(unittest.TestCase):
    """Rare keys."""

    def test_again_once(self):
        # The seed lands in B, C is empty, D is captured; that gives an extra turn, but not in an extra turn.
        before = "1-0-0-3-0-0-0-0-0-0-0-0-0-1-0-0-"
        self.assertEqual(play("ali-guli-mane", before + "0-S", "A"), "0-1-0-0-0-0-0-0-0-0-0-0-0-1-3-0-4-S")
        self.assertEqual(play("ali-guli-mane", before + "4-S", "A"), "0-1-0-0-0-0-0-0-0-0-0-0-0-1-3-0-0-N")

    def test_undo(self):
        self.assertEqual(play("alemungula", "0-0-0-0-1-0-0-0-0-1-0-0-0-S", "E"), "0-0-0-0-0-1-0-0-0-1-0-0-1-N")
        self.assertEqual(why("alemungula", "0-0-0-0-0-1-0-0-0-1-0-0-1-N", "a"), "undo")
        self.assertIsNone(why("alemungula", "0-0-0-0-0-1-0-0-0-1-0-0-0-N", "a"))
        self.assertIsNone(why("alemungula", "0-0-0-0-0-2-0-0-0-1-0-0-1-N", "a"))  # no single seed
        self.assertEqual(play("alemungula", "1-0-0-0-0-1-0-0-0-0-0-0-0-S", "A"), "0-0-0-0-0-1-0-0-0-1-0-0-2-N")
        self.assertEqual(why("alemungula", "0-0-0-0-0-1-0-0-0-1-0-0-2-N", "e"), "undo")
        self.assertEqual(play("alemungula", "0-0-0-0-1-2-0-0-0-1-0-0-0-S", "E"), "0-0-0-0-0-3-0-0-0-1-0-0-0-N")  # not alone

    def test_last_seeds_go_to_the_player_who_started(self):
        self.assertEqual(play("ba-awa", "1-0-0-0-0-0-1-0-0-0-0-0-20-26-N", "a"), "0-0-0-0-0-0-0-0-0-0-0-0-22-26-S")

    def test_cleared(self):
        self.assertEqual(play(data("crosscapt"), "0-0-0-0-0-1-2-0-0-0-0-3-10-10-S", "F"), "0-0-0-0-0-0-0-0-0-0-0-0-16-10-S")
        self.assertEqual(play(data("crosscapt"), "0-0-0-0-1-1-0-0-0-0-0-3-10-10-S", "F"), "0-0-0-0-1-0-0-0-0-0-0-3-11-10-S")

    def test_captures_before_sowing(self):
        self.assertEqual(play("achochodi", "0-0-1-0-0-0-0-0-0-5-0-1-0-0-S", "C"), "0-0-0-1-0-0-0-0-0-0-0-1-5-0-N")
        self.assertEqual(play("gelech", "1-1-3-0-0-0-0-0-0-4-2-3-0-0-S", "C>"), "1-1-0-1-1-1-0-0-0-4-0-0-5-0-N")
        self.assertEqual(why("gelech", "1-1-3-0-0-0-0-0-0-1-2-3-0-0-S", "C>"), "facing")
        self.assertEqual(play("sokusowo", "3-0-0-0-2-0-0-0-0-0-S", "A"), "0-1-1-0-2-0-0-0-1-0-N")

    def test_chain_over_other_pits(self):
        # a makes two; F and E, which hold three and two, are behind it on the mover's side.
        self.assertEqual(play("achochodi", "0-0-0-3-1-2-1-0-0-0-0-1-0-0-S", "D"), "0-0-0-0-0-0-0-0-0-0-0-1-7-0-N")
        # The seed in B captures the facing pit, and so does C with any contents; the pit facing D is too large.
        self.assertEqual(play("j-odu", "1-0-5-0-0-0-0-0-3-1-2-0-0-0-S", "A"), "0-1-5-0-0-0-0-0-3-0-0-0-3-0-N")
        # B and the facing pit, then the pit facing C, which is empty; D is not.
        self.assertEqual(play("enkeshui", "1-0-0-1-0-0-0-0-1-0-0-0-0-3-2-0-0-0-S", "A"), "0-0-0-1-0-0-0-0-1-0-0-0-0-0-0-0-6-0-N")

    def test_sown(self):
        self.assertEqual(play(data("kale"), "0-0-0-0-0-1-1-0-0-0-0-1-0-0-S", "F"), "0-0-0-0-0-0-2-0-0-0-0-1-0-0-N")
        self.assertEqual(play(data("kale"), "0-0-0-0-2-0-1-0-0-0-0-1-0-0-S", "E"), "0-0-0-0-0-1-0-0-0-0-0-1-2-0-N")

    def test_own_with(self):
        self.assertEqual(play("enkeshui", "2-2-3-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-S", "A"), "0-0s-0s-0-0-0-0-0-1-0-0-0-0-0-0-0-7-0-N")
        self.assertEqual(play("enkeshui", "2-3-2-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-S", "A"), "0-0s-0s-0-0-0-0-0-1-0-0-0-0-0-0-0-7-0-N")
        self.assertEqual(play("leyla-gobale", "1-0-0-0-0-0-0-0-1-0-0-0-0-0-3-0-0-0-S", "A"), "0-0s-0-0-0-0-0-0-1-0-0-0-0-0-0s-0-4-0-N")

    def test_take_each(self):
        self.assertEqual(play("kara", "0-0-0-0-0-1-0-2-3-4-0-0-0-0-S", "F"), "0-0-0-0-0-0-1-0-3-0-0-0-6-0-N")
        self.assertEqual(play("kara", "0-0-0-0-1-0-1-2-3-4-0-0-0-0-S", "E"), "0-0-0-0-0-1-1-0-3-0-0-0-6-0-N")  # the last pit
        self.assertEqual(play("kara", "0-0-0-1-0-0-1-2-3-4-0-0-0-0-S", "D"), "0-0-0-0-1-0-1-2-3-4-0-0-0-0-N")

    def test_skip(self):
        self.assertEqual(play("urim", "0-0-0-0-2-0-17-0-0-0-0-0-0-0-S", "E"), "0-0-0-0-0-1-17-1-0-0-0-0-0-0-N")
        nothing = "0-0-0-0-0-0-0-0-0"
        later, first = f"{nothing}-1-2-1-{nothing[2:]}-0-0-0-S", f"{nothing}-1-2-1-{nothing[2:]}-0-0-1-S"
        self.assertEqual(play("lami", first, "J"), f"{nothing}-0-0-2-1-1-{nothing[6:]}-0-0-0-N")  # relays from three
        # Later the seed goes to the pit after it, which has one, and two are sown.
        self.assertEqual(play("lami", later, "J"), f"{nothing}-0-2-0-1-1-{nothing[6:]}-0-0-0-N")

    def test_twos(self):
        tail = "-1-0-0-0-0-0-0-0-0-0-0-0-0-S"
        self.assertEqual(why("lami", "2-0-0-0-0-0-0-0-0-1" + tail, "A"), "two")
        self.assertIsNone(why("lami", "2-0-0-0-0-0-0-0-0-2" + tail, "A"))
        self.assertEqual(why("mbothe", "2-0-0-0-0-0-0-0-2-0" + tail, "A"), "two")
        self.assertIsNone(why("mbothe", "2-0-0-0-0-0-0-0-2-0" + tail, "I"))

    def test_own_out(self):
        # The fourth seed closes a, and the four are sown.
        self.assertEqual(play("nambayi", "0-0-0-0-0-0-0-1-3-0-0-0-0-0-0-1-0-0-S", "H"), "0-0-0-0-0-0-0-0-0s-1-1-1-1-0-0-1-0-0-N")
        # Seeds sown there later leave the game; the other player skips it.
        self.assertEqual(play("nambayi", "0-0-0-0-0-0-0-1-0s-1-0-0-0-0-0-0-0-0-S", "H"), "0-0-0-0-0-0-0-0-0s-1-0-0-0-0-0-0-0-0-N")
        self.assertEqual(play("nambayi", "1-0n-0-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-S", "A"), "0-0n-1-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-N")
        # In the first turn of deka nothing is closed: the three are sown.
        self.assertEqual(play("deka", "0-0-0-0-0-1-2-0-0-0-0-1-0-0-1-S", "F"), "0-0-0-0-0-0-0-1-1-1-0-1-0-0-0-N")

    def test_own_at(self):
        # A fourth seed wins any pit of the opponent (a and b), and F at home, but not E.
        self.assertEqual(play("andot", "0-0-0-0-0-1-3-0-0-0-0-1-0-0-0-S", "F"), "0-0-0-0-0-0-0s-0-0-0-0-1-4-0-0-N")
        self.assertEqual(play("andot", "0-0-0-0-0-2-0-3-0-0-0-1-0-0-0-S", "F"), "0-0-0-0-0-0-1-0s-0-0-0-1-4-0-0-N")
        self.assertEqual(play("andot", "0-0-0-1-3-0-0-0-0-0-0-1-0-0-0-S", "D"), "0-0-0-0-4-0-0-0-0-0-0-1-0-0-0-N")
        self.assertEqual(play("andot", "0-0-0-0-1-3-0-0-0-0-0-1-0-0-0-S", "E"), "0-0-0-0-0-0s-0-0-0-0-0-1-4-0-0-N")

    def test_capture_needs_an_owned_pit(self):
        self.assertEqual(play("qelat-i", "0-0-0-0-0-3-0-0-3-0-0-1-20-21-S", "F"), "0-0-0-0-0-0-1-1-4-0-0-1-20-21-N")
        self.assertEqual(play("qelat-i", "0s-0-0-0-0-3-0-0-3-0-0-1-20-21-S", "F"), "0s-0-0-0-0-0-1-1-0-0-0-1-24-21-N")
        # A pit that the opponent owns does not help.
        self.assertEqual(play("qelat-i", "0n-0-0-0-0-3-0-0-3-0-0-1-20-21-S", "F"), "0n-0-0-0-0-0-1-1-4-0-0-1-20-21-N")

    def test_own_two_pits_from_each_end(self):
        for before, after in (("0-0-0-0-0-2-0-3-0-0-0-1-20-22-S", "0-0-0-0-0-0-1-0s-0-0-0-1-24-22-N"),
                              ("0-0-0-0-0-3-0-0-3-0-0-1-20-21-S", "0-0-0-0-0-0-1-1-4-0-0-1-20-21-N")):
            self.assertEqual(play("qelat-i", before, "F"), after)
        self.assertEqual(play("qelat-i", "0-0-0-1-3-0-0-0-0-0-0-1-21-22-S", "D"), "0-0-0-0-4-0-0-0-0-0-0-1-21-22-N")

    def test_grand_slam_again(self):
        self.assertEqual(play("ouri", "0-0-0-0-1-1-1-0-0-0-0-0-0-0-S", "F"), "0-0-0-0-1-0-0-0-0-0-0-0-2-0-S")

    def test_opening_cross(self):
        six, five = "0-0-0-0-0-0", "0-0-0-0-0"
        self.assertEqual(play("tapata", f"{six}-3-{five}-0-2-{five}-{five}-0-0-2-S", "G"), f"{six}-0-1-1-0-0-0-1-2-{five}-{five}-0-0-1-N")
        self.assertEqual(play("tapata", f"{six}-3-{five}-0-2-{five}-{five}-0-0-0-S", "G"), f"{six}-0-1-1-1-0-0-0-2-{five}-{five}-0-0-0-N")

    def test_opening_exchange(self):
        self.assertEqual(play("gabata/two-rows", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-1-S", "C"), "5-3-4-3-5-3-5-3-5-4s-5-3-0-0-0-N")

    def test_own_track(self):
        # E, A and B get a seed each. B was empty, so the seed is joined by the two facing it, and three are sown. The
        # last of them makes two in E, which go to A and B.
        self.assertEqual(play("mikro-tsoro", "0-0-0-3-0-0-0-0-2-1-0-0-S", "D"), "2-1-1-1-0-0-0-0-0-1-0-0-N")
        self.assertEqual(play(data("ns_kalah"), "0-0-0-0-0-0-3-1-0-0-0-0-0-0-0-0-S", "G"), "1-1-0-0-0-0-0-1-0-0-0-0-0-0-1-0-N")

    def test_store_before_the_first_pit(self):
        self.assertEqual(play(data("lagerung"), "1-0-0-0-0-0-8-0-0-0-0-0-0-0-0-0-S", "G"), "1-0-0-0-0-0-0-1-1-1-1-1-1-1-1-0-S")

    def test_opening_direction(self):
        start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-"
        self.assertEqual(why(data("four_capture"), start + "2-S", "A<"), "opening")
        self.assertIsNone(why(data("four_capture"), start + "2-S", "A>"))
        self.assertIsNone(why(data("four_capture"), start + "0-S", "A<"))


class Perft(unittest.TestCase):
    def test_oware_matches_other_programs(self):
        rules = oracle.Rules("oware")
        self.assertEqual([oracle.perft(rules, oracle.start(rules), depth) for depth in range(6)], [1, 6, 36, 190, 1014, 5219])

    def test_toguz_kumalak(self):
        # B to I each capture one of North's pits: eight replies to each of them, and nine to A. Of these 73 replies 44
        # capture a pit of South: one after A, then 2, 3, 4, 5, 6, 7, 8 and 8.
        rules = oracle.Rules("toguz-kumalak")
        self.assertEqual([oracle.perft(rules, oracle.start(rules), depth) for depth in range(4)], [1, 9, 9 + 8 * 8, 73 * 9 - 44])


class Rounds(unittest.TestCase):
    def test_closed_pits_are_skipped(self):
        # Five seeds from E: F and G, the store, then a and d, as b and c are closed.
        name = "sungka:round=2,closed=bc"
        self.assertEqual(play(name, "0-0-0-0-5-0-0-0-0-0-0-0-0-1-9-9-S", "E"), "0-0-0-0-0-1-1-1-0-0-1-0-0-1-10-9-N")

    def test_pit_beyond_a_closed_one(self):
        # B is the next open pit after A and empty; D, after the closed C, is captured.
        name = "pallanguzhi:round=2,closed=C"
        self.assertEqual(play(name, "0-0-0-3-0-0-0-1-0-0-0-0-0-1-9-9-N", "g"), "1-0-0-0-0-0-0-1-0-0-0-0-0-0-9-12-S")

    def test_unfilled_pits_are_closed(self):
        rules = oracle.Rules("sungka:round=1")
        name, position = rounds.next_round(rules, [45, 53], SOUTH, NORTH)
        self.assertEqual(name, "sungka:round=2,closed=A")  # filled from the pit next to the store
        self.assertEqual(oracle.diagram(position), "0-7-7-7-7-7-7-7-7-7-7-7-7-7-3-4-S")  # the loser starts

    def test_closed_pit_is_won_back(self):
        rules = oracle.Rules("sungka:round=2,closed=A")
        self.assertEqual(rounds.next_round(rules, [50, 48], SOUTH, NORTH)[0], "sungka:round=3,closed=a")

    def test_shared_pits_are_rounded(self):
        rules = oracle.Rules("adi:round=1")
        for south, pits in ((24, [6, 6]), (25, [6, 6]), (26, [7, 5]), (21, [5, 7]), (38, [10, 2])):
            self.assertEqual(rounds.pits_next(rules, [south, 48 - south]), pits)

    def test_rounds_from_the_initial_position_are_counted(self):
        name, position = rounds.next_round(oracle.Rules("mangala:round=1"), [30, 18], SOUTH, NORTH)
        self.assertEqual(name, "mangala:round=2,won=1-0")
        self.assertEqual(oracle.diagram(position), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N")
        # A draw scores for nobody; the fifth round is the last.
        name, _ = rounds.next_round(oracle.Rules(name), [24, 24], NORTH, NORTH)
        self.assertEqual(name, "mangala:round=3,won=1-0")
        self.assertEqual(rounds.next_round(oracle.Rules("mangala:round=5,won=1-2"), [20, 28], SOUTH, SOUTH), [1, 3])

    def test_player_who_started_the_round_gets_the_last_seeds(self):
        # Two seeds are left after A. They go to North, who started this round.
        self.assertEqual(rounds.next_round(oracle.Rules("lam-waladach:round=1"), [22, 14], SOUTH, NORTH)[0],
                         "lam-waladach:pits=7,seeds=3,round=2,closed=fg,first=N")
        for name, after in (("lam-waladach:round=2", "19-17"), ("lam-waladach:round=2,first=N", "17-19")):
            self.assertEqual(play(name, "1-0-0-0-0-0-1-0-0-0-0-0-17-17-0-S", "A").split("-")[12:14], after.split("-"))

    def test_too_few_pits_lose_the_match(self):
        self.assertEqual(rounds.next_round(oracle.Rules("adi:round=1"), [38, 10], SOUTH, NORTH), NORTH)
        self.assertEqual(rounds.next_round(oracle.Rules("sungka:round=4"), [6, 92], SOUTH, NORTH), SOUTH)


if __name__ == "__main__":
    unittest.main()
