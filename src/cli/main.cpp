// The program: the command line, and the one place where errors become exit codes.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "base/error.h"
#include "cli/command.h"

namespace {

constexpr int failed = 1, bad_input = 2;

constexpr const char* examples = R"(Examples:
  sow play                                 owari against an opponent for beginners
  sow play kalah --north minimax:depth=8   choose the game and the opponent
  sow play oware --save game.ogn           keep the game; --load takes it up again
  sow rules list                           the games there are
  sow rules new mine.toml                  invent one, then: sow play mine.toml
)";

// The innermost command that was named: its help is the one to read.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

int run_program(int argc, char** argv) {
  CLI::App app("Sow plays and studies mancala games: owari, oware, kalah, hus and any you describe.", "sow");
  app.set_version_flag("--version", "sow " SOW_VERSION);
  app.require_subcommand(0, 1);
  sow::Run run;
  sow::add_play(app, run);
  sow::add_serve(app, run);
  sow::add_analyze(app, run);
  sow::add_solve(app, run);
  sow::add_db(app, run);
  sow::add_rules(app, run);
  sow::add_perft(app, run);
  sow::add_bench(app, run);
  sow::add_tune(app, run);
  sow::add_match(app, run);
  sow::add_uci(app, run);
  sow::add_json(app, run);
  app.footer(examples);  // last, for commands inherit it when they are added
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    const std::string command = full_name(innermost(app));
    fmt::print(stderr, "{}: {} (see {} --help)\n", command, sow::shown(e.what(), 300), command);
    return bad_input;
  }
  if (run) return run();
  fmt::print("{}", innermost(app).help());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int code = failed;
  try {
    code = run_program(argc, argv);
  } catch (const sow::Error& e) {
    fmt::print(stderr, "{}{}\n", e.place().file.empty() ? "sow: " : "", e.what());
    code = bad_input;
  } catch (const std::exception& e) {
    fmt::print(stderr, "sow: {}\n", e.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "sow: cannot write to standard output\n");
    return failed;
  }
  return code;
}
