#include "protocol/uci_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <variant>

#include "base/error.h"
#include "board/position.h"
#include "rules/catalog.h"
#include "search/level.h"

namespace sow {
namespace {

struct Spin {
  int UciSettings::*value;
  int least, most;
};
struct Check {
  bool UciSettings::*value;
};
// One of a list, which need not be complete.
struct Combo {
  std::string UciSettings::*value;
  const std::vector<std::string>& (*list)();
  std::string (*accept)(const std::string& text);  // the text to keep; throws Error
};

struct Text {
  std::string UciSettings::*value;
  std::string_view usual;  // what is usually set at the beginning, in words
};

struct UciOption {
  std::string_view name, help;
  std::variant<Spin, Check, Combo, Text> kind;
};

std::string accept_variant(const std::string& text) {
  find_game(text);
  return text;
}

const UciOption options[] = {
    {"Variant", "the game, also `kalah:pits=5,seeds=3` or a TOML file; the position becomes its start",
     Combo{&UciSettings::variant, builtin_names, accept_variant}},
    {"DbPath", "folder of endgame databases; none if empty (see `sow db`)",
     Text{&UciSettings::db_path, "the user's data folder"}},
    {"Hash", "MiB of the table of boards", Spin{&UciSettings::hash_mib, 1, 65536}},
    {"Threads", "threads to search with", Spin{&UciSettings::threads, 1, 256}},
    {"MultiPV", "how many moves get a score and a line of their own", Spin{&UciSettings::multi_pv, 1, max_pits}},
    {"Level", "strength of play; below the highest, `go` tells nothing but its move",
     Spin{&UciSettings::level, weakest_level, strongest_level}},
    {"Ponder", "whether the interface may send `go ponder`; for the interface to know", Check{&UciSettings::ponder}},
};

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

constexpr std::string_view nothing = "<empty>";  // how the protocol writes it

// "type spin default 64 min 1 max 65536"
std::string type_text(const UciOption& option, const UciSettings& usual) {
  return std::visit(Overloaded{
                        [&](const Spin& s) {
                          return fmt::format("type spin default {} min {} max {}", usual.*s.value, s.least, s.most);
                        },
                        [&](const Check& c) { return fmt::format("type check default {}", usual.*c.value); },
                        [&](const Combo& c) {
                          std::string text = fmt::format("type combo default {}", usual.*c.value);
                          for (const auto& word : c.list()) text += " var " + word;
                          return text;
                        },
                        [&](const Text& t) {
                          const std::string& value = usual.*t.value;
                          return fmt::format("type string default {}", value.empty() ? nothing : value);
                        },
                    },
                    option.kind);
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

void set(UciSettings& settings, const UciOption& option, std::string_view value) {
  std::visit(Overloaded{
                 [&](const Spin& s) {
                   int number = 0;
                   const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
                   if (code != std::errc{} || end != value.data() + value.size() || number < s.least || number > s.most)
                     throw Error(fmt::format("{} is a number from {} to {}, not '{}'", option.name, s.least, s.most,
                                             shown(value)));
                   settings.*s.value = number;
                 },
                 [&](const Check& c) {
                   if (value != "true" && value != "false")
                     throw Error(fmt::format("{} is true or false, not '{}'", option.name, shown(value)));
                   settings.*c.value = value == "true";
                 },
                 [&](const Combo& c) { settings.*c.value = c.accept(std::string(value)); },
                 [&](const Text& t) { settings.*t.value = value == nothing ? "" : value; },
             },
             option.kind);
}

}  // namespace

UciSettings::UciSettings() : variant(default_game) {}

std::vector<std::string> uci_option_lines(const UciSettings& usual) {
  std::vector<std::string> lines;
  for (const UciOption& option : options)
    lines.push_back(fmt::format("option name {} {}", option.name, type_text(option, usual)));
  return lines;
}

void set_uci_option(UciSettings& settings, std::string_view name, std::string_view value) {
  for (const UciOption& option : options)
    if (same_word(option.name, name)) return set(settings, option, value);
  std::string names;
  for (const UciOption& option : options) names += fmt::format("{}{}", names.empty() ? "" : ", ", option.name);
  throw Error(fmt::format("no option '{}'; there are {}", shown(name), names));
}

std::string uci_options_markdown() {
  const UciSettings usual;
  std::string text = "| option | values | if not set | what it does |\n|---|---|---|---|\n";
  for (const UciOption& option : options) {
    std::string values = "true, false", otherwise;
    if (const auto* s = std::get_if<Spin>(&option.kind)) {
      values = fmt::format("{} to {}", s->least, s->most);
      otherwise = fmt::format("{}", usual.*s->value);
    } else if (const auto* c = std::get_if<Check>(&option.kind)) {
      otherwise = fmt::format("{}", usual.*c->value);
    } else if (const auto* k = std::get_if<Combo>(&option.kind)) {
      values = "those of `sow rules list`";
      otherwise = usual.*k->value;
    } else if (const auto* t = std::get_if<Text>(&option.kind)) {
      values = "text";
      otherwise = t->usual;
    }
    text += fmt::format("| `{}` | {} | {} | {} |\n", option.name, values, otherwise, option.help);
  }
  return text;
}

}  // namespace sow
