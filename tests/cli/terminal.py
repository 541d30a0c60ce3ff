"""terminal.py SOW: sow play at a terminal, typed at as people do."""
import os
import subprocess
import sys
import tempfile
import unittest

from pseudo_terminal import Terminal

SOW = ""
NEARLY_OVER = ["kalah", "--north", "human", "--setup", "0-0-0-0-0-1-1-0-0-0-0-0-22-24-S"]


def play(*arguments, **options):
    return Terminal([SOW, "play", *arguments], **options)


class Editing(unittest.TestCase):
    def test_a_line_is_edited(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("xe", "left", "backspace", "end", "enter")
            terminal.expect("South plays E4")

    def test_former_lines_come_back(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("xyzzy", "enter")
            terminal.expect("'xyzzy' is not a pit")
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("up", "up", "enter")
            terminal.expect("'xyzzy' is not a pit")

    def test_words_are_completed(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("mov", "tab", "enter")
            terminal.expect("South plays A0")
            terminal.prompt("South> ")
            terminal.type("re", "tab", "tab")
            terminal.expect("redo  report  resign")
            terminal.type("p", "tab", "enter")
            terminal.expect("No move has been played yet")

    def test_the_moves_there_are_are_offered(self):
        with play("--north", "human", "--setup", "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S") as terminal:
            terminal.prompt("South> ")
            terminal.type("tab", "tab")
            terminal.expect("A  C  E  help  board")

    def test_files_are_completed(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/games")
            with play("--north", "human") as terminal:
                terminal.prompt("South> ")
                terminal.type(f"save {folder}/ga", "tab", "gämé.ogn", "enter")
                terminal.expect("Saved as")
            self.assertEqual(os.listdir(f"{folder}/games"), ["gämé.ogn"])

    def test_stopped_and_gone_on(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("mov")
            terminal.expect("mov")
            terminal.stop_and_continue()
            terminal.prompt("South> mov")
            terminal.type("tab", "enter")
            terminal.expect("South plays A0")

    def test_another_size(self):
        with play("--north", "human") as terminal:
            terminal.prompt("South> ")
            terminal.type("boa")
            terminal.expect("boa")
            terminal.resize(30)
            terminal.expect("South> boa")
            terminal.type("rd", "enter")
            shown = terminal.expect("South to move")
            self.assertLessEqual(max(map(len, shown.split("\n"))), 30)

    def test_a_terminal_that_cannot_edit_will_do(self):
        for name in "dumb", "":
            with play("--north", "human", TERM=name) as terminal:
                terminal.expect("South> ")
                terminal.type("e\n")
                terminal.expect("South plays E4")


class Leaving(unittest.TestCase):
    def test_end_of_input(self):
        with play() as terminal:
            terminal.prompt("South> ")
            terminal.type("end of input")
            self.assertEqual(terminal.end()[1], 0)

    def test_interrupt(self):
        with tempfile.TemporaryDirectory() as folder, play("--north", "human", "--save", f"{folder}/g.ogn") as terminal:
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("interrupt")
            terminal.expect("Interrupted.\n")
            terminal.expect("Saved as")
            terminal.wait_until_cooked(True)
            self.assertEqual(terminal.end()[1], 1)

    def test_interrupt_while_a_program_thinks(self):
        with play("ohvalhu", "--south", "minimax:depth=60", "--north", "human") as terminal:
            terminal.expect("Type a pit")
            terminal.type("interrupt")
            terminal.expect("Interrupted.\n")
            self.assertEqual(terminal.end()[1], 1)


class AfterTheGame(unittest.TestCase):
    def test_the_report_is_offered(self):
        with play(*NEARLY_OVER) as terminal:
            terminal.prompt("South> ")
            terminal.type("f", "enter")
            terminal.prompt("report, undo, save, load or quit> ")
            terminal.type("report", "enter")
            terminal.expect("accuracy")
            terminal.prompt("quit> ")
            terminal.type("undo", "enter")
            terminal.prompt("South> ")
            terminal.type("q", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_the_next_round_begins_when_it_is_asked_for(self):
        with play("bosh:round=1", "--north", "human", "--setup", "0-0-0-0-1-0-0-0-0-0-21-18-S") as terminal:
            terminal.prompt("South> ")
            terminal.type("next", "enter")
            terminal.expect("The round is not over")
            terminal.prompt("South> ")
            terminal.type("e", "enter")
            terminal.prompt("North> ")
            terminal.type("a", "enter")
            terminal.prompt("next, report, undo, save, load or quit> ")
            terminal.type("next", "enter")
            terminal.prompt("North> ")
            terminal.type("quit", "enter")
            self.assertEqual(terminal.end()[1], 0)

    def test_a_crash_that_was_taken_back_is_forgotten(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = f"{folder}/g.ogn"
            with play("--north", "uci:false", "--save", saved) as terminal:
                terminal.prompt("South> ")
                terminal.type("e", "enter")
                terminal.expect("North crashed. South wins 36 to 0.")
                terminal.prompt("quit> ")
                terminal.type("save", "enter")
                terminal.expect("Saved as")
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

    def test_text_wraps_and_boards_shrink(self):
        for columns in 30, 40, 60, 100:
            for game in "oware", "hus", "ot-tjin":
                with self.subTest(game=game, columns=columns), play(game, "--north", "human", columns=columns) as terminal:
                    terminal.prompt("South> ")
                    terminal.type("help", "enter")
                    shown = terminal.expect("leave\n")
                    terminal.prompt("South> ")
                    terminal.type("moves", "enter")
                    shown += terminal.prompt("South> ")
                    terminal.type("rules", "enter")
                    shown += terminal.prompt("South> ")
                    terminal.type("board", "enter")
                    shown += terminal.expect("South to move")
                    self.assertLessEqual(max(map(len, shown.split("\n"))), columns)
                    self.assertNotIn("help lists the\n", shown)

    def test_commands_and_errors(self):
        for columns in 40, 70, 120:
            for arguments in (["--help"], ["help", "match"], ["rules", "show", "oware"], ["play", "chess"], ["dance"],
                              ["analyze", "hus", "--depth", "3", "--hash", "1"],
                              ["solve", "owari", "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S", "--hash", "1"]):
                with self.subTest(arguments=arguments, columns=columns):
                    lines = [line.split("\r")[-1] for line in self.lines_of(arguments, columns)]  # what is drawn last
                    self.assertLessEqual(max(map(len, lines)), columns)

    def test_pipes_are_not_wrapped(self):
        shown = subprocess.run([SOW, "rules", "show", "oware"], capture_output=True, text=True).stdout
        self.assertGreater(max(map(len, shown.split("\n"))), 120)


if __name__ == "__main__":
    SOW = sys.argv.pop(1)
    unittest.main()
