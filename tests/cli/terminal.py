"""terminal.py SOW: tests `sow play` in a pseudo-terminal."""
import glob
import os
import signal
import subprocess
import sys
import tempfile
import unittest

from pseudo_terminal import Terminal

SOW = ""
NEARLY_OVER = ["kalah", "--north", "human", "--setup", "0-0-0-0-0-1-1-0-0-0-0-0-22-24-S"]
THINKS_LONG = ["ohvalhu", "--south", "minimax:depth=60", "--north", "human"]


def play(*arguments, **options):
    return Terminal([SOW, "play", *arguments], **options)


class Editing(unittest.TestCase):
    def test_edits_line(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("xe", "left", "backspace", "end", "enter")
            terminal.expect("E4")
            terminal.prompt("North> ")

    def test_recalls_history(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("xyzzy", "enter")
            terminal.expect("'xyzzy' is not a pit")
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("up", "up", "enter")
            terminal.expect("'xyzzy' is not a pit")

    def test_completes_commands(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("mov", "tab", "enter")
            terminal.expect("A0")
            terminal.prompt("South> ")
            terminal.type("re", "tab", "tab")
            terminal.expect("redo  report  resign")
            terminal.type("p", "tab", "enter")
            terminal.expect("No moves have been played yet")

    def test_completes_legal_moves(self):
        with play("--north", "human", "--setup", "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S") as terminal:
            terminal.prompt("South> ")
            terminal.type("tab", "tab")
            terminal.expect("A  C  E  help  board")

    def test_completes_file_names(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/games")
            with play("--north", "human") as terminal:
                terminal.prompt("South> ")
                terminal.type(f"save {folder}/ga", "tab", "gämé.ogn", "enter")
                terminal.expect("Saved to")
            self.assertEqual(os.listdir(f"{folder}/games"), ["gämé.ogn"])

    def test_redraws_line_after_suspend(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("mov")
            terminal.expect("mov")
            terminal.stop_and_continue()
            terminal.prompt("South> mov")
            terminal.type("tab", "enter")
            terminal.expect("A0")

    def test_redraws_line_after_resize(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("boa")
            terminal.expect("boa")
            terminal.resize(30)
            terminal.expect("South> boa")
            terminal.type("rd", "enter")
            shown = terminal.expect("South to move")
            self.assertLessEqual(max(map(len, shown.split("\n"))), 30)

    def test_works_without_line_editing(self):
        for name in "dumb", "":
            with play("--north", "human", TERM=name) as terminal:
                terminal.expect("South> ")
                terminal.type("e\n")
                terminal.expect("North> ")


class Leaving(unittest.TestCase):
    def test_end_of_input_leaves(self):
        with play() as terminal:
            terminal.prompt("South> ")
            terminal.type("end of input")
            self.assertEqual(terminal.end()[1], 0)

    def test_first_interrupt_clears_line(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("resig")
            terminal.expect("resig")
            terminal.type("interrupt")
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")

    def test_second_interrupt_leaves_and_saves(self):
        with tempfile.TemporaryDirectory() as folder, play("--north", "human", "--save", f"{folder}/g.ogn") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("interrupt")
            terminal.expect("Press Ctrl-C again to leave")
            terminal.prompt("North> ")
            terminal.type("interrupt")
            terminal.expect("Saved to")
            terminal.wait_until_cooked(True)
            self.assertEqual(terminal.end()[1], 1)
            with open(f"{folder}/g.ogn") as file:
                self.assertIn("1. E *", file.read())

    def test_interrupts_with_other_lines_between_do_not_leave(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            for _ in range(3):
                terminal.type("interrupt")
                terminal.expect("Press Ctrl-C again to leave")
                terminal.prompt("South> ")
                terminal.type("board", "enter")
                terminal.prompt("South> ")

    def test_interrupt_works_without_line_editing(self):
        with play("--north", "human", TERM="dumb") as terminal:
            terminal.expect("South> ")
            terminal.type("interrupt")
            terminal.expect("Press Ctrl-C again to leave")
            terminal.expect("South> ")
            terminal.type("e\n")
            terminal.expect("North> ")

    def test_interrupt_pauses_opponent(self):
        with play(*THINKS_LONG) as terminal:
            terminal.expect("Type the letter")
            terminal.type("interrupt")
            terminal.prompt("South is paused; press Enter to continue> ")
            terminal.type("a", "enter")
            terminal.expect("It is South's turn")
            terminal.prompt("continue> ")
            terminal.type("enter")
            terminal.wait_until_cooked(True)  # thinks again
            terminal.type("interrupt")
            terminal.prompt("continue> ")
            terminal.type("quit", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_interrupt_cancels_report(self):
        with play("hus", "--north", "human", "--south", "human") as terminal:
            terminal.prompt("South> ")
            for player in "North", "South", "North", "South":
                terminal.type("h", "enter")
                terminal.prompt(f"{player}> ")
            terminal.type("report", "enter")
            terminal.wait_until_cooked(True)
            terminal.type("interrupt")
            terminal.expect("Canceled.")
            terminal.prompt("South> ")


class Resuming(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def tearDown(self):
        self.temporary.cleanup()

    def play(self, *arguments):
        return play(*arguments, XDG_DATA_HOME=self.folder)

    def files(self):
        return sorted(glob.glob(f"{self.folder}/sow/unfinished/*"))

    def play_e_and(self, last, *arguments, code=0):
        with self.play("--north", "human", *arguments) as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            for key in last:
                terminal.type(*key)
                if key == ["interrupt"]:
                    terminal.prompt("North> ")
            if last[0] == ["interrupt"]:
                terminal.type("interrupt")
            terminal.expect("To continue this game, run: sow play --resume")
            self.assertEqual(terminal.end()[1], code)

    def test_resumes_after_quit(self):
        self.play_e_and([["quit", "enter"]])
        with self.play("--resume") as terminal:
            shown = terminal.prompt("North> ")  # the same players and the same position
            self.assertIn("human (South) vs. human (North)", shown)
            terminal.type("undo", "enter")
            terminal.prompt("South> ")
            terminal.type("quit", "enter")
            terminal.end()

    def test_resumes_after_interrupt(self):
        self.play_e_and([["interrupt"]], code=1)
        with self.play("--resume") as terminal:
            terminal.prompt("North> ")

    def test_resumes_after_kill(self):
        with self.play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            os.kill(terminal.pid, signal.SIGKILL)
        with self.play("--resume") as terminal:
            terminal.prompt("North> ")

    def test_resumes_with_other_player(self):
        self.play_e_and([["quit", "enter"]])
        with self.play("--resume", "--north", "greedy") as terminal:
            shown = terminal.prompt("South> ")
            self.assertIn("human (South) vs. greedy (North)", shown)

    def test_resumes_latest_of_two(self):
        self.play_e_and([["quit", "enter"]])
        os.utime(self.files()[0], (1, 1))
        with self.play("kalah", "--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
        self.assertEqual(len(self.files()), 2)
        with self.play("--resume") as terminal:
            self.assertIn("Kalah", terminal.prompt("North> "))

    def test_game_is_open_in_one_terminal_only(self):
        with self.play("--north", "human") as first:
            first.prompt("South> ")
            first.type("e", "enter")
            first.prompt("North> ")
            with self.play("--resume") as second:
                second.expect("all unfinished games are open in other terminals")
                self.assertEqual(second.end()[1], 1)
            first.type("quit", "enter")
            first.end()
        with self.play("--resume") as first:
            first.prompt("North> ")
            with self.play("--resume") as second:
                second.expect("all unfinished games are open in other terminals")
            first.type("e", "enter")  # a new file, which is locked, too
            first.prompt("South> ")
            with self.play("--resume") as second:
                second.expect("all unfinished games are open in other terminals")

    def test_second_terminal_resumes_other_game(self):
        with self.play("--north", "human") as first:
            first.prompt("South> ")
            first.type("e", "enter")
            first.prompt("North> ")
            [locked] = self.files()
            with self.play("kalah", "--north", "human") as terminal:
                terminal.prompt("South> ")
                terminal.type("e", "enter")
                terminal.prompt("North> ")
            [kalah] = set(self.files()) - {locked}
            os.utime(kalah, (1, 1))
            with self.play("--resume") as second:
                self.assertIn("Kalah", second.prompt("North> "))

    def test_finished_game_is_not_kept(self):
        with self.play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            self.assertEqual(len(self.files()), 1)
            terminal.type("resign", "enter")
            terminal.prompt("quit> ")
            self.assertEqual(self.files(), [])
            terminal.type("quit", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_nothing_to_resume(self):
        with self.play("--resume") as terminal:
            terminal.expect("there is no unfinished game to resume")
            self.assertEqual(terminal.end()[1], 2)

    def test_saved_game_is_updated_not_duplicated(self):
        saved = f"{self.folder}/g.ogn"
        self.play_e_and([["quit", "enter"]], "--save", saved)
        with self.play("--resume") as terminal:
            terminal.prompt("North> ")
            terminal.type("e", "enter")
            terminal.prompt("South> ")
            terminal.type("quit", "enter")
            terminal.expect("Saved to")
            terminal.end()
        with open(saved) as file:
            text = file.read()
        self.assertEqual(text.count("[Variant"), 1)
        self.assertIn("1. E e *", text)
        self.assertNotIn("Player", text)

    def test_loading_keeps_unfinished_game(self):
        other = f"{self.folder}/other.ogn"
        with open(other, "w") as file:
            file.write('[Variant "owari"]\n\n1. F *\n')
        with self.play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type(f"load {other}", "enter")
            terminal.expect("Your unfinished game is kept in")
            terminal.prompt("North> ")
        texts = []
        for path in self.files():
            with open(path) as file:
                texts.append(file.read())
        self.assertTrue(any("1. E *" in text for text in texts), texts)

    def test_game_is_printed_if_it_cannot_be_saved(self):
        with play("--north", "human", XDG_DATA_HOME="/dev/null/nowhere") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.expect("Warning: cannot autosave the game")
            terminal.prompt("North> ")
            terminal.type("quit", "enter")
            terminal.expect("The game could not be saved. Here it is:")
            terminal.expect("1. E *")
            self.assertEqual(terminal.end()[1], 1)


class AfterTheGame(unittest.TestCase):
    def test_offers_report(self):
        with play(*NEARLY_OVER) as terminal:
            terminal.prompt("South> ")
            terminal.type("f", "enter")
            terminal.prompt("report, undo, save, load, or quit> ")
            terminal.type("report", "enter")
            terminal.expect("accuracy")
            terminal.prompt("quit> ")
            terminal.type("undo", "enter")
            terminal.prompt("South> ")
            terminal.type("q", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_starts_next_round_on_request(self):
        with tempfile.TemporaryDirectory() as folder, play("bosh:round=1", "--north", "human", "--setup",
                                                           "0-0-0-0-1-0-0-0-0-0-21-18-S", XDG_DATA_HOME=folder) as terminal:
            terminal.prompt("South> ")
            terminal.type("next", "enter")
            terminal.expect("The round is not over")
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("a", "enter")
            terminal.prompt("next, report, undo, save, load, or quit> ")
            terminal.type("next", "enter")
            terminal.prompt("North> ")
            terminal.type("quit", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_undo_forgets_crash_of_opponent(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = f"{folder}/g.ogn"
            with play("--north", "uci:false", "--save", saved) as terminal:
                terminal.prompt("South> ")
                terminal.type("e", "enter")
                terminal.expect("North crashed")
                terminal.prompt("quit> ")
                terminal.type("save", "enter")
                terminal.expect("Saved to")
                with open(saved) as file:
                    self.assertIn('[Termination "abandoned"]', file.read())
                terminal.prompt("quit> ")
                terminal.type("undo", "enter")
                terminal.expect("North crashed")
                terminal.prompt("quit> ")
                terminal.type("quit", "enter")
                terminal.end()


class Width(unittest.TestCase):
    def lines_of(self, arguments, columns):
        with Terminal([SOW, *arguments], columns=columns) as terminal:
            return terminal.end()[0].split("\n")

    def test_dialogue_fits(self):
        for columns in 30, 40, 60, 100:
            for game in "oware", "hus", "ot-tjin":
                with self.subTest(game=game, columns=columns), play(game, "--north", "human", columns=columns) as terminal:
                    terminal.prompt("South> ")
                    terminal.type("help", "enter")
                    shown = terminal.prompt("South> ")
                    terminal.type("moves", "enter")
                    shown += terminal.prompt("South> ")
                    terminal.type("rules", "enter")
                    shown += terminal.prompt("South> ")
                    terminal.type("board", "enter")
                    shown += terminal.expect("South to move")
                    self.assertLessEqual(max(map(len, shown.split("\n"))), columns)

    def test_commands_and_errors_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            game = f"{folder}/game.ogn"
            subprocess.run([SOW, "play", "--south", "random", "--north", "random", "--save", game], check=True,
                           capture_output=True)
            for columns in 40, 70, 120:
                for arguments in (["--help"], ["help", "match"], ["rules", "show", "oware"], ["play", "chess"], ["dance"],
                                  ["analyze", "hus", "--depth", "3", "--hash", "1"], ["report", game, "--nodes", "1000"],
                                  ["solve", "owari", "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S", "--hash", "1"]):
                    with self.subTest(arguments=arguments, columns=columns):
                        lines = [line.split("\r")[-1] for line in self.lines_of(arguments, columns)]  # the last redraw
                        self.assertLessEqual(max(map(len, lines)), columns)

    def test_pipes_are_not_wrapped(self):
        shown = subprocess.run([SOW, "rules", "show", "oware"], capture_output=True, text=True).stdout
        self.assertGreater(max(map(len, shown.split("\n"))), 120)


if __name__ == "__main__":
    SOW = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as data:
        os.environ["XDG_DATA_HOME"] = data  # databases and unfinished games
        unittest.main()
