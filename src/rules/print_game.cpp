#include <fmt/format.h>

#include <iterator>

#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

std::string value_text(bool b) { return b ? "true" : "false"; }
template <class N>
requires std::is_unsigned_v<N> std::string value_text(N n) { return fmt::format("{}", static_cast<unsigned>(n)); }
template <class E>
requires std::is_enum_v<E> std::string value_text(E e) { return fmt::format("\"{}\"", text_of(e)); }
std::string value_text(const CountTest& test) {
  switch (test.kind) {
    case CountTest::Kind::any: return "\">=0\"";
    case CountTest::Kind::even: return "\"even\"";
    case CountTest::Kind::above: return fmt::format("\">{}\"", test.bound);
    case CountTest::Kind::list: break;
  }
  std::string list;
  int n = 0;
  for (int i = 0; i <= max_listed; ++i)
    if (test.matches(static_cast<unsigned>(i))) list += fmt::format("{}{}", n++ ? ", " : "", i);
  return n == 1 ? list : "[" + list + "]";
}
template <class Set>
requires(members<Set>.size() > 0) std::string value_text(const Set& set) {
  std::string list;
  for (const auto& member : members<Set>)
    if (set.*member.flag) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", member.text);
  return "[" + list + "]";
}
std::string value_text(const std::array<std::uint8_t, max_pits>& pits, int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += fmt::format("{}{}", i ? ", " : "", pits[i]);
  return "[" + list + "]";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

// All values a key can take, for a comment.
template <class T>
std::string choices(const Key& key, const T&) {
  std::string list;
  const auto add = [&](std::string_view word) { list += fmt::format("{}\"{}\"", list.empty() ? "" : " | ", word); };
  if constexpr (std::is_enum_v<T>) {
    for (const auto& word : words<T>) add(word.text);
  } else if constexpr (std::is_same_v<T, bool>) {
    list = "true | false";
  } else if constexpr (std::is_unsigned_v<T>) {
    list = fmt::format("{}…{}", key.least, key.most);
  } else if constexpr (std::is_same_v<T, CountTest>) {
    list = "1 | [2, 3] | \">1\" | \"even\"";
  } else {
    for (const auto& member : members<T>) add(member.text);
    list = "list of " + list;
  }
  return list;
}

// Writes `key = value` lines, opening a section when it changes.
class Writer {
 public:
  explicit Writer(bool with_help) : with_help_(with_help) {}

  void line(const Key& key, const std::string& value, const std::string& choices) {
    if (key.section != section_) {
      section_ = key.section;
      text += fmt::format("\n[{}]\n", section_);
    }
    put(key, value, choices);
  }
  void put(const Key& key, const std::string& value, const std::string& choices) {
    std::string line = fmt::format("{} = {}", key.name, value);
    if (with_help_) line = fmt::format("{:<28}# {}: {}", line, choices, key.help);
    text += line + "\n";
  }

  std::string text;

 private:
  bool with_help_;
  std::string_view section_;
};

// Only what differs from the default: an absent condition has no text of its own. `at` is always there.
template <class Rule, class ForEachKey>
void write_rule(std::string_view name, const Rule& rule, ForEachKey&& for_each_key, Writer& out) {
  out.text += fmt::format("\n[[{}]]\n", name);
  const Rule none;
  for_each_key(rule, [&](const Key& key, const auto& member) {
    for_each_key(none, [&](const Key& other, const auto& standard) {
      if constexpr (std::is_same_v<decltype(member), decltype(standard)>)
        if (key.name == other.name && (key.name == "at" || !(member == standard)))
          out.put(key, value_text(member), choices(key, member));
    });
  });
}

void write_rules(const Ruleset& rules, Writer& out) {
  for (int i = 0; i < rules.pass_count; ++i)
    write_rule("pass", rules.passes[i], [](const Pass& p, auto&& v) { for_each_pass_key(p, v); }, out);
  for (int i = 0; i < rules.land_count; ++i)
    write_rule("land", rules.lands[i], [](const Land& l, auto&& v) { for_each_land_key(l, v); }, out);
}

std::string pit_list(std::uint32_t pits) {
  std::string list;
  for (int i = 0; i < max_pits; ++i)
    if ((pits >> i & 1) != 0) list += fmt::format("{}{}", list.empty() ? "" : ", ", i + 1);
  return "[" + list + "]";
}

// Whether the key has the same value in both rulesets.
template <class T>
bool is_default(const Key& key, const T& member) {
  bool same = false;
  const Ruleset standard;
  for_each_key(standard, [&](const Key& other, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, T>)
      if (key.section == other.section && key.name == other.name) same = value == member;
  });
  return same;
}

}  // namespace

std::string to_toml(const GameDef& game, bool with_help) {
  const Ruleset& rules = game.rules;
  Writer out(with_help);
  const auto size_mark = game.name.find(':');
  out.text = fmt::format("name = {}\ntitle = {}\nsource = {}\n", quoted(game.name.substr(0, size_mark)),
                         quoted(game.title), quoted(game.source));
  if (!game.ogn.empty()) out.text += fmt::format("ogn = {}\n", quoted(game.ogn));
  if (!game.evaluation.empty()) out.text += fmt::format("evaluation = {}\n", quoted(game.evaluation));
  bool rules_written = false;
  for_each_key(rules, [&](const Key& key, const auto& member) {
    if ((key.section == "own" || key.section == "turn") && !rules_written) {
      write_rules(rules, out);
      rules_written = true;
    }
    if (key.rare && !with_help && is_default(key, member)) return;
    if (key.name == "seeds" && rules.setup.listed) {
      const int n = rules.pits_per_player();
      out.line(setup_lists[0], value_text(rules.setup.south, n), "list");
      out.line(setup_lists[1], value_text(rules.setup.north, n), "list");
      return;
    }
    out.line(key, value_text(member), choices(key, member));
    if (key.name == "reverse" && rules.reverse_pits != 0)
      out.line(reverse_pits_key, pit_list(rules.reverse_pits), "list of numbers");
  });
  return out.text;
}

std::string canonical_rules(const Ruleset& rules) {
  GameDef bare{"-", "-", "-", rules};
  bare.rules.setup = Setup{};
  // A matter of drawing: in sowing order both directions are one game.
  if (rules.direction == Direction::cw) bare.rules.direction = Direction::ccw;
  return to_toml(bare);
}

std::string vocabulary_markdown() {
  std::string text;
  const auto row = [&](std::string_view name, const std::string& values, std::string_view help) {
    std::string escaped;
    for (const char c : values) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    text += fmt::format("| `{}` | {} | {} |\n", name, escaped, help);
  };
  const auto value_rows = [&]<class T>(const T&) {
    if constexpr (std::is_enum_v<T>)
      for (const auto& word : words<T>) row(fmt::format("… {}", word.text), "", word.help);
    else if constexpr (!std::is_same_v<T, bool> && !std::is_unsigned_v<T> && !std::is_same_v<T, CountTest>)
      for (const auto& member : members<T>) row(fmt::format("… {}", member.text), "", member.help);
  };
  const std::string head = "\n| key | values (default) | meaning |\n|---|---|---|\n";
  std::string_view section = "-";
  text += head;
  for (const auto& key : text_keys) row(key.name, "text", key.help);
  const Ruleset standard;
  const auto list_row = [&](const Key& k, const auto& m) {
    row(k.name, choices(k, m), k.help);
    value_rows(m);
  };
  for_each_key(standard, [&](const Key& key, const auto& member) {
    if (key.section == "own" && section != "own") {
      text += "\n### [[pass]]\n" + head;
      const Pass pass;
      for_each_pass_key(pass, list_row);
      text += "\n### [[land]]\n" + head;
      const Land land;
      for_each_land_key(land, list_row);
    }
    if (key.section != section) {
      section = key.section;
      text += fmt::format("\n### [{}]\n", section) + head;
    }
    row(key.name, fmt::format("{} ({})", choices(key, member), value_text(member)), key.help);
    value_rows(member);
    if (key.name == "seeds")
      for (const auto& k : setup_lists) row(k.name, "list of numbers", k.help);
    if (key.name == "reverse") row(reverse_pits_key.name, "list of numbers", reverse_pits_key.help);
  });
  return text;
}

}  // namespace sow
