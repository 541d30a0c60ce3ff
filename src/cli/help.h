// Help texts, generated from the declared commands and arguments. Completions and man pages use the same parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"

namespace sow {

// "sow rules show [OPTIONS] GAME"
std::string usage_text(const Command& command, const std::string& full_name);

// A label and its explanation: {"--hash N", "transposition table size in MiB (1–65536, default: 64)"}.
using Entry = std::pair<std::string, std::string>;
Entry argument_entry(const Argument& argument);

// --help and the options that the command declares.
std::vector<Entry> option_entries(const Command& command);

// The footer as blocks: consecutive lines without indentation form a paragraph; each indented line is its own block.
std::vector<std::string> footer_blocks(const Command& command);

// The whole help text, wrapped to the width of the terminal (default: 80 columns).
std::string help_text(const Command& command, const std::string& full_name);

}  // namespace sow
