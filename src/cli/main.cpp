// The program: the command line, and the one place where errors become exit codes.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "base/wrap.h"
#include "cli/command.h"
#include "cli/processor.h"
#include "cli/terminal.h"

namespace {

constexpr const char* examples = R"(Examples:
  sow play                                 owari against an opponent for beginners
  sow play kalah --north minimax:depth=8   choose the game and the opponent
  sow play oware --save game.ogn           keep the game; --load takes it up again
  sow rules list                           the games there are
  sow rules new mine.toml                  invent one, then: sow play mine.toml

Exit codes: 0 if all went well; 1 if something failed, was interrupted, or could not be proven; 2 if what was asked for
makes no sense: a wrong option, game, position or file.
)";

void add_commands(sow::Command& program) {
  program.version = "sow " SOW_VERSION;
  program.footer = examples;
  sow::add_play(program);
  sow::add_serve(program);
  sow::add_analyze(program);
  sow::add_solve(program);
  sow::add_db(program);
  sow::add_rules(program);
  sow::add_puzzle(program);
  sow::add_perft(program);
  sow::add_bench(program);
  sow::add_tune(program);
  sow::add_match(program);
  sow::add_report(program);
  sow::add_bot(program);
  sow::add_uci(program);
  sow::add_json(program);
  sow::add_completions(program);
  sow::add_man(program);
  sow::add_help(program);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like any other
  if (const char* missing = sow::missing_instructions()) {
    std::fprintf(
        stderr,
        "sow: this processor has no %s, which this program was compiled for; build it here with ./run, or with "
        "-DSOW_NATIVE=OFF for any\n",
        missing);
    return sow::exit_failed;
  }
  int code = sow::exit_failed;
  try {
    sow::Command program{"sow", "Sow plays and studies mancala games: owari, oware, kalah, hus and any you describe."};
    add_commands(program);
    code = sow::run_command_line(program, argc, argv);
  } catch (const sow::Error& e) {
    const std::string line = fmt::format("{}{}\n", e.place().file.empty() ? "sow: " : "", e.what());
    fmt::print(stderr, "{}", sow::wrapped(line, sow::columns_of(STDERR_FILENO)));
    code = sow::exit_bad_input;
  } catch (const std::exception& e) {
    // What could not be written to standard output is told below.
    if (std::ferror(stdout) == 0) fmt::print(stderr, "sow: {}\n", sow::words_of(e));
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "sow: cannot write to standard output\n");
    return sow::exit_failed;
  }
  return code;
}
