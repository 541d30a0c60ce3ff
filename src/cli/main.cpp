// The program: the command line, and the one place where errors become exit codes.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "cli/command.h"
#include "cli/processor.h"

namespace {

constexpr const char* examples = R"(Examples:
  sow play                                 owari against an opponent for beginners
  sow play kalah --north minimax:depth=8   choose the game and the opponent
  sow play oware --save game.ogn           keep the game; --load takes it up again
  sow rules list                           the games there are
  sow rules new mine.toml                  invent one, then: sow play mine.toml
)";

sow::Command make_program() {
  sow::Command program{"sow", "Sow plays and studies mancala games: owari, oware, kalah, hus and any you describe."};
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
  sow::add_uci(program);
  sow::add_json(program);
  return program;
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
    code = sow::run_command_line(make_program(), argc, argv);
  } catch (const sow::Error& e) {
    fmt::print(stderr, "{}{}\n", e.place().file.empty() ? "sow: " : "", e.what());
    code = sow::exit_bad_input;
  } catch (const std::exception& e) {
    fmt::print(stderr, "sow: {}\n", e.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "sow: cannot write to standard output\n");
    return sow::exit_failed;
  }
  return code;
}
