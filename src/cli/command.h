// The subcommands of sow, one file each. Each function declares a command and the function that runs it, which returns
// the exit code (0, or 1 on failure) and throws Error for bad input.
#pragma once

#include "cli/arguments.h"

namespace sow {

void add_play(Command& program);
void add_serve(Command& program);
void add_perft(Command& program);
void add_analyze(Command& program);
void add_solve(Command& program);
void add_db(Command& program);
void add_bench(Command& program);
void add_tune(Command& program);
void add_match(Command& program);
void add_bot(Command& program);
void add_uci(Command& program);
void add_json(Command& program);
void add_rules(Command& program);
void add_report(Command& program);
void add_puzzle(Command& program);
void add_doctor(Command& program);

// These keep a reference to the whole program.
void add_help(Command& program);
void add_completions(Command& program);
void add_man(Command& program);

}  // namespace sow
