"""installed.py BUILD: tests what `cmake --install` installs: completions and man pages, in real shells, and the library,
with a program that embeds it."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

from pseudo_terminal import Terminal

BUILD = ""
EXAMPLE = os.path.realpath(f"{os.path.dirname(__file__)}/../../examples/embed.cpp")


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = cls.folder.name
        run("cmake", "--install", BUILD, "--prefix", cls.root)
        os.environ["PATH"] = f"{cls.root}/bin:{os.environ['PATH']}"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def share(self, path):
        return f"{self.root}/share/{path}"

    def complete(self, shell, setup):
        """Types into an interactive shell in which sow is a function that prints its arguments."""
        with Terminal(shell, PS1="$ ", PROMPT="$ ", columns=200) as terminal:
            terminal.type(setup + "\r")
            terminal.type("sow() { echo \"<$*>\"; }; echo rea''dy\r")
            terminal.expect("ready\n")
            for typed, completed in (("sow repo\t", "report"), ("sow rules voc\t", "rules vocabulary"),
                                 ("sow play sung\t", "play sungka"), ("sow play --south gree\t", "play --south greedy"),
                                 ("sow perft --div\t", "perft --divide"), ("sow completions zs\t", "completions zsh")):
                terminal.type(typed, "enter")
                terminal.expect(f"<{completed}>")

    def test_bash_completes(self):
        script = self.share("bash-completion/completions/sow")
        self.complete(["bash", "--norc", "--noprofile", "-i"], f"source {script}")

    def test_zsh_completes(self):
        folder = os.path.dirname(self.share("zsh/site-functions/_sow"))
        self.complete(["zsh", "-f", "-i"], f"fpath=({folder} $fpath); autoload -U compinit; compinit -u -D")

    def test_fish_completes(self):
        script = self.share("fish/vendor_completions.d/sow.fish")

        def words(typed):
            shown = run("fish", "--no-config", "-c", f"source {script}; complete -C '{typed}'")
            return [line.split("\t")[0] for line in shown.splitlines()]

        self.assertEqual(words("sow repo"), ["report"])
        self.assertEqual(words("sow rules "), ["check", "list", "new", "show", "vocabulary"])
        self.assertIn("owari", words("sow play owa"))
        self.assertEqual(words("sow play --south gree"), ["greedy"])
        self.assertEqual(words("sow perft --div"), ["--divide"])

    def test_bash_offers_matching_words(self):
        script = self.share("bash-completion/completions/sow")

        def words(*typed):
            quoted = " ".join(f"'{word}'" for word in typed)
            return run("bash", "-c", f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(typed) - 1}; "
                       "_sow 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"").split()

        self.assertEqual(words("sow", "rules", ""), ["list", "show", "check", "new", "vocabulary"])
        self.assertEqual(words("sow", "play", "--so"), ["--south"])
        self.assertEqual(words("sow", "play", "--south", "=", "gree"), ["greedy"])
        self.assertEqual(words("sow", "play", "--seed", ""), [])
        self.assertEqual(words("sow", "play", "--load", self.root + "/sh"), [self.root + "/share"])
        self.assertEqual(words("sow", "play", "--north", "engine", ":", "le"), [])

    def test_man_pages_are_valid(self):
        pages = sorted(glob.glob(self.share("man/man1/*.1")))
        names = [os.path.basename(page) for page in pages]
        self.assertIn("sow.1", names)
        for command in "play", "db", "rules", "match", "report", "completions", "man":
            self.assertIn(f"sow-{command}.1", names)
        for page in pages:
            run("mandoc", "-T", "lint", "-W", "error", page)
        shown = re.sub(".\b", "", run("mandoc", "-T", "utf8", self.share("man/man1/sow-rules.1")))  # removes overstrikes
        self.assertIn("sow-rules - List, explain, check, and create games", shown)
        self.assertIn("sow rules show [OPTIONS] GAME", shown)

    def test_installed_files_match_program(self):
        with open(self.share("man/man1/sow-play.1")) as page:
            self.assertEqual(run("sow", "man", "play"), page.read())
        with open(self.share("zsh/site-functions/_sow")) as script:
            self.assertEqual(run("sow", "completions", "zsh"), script.read())

    def compiler(self):
        with open(f"{BUILD}/CMakeCache.txt") as cache:
            return re.search("^CMAKE_CXX_COMPILER:.*=(.*)$", cache.read(), re.MULTILINE).group(1)

    def check_embedded(self, program):
        self.assertRegex(run(program), r"^[a-f]: (South|North) leads by about [0-9.]+\n$")

    def test_cmake_finds_library(self):
        folder = f"{self.root}/with_cmake"
        os.mkdir(folder)
        with open(f"{folder}/CMakeLists.txt", "w") as project:
            project.write("cmake_minimum_required(VERSION 3.25)\nproject(embed LANGUAGES CXX)\n"
                          "find_package(sow REQUIRED)\n"
                          f"add_executable(embed {EXAMPLE})\ntarget_link_libraries(embed PRIVATE sow::sow)\n")
        run("cmake", "-S", folder, "-B", f"{folder}/build", f"-DCMAKE_PREFIX_PATH={self.root}",
            f"-DCMAKE_CXX_COMPILER={self.compiler()}")
        run("cmake", "--build", f"{folder}/build")
        self.check_embedded(f"{folder}/build/embed")

    def test_pkg_config_finds_library(self):
        (file,) = glob.glob(f"{self.root}/lib/**/sow.pc", recursive=True)
        flags = run("pkg-config", "--cflags", "--libs", "sow", env={**os.environ, "PKG_CONFIG_PATH": os.path.dirname(file)})
        # Not for the build machine's processor, unlike the library, and with warnings for the headers.
        run(self.compiler(), "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", EXAMPLE, "-o", f"{self.root}/embed",
            *flags.split())
        self.check_embedded(f"{self.root}/embed")


if __name__ == "__main__":
    BUILD = sys.argv.pop(1)
    unittest.main()
