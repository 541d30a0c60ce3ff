// The options of search/options.h as UCI options, and their table in docs/protocols.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/search_options.h"

namespace sow {

struct UciSettings : EngineSettings {
  std::string variant{options::game.default_words};
  int multi_pv = *options::lines.default_value, level = *options::level.default_value;
  bool ponder = false;

  bool operator==(const UciSettings&) const = default;
};

// "option name Hash type spin default 64 min 1 max 65536" for each option, with these defaults.
std::vector<std::string> uci_option_lines(const UciSettings& defaults);

// Names are case-insensitive. Throws Error on invalid input and leaves the settings unchanged.
void set_uci_option(UciSettings& settings, std::string_view name, std::string_view value);

std::string uci_options_markdown();

}  // namespace sow
