#include "protocol/uci_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <variant>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Spin {
  int UciSettings::*value;
};
struct Check {
  bool UciSettings::*value;
};
// A choice. Values outside the list are possible, such as a game with sizes.
struct Combo {
  std::string UciSettings::*value;
  const std::vector<std::string>& (*list)();
  std::string (*validate)(const std::string& text);  // returns the value to store; throws Error
};
struct Text {
  std::string UciSettings::*value;
};

struct UciOption {
  Option option;
  std::variant<Spin, Check, Combo, Text> kind;

  std::string_view name() const { return option.uci; }
};

std::string validate_variant(const std::string& text) {
  find_game(text);
  return text;
}

const UciOption table[] = {
    {options::game, Combo{&UciSettings::variant, builtin_names, validate_variant}},
    {options::db, Text{&UciSettings::db}},
    {options::evaluation, Text{&UciSettings::evaluation}},
    {options::hash, Spin{&UciSettings::hash}},
    {options::threads, Spin{&UciSettings::threads}},
    {options::lines, Spin{&UciSettings::multi_pv}},
    {options::level, Spin{&UciSettings::level}},
    {options::ponder, Check{&UciSettings::ponder}},
};

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

constexpr std::string_view empty_text = "<empty>";  // how UCI writes an empty string

// "type spin default 64 min 1 max 65536"
std::string type_text(const UciOption& option, const UciSettings& defaults) {
  return std::visit(Overloaded{
                        [&](const Spin& s) {
                          return fmt::format("type spin default {} min {} max {}", defaults.*s.value, option.option.min,
                                             option.option.max);
                        },
                        [&](const Check& c) { return fmt::format("type check default {}", defaults.*c.value); },
                        [&](const Combo& c) {
                          std::string text = fmt::format("type combo default {}", defaults.*c.value);
                          for (const auto& word : c.list()) text += " var " + word;
                          return text;
                        },
                        [&](const Text& t) {
                          const std::string& value = defaults.*t.value;
                          return fmt::format("type string default {}", value.empty() ? empty_text : value);
                        },
                    },
                    option.kind);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

void set(UciSettings& settings, const UciOption& option, std::string_view value) {
  std::visit(Overloaded{
                 [&](const Spin& s) {
                   const auto number = parse_number(value, option.option.min, option.option.max);
                   if (!number)
                     throw Error(fmt::format("{} must be a number from {}, not '{}'", option.name(),
                                             range_text(option.option), shown(value)));
                   settings.*s.value = *number;
                 },
                 [&](const Check& c) {
                   if (value != "true" && value != "false")
                     throw Error(fmt::format("{} must be true or false, not '{}'", option.name(), shown(value)));
                   settings.*c.value = value == "true";
                 },
                 [&](const Combo& c) { settings.*c.value = c.validate(std::string(value)); },
                 [&](const Text& t) { settings.*t.value = value == empty_text ? "" : value; },
             },
             option.kind);
}

}  // namespace

std::vector<std::string> uci_option_lines(const UciSettings& defaults) {
  std::vector<std::string> lines;
  for (const UciOption& option : table)
    lines.push_back(fmt::format("option name {} {}", option.name(), type_text(option, defaults)));
  return lines;
}

void set_uci_option(UciSettings& settings, std::string_view name, std::string_view value) {
  for (const UciOption& option : table)
    if (equal_ignoring_case(option.name(), name)) return set(settings, option, value);
  std::string names;
  for (const UciOption& option : table) names += fmt::format("{}{}", names.empty() ? "" : ", ", option.name());
  throw Error(fmt::format("unknown option '{}'; the options are {}", shown(name), names));
}

std::string uci_options_markdown() {
  std::string text = "| option | values | default | meaning |\n|---|---|---|---|\n";
  for (const UciOption& option : table) {
    const std::string values = std::visit(Overloaded{
                                              [&](const Spin&) { return range_text(option.option); },
                                              [](const Check&) { return std::string("true, false"); },
                                              [](const Combo&) { return std::string("games of `sow rules list`"); },
                                              [](const Text&) { return std::string("string"); },
                                          },
                                          option.kind);
    text += fmt::format("| `{}` | {} | {} | {} |\n", option.name(), values, default_text(option.option),
                        option.option.help);
  }
  return text;
}

}  // namespace sow
