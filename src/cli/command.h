// The subcommands of sow, one file each. Each adds itself to the program and says what to run once the command line has
// been understood; what runs returns the exit code: 0, or 1 if something failed. Bad input throws Error.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace sow {

using Run = std::function<int()>;

void add_play(CLI::App& app, Run& run);
void add_serve(CLI::App& app, Run& run);
void add_perft(CLI::App& app, Run& run);
void add_analyze(CLI::App& app, Run& run);
void add_solve(CLI::App& app, Run& run);
void add_db(CLI::App& app, Run& run);
void add_bench(CLI::App& app, Run& run);
void add_tune(CLI::App& app, Run& run);
void add_match(CLI::App& app, Run& run);
void add_uci(CLI::App& app, Run& run);
void add_json(CLI::App& app, Run& run);
void add_rules(CLI::App& app, Run& run);

}  // namespace sow
