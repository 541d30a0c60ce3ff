// Entry point: runs the command line and turns errors into exit codes.
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
#include "cli/version.h"

namespace {

constexpr const char* examples = R"(Examples:
  sow play                          play owari against an easy opponent
  sow play kalah --north minimax    choose the game and the opponent
  sow play --resume                 continue your last unfinished game
  sow serve                         play and analyze in the browser
  sow rules list                    list the built-in games

Exit codes: 0 success; 1 failed, interrupted, or not proven; 2 bad input.
)";

void add_commands(sow::Command& program) {
  program.version = sow::version_text();
  program.build = sow::build_info();
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
  sow::add_doctor(program);
  sow::add_completions(program);
  sow::add_man(program);
  sow::add_help(program);
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::string faster = sow::faster_program(); !faster.empty()) execv(faster.c_str(), argv);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is reported as a write error instead
  if (const char* missing = sow::missing_instructions()) {
    std::fprintf(
        stderr,
        "sow: this program was compiled for processors with %s, which this one lacks; rebuild it here with ./run, or "
        "with -DSOW_NATIVE=OFF for any processor\n",
        missing);
    return sow::exit_failed;
  }
  int code = sow::exit_failed;
  try {
    sow::Command program{"sow", "Play, analyze, and solve mancala games: owari, oware, kalah, hus, and many more."};
    add_commands(program);
    code = sow::run_command_line(program, argc, argv);
  } catch (const sow::Error& e) {
    const std::string line = fmt::format("{}{}\n", e.location().file.empty() ? "sow: " : "", e.what());
    fmt::print(stderr, "{}", sow::wrapped(line, sow::columns_of(STDERR_FILENO)));
    code = dynamic_cast<const sow::Failure*>(&e) != nullptr ? sow::exit_failed : sow::exit_bad_input;
  } catch (const std::exception& e) {
    // A failed write to standard output is reported below.
    if (std::ferror(stdout) == 0) fmt::print(stderr, "sow: {}\n", sow::message_of(e));
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "sow: cannot write to standard output\n");
    return sow::exit_failed;
  }
  return code;
}
