// The options of search/options.h as UCI has them: what the engine says it has, what it accepts, and the table in
// docs/protocols.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/options.h"

namespace sow {

struct UciSettings {
  std::string variant{options::game.default_words}, db_path, evaluation;
  int hash_mib = *options::hash.default_value, threads = *options::threads.default_value;
  int multi_pv = *options::lines.default_value, level = *options::level.default_value;
  bool ponder = false;

  bool operator==(const UciSettings&) const = default;
};

// "option name Hash type spin default 64 min 1 max 65536", one for each option; the defaults are those given.
std::vector<std::string> uci_option_lines(const UciSettings& usual);

// Names are the same in any case. Throws Error, and then nothing has changed.
void set_uci_option(UciSettings& settings, std::string_view name, std::string_view value);

std::string uci_options_markdown();

}  // namespace sow
