// Help, made from the tables of commands and arguments. Completions and man pages are made from the same parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"

namespace sow {

// "sow rules show [OPTIONS] GAME"
std::string usage_text(const Command& command, const std::string& full_name);

// What is shown beside its explanation: "--save FILE", "GAME"; and that, with its range and its default.
using Entry = std::pair<std::string, std::string>;
Entry argument_entry(const Argument& argument);

// --help and what the command declares.
std::vector<Entry> option_entries(const Command& command);

// The footer as paragraphs and lists: lines that are not indented belong together until one is, or an empty one comes.
std::vector<std::string> footer_blocks(const Command& command);

// All of it, as wide as the terminal, or as usual where there is none.
std::string help_text(const Command& command, const std::string& full_name);

}  // namespace sow
