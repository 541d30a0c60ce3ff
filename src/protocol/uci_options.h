// The options of the engine protocol. The table in uci_options.cpp is the one place that knows them: what the engine says
// it has, what it accepts, and the table in docs/protocols.md come from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

struct UciSettings {
  std::string variant;
  int hash_mib = 64, threads = 1, multi_pv = 1, level = 10;
  bool ponder = false;

  UciSettings();
  bool operator==(const UciSettings&) const = default;
};

// "option name Hash type spin default 64 min 1 max 65536", one for each option.
std::vector<std::string> uci_option_lines();

// Names are the same in any case. Throws Error, and then nothing has changed.
void set_uci_option(UciSettings& settings, std::string_view name, std::string_view value);

std::string uci_options_markdown();

}  // namespace sow
