#!/usr/bin/env python3
"""The oracle against the rules in words: examples worked out by hand, one for each mechanic."""
import unittest

import oracle
from oracle import NORTH, SOUTH


def play(name, before, letter):
    """The diagram after a move."""
    rules = oracle.Rules(name)
    position = oracle.parse_diagram(rules, before)
    return oracle.diagram(oracle.after(rules, oracle.turns(rules, position)[oracle.parse_letter(rules, letter)]))


def turn_of(name, before, letter):
    """A turn with what happened in it, legal or not."""
    rules = oracle.Rules(name)
    return oracle.play_turn(rules, oracle.parse_diagram(rules, before), oracle.parse_letter(rules, letter))


def why(name, before, letter):
    rules = oracle.Rules(name)
    return oracle.why_illegal(rules, oracle.parse_diagram(rules, before), oracle.parse_letter(rules, letter))


def over(name, before):
    rules = oracle.Rules(name)
    return oracle.ending(rules, oracle.parse_diagram(rules, before))


class RuleFiles(unittest.TestCase):
    def test_every_game_is_read(self):
        names = oracle.game_names()
        self.assertIn("awari/solved", names)
        for name in names:
            self.assertGreater(sum(oracle.start(oracle.Rules(name)).seeds), 0, name)

    def test_extends_takes_over_what_is_not_given(self):
        rules = oracle.Rules("woli")
        self.assertEqual(rules.turn, {"feed": "must", "grand_slam": "illegal", "stuck": "end"})
        self.assertEqual(rules.land, oracle.Rules("oware").land)
        self.assertEqual(len(oracle.Rules("halusa").land), 1)  # its own rule replaces the parent's

    def test_sizes(self):
        self.assertEqual(oracle.diagram(oracle.start(oracle.Rules("kalah:pits=2,seeds=3"))), "3-3-3-3-0-0-S")

    def test_unknown_keys_and_words_are_errors(self):
        for table in ({"shape": 1}, {"store": "both"}):
            with self.assertRaises(ValueError):
                oracle.with_defaults(table, oracle.DEFAULTS["sow"], "sow")


class Boards(unittest.TestCase):
    def test_two_rows_face_each_other(self):
        rules = oracle.Rules("owari")
        self.assertEqual(oracle.facing(rules, 1), 10)  # B faces e, in the picture 1 and 11
        self.assertEqual(oracle.facing(rules, 10), 1)

    def test_four_rows_face_each_other(self):
        rules = oracle.Rules("hus")
        for k in range(8):
            inner = oracle.facing(rules, k)
            self.assertEqual((inner, oracle.behind(rules, inner)), (16 + 7 - k, 16 + 8 + k))

    def test_a_store_is_sown_only_by_its_owner(self):
        rules = oracle.Rules("kalah:pits=2,seeds=2")
        self.assertEqual(oracle.ring(rules, SOUTH), [0, 1, 4, 2, 3])
        self.assertEqual(oracle.ring(rules, NORTH), [2, 3, 5, 0, 1])
        self.assertEqual(oracle.ring(oracle.Rules("hus"), NORTH), list(range(16, 32)))


class Turns(unittest.TestCase):
    def test_owari_worked_example(self):
        self.assertEqual(play("owari", "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "E"), "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N")
        self.assertEqual(play("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S", "B"), "3-0-4-4-1-4-4-0-3-3-3-3-4-0-N")

    def test_thirteen_stones_end_in_the_origin(self):
        turn = turn_of("owari", "13-0-0-0-0-0-0-0-0-0-0-5-0-0-S", "A")
        self.assertTrue(turn.came_round)
        self.assertEqual(turn.seeds, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 7, 0])  # f had 5 + 1

    def test_twelve_seeds_skip_the_origin(self):
        self.assertEqual(play("oware", "12-0-0-0-0-0-2-2-2-2-2-3-8-9-S", "A"), "0-2-1-1-1-1-3-3-3-3-3-4-8-9-N")

    def test_a_run_is_taken_on_the_opponents_side_only(self):
        turn = turn_of("oware", "0-0-0-0-1-4-1-2-2-1-4-0-10-10-S", "F")
        self.assertEqual(turn.seeds, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 20, 10])
        self.assertEqual((turn.captured, turn.longest_chain), (10, 4))

    def test_a_run_breaks_at_an_empty_pit(self):
        # 2 seeds of C make D and E even; C is empty now, and B with its 2 seeds is safe.
        self.assertEqual(play("halusa", "0-2-2-1-1-0-5-0-0-0-0-0-30-31-S", "C"), "0-2-0-0-0-0-5-0-0-0-0-0-34-31-N")

    def test_relay_ends_in_an_empty_pit(self):
        turn = turn_of("hus", "1-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "A")
        self.assertEqual((turn.laps, turn.seeds[:4]), (2, [0, 0, 1, 1]))

    def test_taken_pebbles_are_sown_on(self):
        # B reaches C, which faces f with k behind it: 2 + 1 + 3 pebbles go on from D; owela leaves the 2 where they are.
        rest = "0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-0-1-0-0-0-0-3-0-0-0-0-0-0-0"
        self.assertEqual(turn_of("hus", f"0-1-1-0-{rest}-S", "B").seeds[:10], [0, 0, 0, 1, 1, 1, 1, 1, 1, 0])
        self.assertEqual(turn_of("owela", f"0-1-1-0-{rest}-S", "B").seeds[:10], [0, 0, 2, 1, 1, 1, 1, 0, 0, 0])

    def test_the_limit_of_laps_leaves_everything_as_it_lies(self):
        rules = oracle.Rules("hus")
        rules.end["laps"] = 1
        turn = oracle.play_turn(rules, oracle.start(rules), 0)
        self.assertEqual((turn.cut, turn.laps, turn.seeds[:3], turn.captured), (True, 1, [0, 3, 3], 0))

    def test_a_cut_turn_gives_no_further_turn(self):
        rules = oracle.Rules("kalah")
        rules.end["laps"] = 1
        self.assertFalse(oracle.play_turn(rules, oracle.start(rules), 2).again)

    def test_another_turn(self):
        self.assertEqual(play("kalah", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C")[-1], "S")
        self.assertEqual(play("owari", "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "D")[-1], "N")

    def test_a_player_without_a_seed_passes(self):
        self.assertEqual(play("vai-lung-thlan", "0-0-0-0-2-1-0-0-0-0-0-0-27-30-S", "E"), "0-0-0-0-0-2-0-0-0-0-0-0-28-30-S")


class LegalMoves(unittest.TestCase):
    def test_a_total_capture(self):
        before = "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S"
        self.assertEqual(play("oware", before, "F"), "1-0-0-0-0-0-2-2-0-0-0-0-20-23-N")
        self.assertEqual(play("wari", before, "F"), "1-0-0-0-0-0-0-0-0-0-0-0-24-23-N")
        self.assertEqual(why("woli", before, "F"), "slams")
        self.assertEqual(why("awari/solved", before, "F"), "starves")

    def test_starving_is_legal_if_every_move_does(self):
        self.assertIsNone(why("awari/solved", "0-0-0-0-0-2-1-1-0-0-0-0-20-24-S", "F"))

    def test_an_empty_opponent_is_fed(self):
        for name in ("oware", "wari", "awari/solved"):
            self.assertEqual(why(name, "1-0-0-0-2-0-0-0-0-0-0-0-22-23-S", "A"), "starves")
            self.assertIsNone(why(name, "1-0-0-0-2-0-0-0-0-0-0-0-22-23-S", "E"))

    def test_other_reasons(self):
        self.assertEqual(why("oware", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "a"), "no-such-pit")
        self.assertEqual(why("oware", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "G"), "no-such-pit")
        self.assertEqual(why("oware", "0-4-4-4-4-4-4-4-4-4-4-4-4-0-S", "A"), "empty")
        self.assertEqual(why("oware", "1-0-0-0-2-0-0-0-0-0-0-0-20-25-S", "A"), "over")
        self.assertEqual(why("hus/no-singles", "1-2" + "-0" * 14 + "-2" + "-0" * 17 + "-S", "A"), "single")


class Ends(unittest.TestCase):
    def test_majority_leaves_the_pits_alone(self):
        self.assertEqual(over("oware", "1-0-0-0-2-0-0-0-0-0-0-0-20-25-S"), ("majority", (20, 25)))
        self.assertEqual(over("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"), ("even", (24, 24)))
        self.assertIsNone(over("oware", "0-0-0-0-0-1-0-0-0-0-0-0-24-23-S"))

    def test_who_gets_the_rest(self):
        stuck = "0-0-0-0-0-0-0-0-2-0-1-0-22-23-S"
        self.assertEqual(over("oware", stuck), ("stuck", (22, 26)))
        self.assertEqual(over("awari", stuck), ("stuck", (22, 23)))
        self.assertEqual(over("awari/solved", stuck), ("stuck", (22, 26)))
        self.assertEqual(over("awari/solved", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-N"), ("stuck", (25, 23)))
        self.assertEqual(over("bohnenspiel", "0-0-0-0-0-0-1-0-0-0-4-0-33-34-S"), ("stuck", (33, 39)))

    def test_a_side_is_empty(self):
        self.assertEqual(over("owari", "5-1-4-0-3-0-0-0-0-0-0-0-13-10-S"), ("side-empty", (26, 10)))
        self.assertEqual(over("kalah", "5-1-4-0-3-0-0-0-0-0-0-0-13-22-N"), ("side-empty", (26, 22)))

    def test_who_cannot_move_loses_everything(self):
        self.assertEqual(over("hus", "0" + "-0" * 15 + "-1-2" + "-0" * 16 + "-S"), ("stuck", (0, 3)))


class History(unittest.TestCase):
    def played(self, name, before, letters):
        rules = oracle.Rules(name)
        game = oracle.Game(rules, oracle.parse_diagram(rules, before))
        for letter in letters:
            self.assertIsNone(game.ending())
            game.play(oracle.parse_letter(rules, letter))
        return game.ending()

    def test_a_repetition(self):
        # Two seeds chase each other half round the twelve pits, until each is where the other was.
        before, round_trip = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf"
        self.assertEqual(self.played("oware", before, round_trip), ("repetition", (24, 24)))
        self.assertEqual(self.played("awari", before, round_trip), ("repetition", (23, 23)))  # shares are not counted

    def test_two_pebbles_that_leap(self):
        # A relay carries each pair two holes on: eight plies each bring the position back, twice that the third time.
        pair = "1-1" + "-0" * 14
        pits = "ACEGIKMO"
        circle = "".join(pit + pit.lower() for pit in pits)
        self.assertIsNone(self.played("hus", f"{pair}-{pair}-0-0-S", circle))
        self.assertEqual(self.played("hus", f"{pair}-{pair}-0-0-S", 2 * circle), ("repetition", (2, 2)))

    def test_quiet_plies(self):
        # One pebble each: 50 plies are less than the third time round.
        one = "1" + "-0" * 15
        circle = "".join(pit + pit.lower() for pit in "ABCDEFGHIJKLMNOP")
        self.assertEqual(self.played("hus", f"{one}-{one}-0-0-S", (2 * circle)[:50]), ("quiet", (1, 1)))

    def test_a_capture_starts_the_count_anew(self):
        rules = oracle.Rules("bao-kiarabu")
        game = oracle.Game(rules, oracle.start(rules))
        game.play(0)
        self.assertEqual(game.quiet, 0)


class Perft(unittest.TestCase):
    def test_oware_as_known_from_other_programs(self):
        rules = oracle.Rules("oware")
        self.assertEqual([oracle.perft(rules, oracle.start(rules), depth) for depth in range(6)], [1, 6, 36, 190, 1014, 5219])


if __name__ == "__main__":
    unittest.main()
