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
requires(std::is_class_v<Set>&& members<Set>.size() > 0) std::string value_text(const Set& set) {
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

std::string toml_text(std::string_view text) {
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

// All possible values of a key, for a comment.
template <class T>
std::string choices(const Key& key, const T&) {
  std::string list;
  const auto add = [&](std::string_view word) { list += fmt::format("{}\"{}\"", list.empty() ? "" : " | ", word); };
  if constexpr (std::is_enum_v<T>) {
    for (const auto& word : words<T>) add(word.text);
  } else if constexpr (std::is_same_v<T, bool>) {
    list = "true | false";
  } else if constexpr (std::is_unsigned_v<T>) {
    list = fmt::format("{}…{}", key.min, key.max);
  } else if constexpr (std::is_same_v<T, CountTest>) {
    list = "1 | [2, 3] | \">1\" | \"even\"";
  } else {
    for (const auto& member : members<T>) add(member.text);
    list = "list of " + list;
  }
  return list;
}

// Writes `key = value` lines and section headers.
class Writer {
 public:
  explicit Writer(bool with_help) : with_help_(with_help) {}

  void open(std::string_view section) {
    if (section == section_) return;
    section_ = section;
    text += fmt::format("\n[{}]\n", section_);
  }
  void line(const Key& key, const std::string& value, const std::string& choices) {
    open(key.section);
    put(key, value, choices);
  }
  void put(const Key& key, const std::string& value, const std::string& choices, bool as_comment = false) {
    std::string line = fmt::format("{}{} = {}", as_comment ? "# " : "", key.name, value);
    if (with_help_) line = fmt::format("{:<27} # {}: {}", line, choices, key.help);
    text += line + "\n";
  }

  std::string text;

 private:
  bool with_help_;
  std::string_view section_;
};

// An example value for a key that is commented out.
template <class T>
std::string example(const T& standard) {
  if constexpr (std::is_same_v<T, CountTest>)
    return value_text(CountTest{.kind = CountTest::Kind::above});
  else
    return value_text(standard);
}

// Writes `at` and the keys that differ from their defaults; with help, the others as comments. The default of a
// condition has no TOML form.
template <class Rule, class ForEachKey>
void write_rule(std::string_view name, const Rule& rule, ForEachKey&& for_each_key, bool with_help, Writer& out) {
  out.text += fmt::format("\n[[{}]]\n", name);
  const Rule none;
  for_each_key(rule, [&](const Key& key, const auto& member) {
    for_each_key(none, [&](const Key& other, const auto& standard) {
      if constexpr (std::is_same_v<decltype(member), decltype(standard)>)
        if (key.name == other.name) {
          if (key.name == "at" || !(member == standard))
            out.put(key, value_text(member), choices(key, member));
          else if (with_help)
            out.put(key, example(standard), choices(key, member), true);
        }
    });
  });
}

// Writes all [[land]] or [[pass]] rules or, with help and if there are none, one rule that is commented out.
template <class Rule, std::size_t N, class ForEachKey>
void write_list(std::string_view name, const std::array<Rule, N>& rules, int count, ForEachKey&& for_each_key,
                bool with_help, Writer& out) {
  for (int i = 0; i < count; ++i) write_rule(name, rules[static_cast<std::size_t>(i)], for_each_key, with_help, out);
  if (count > 0 || !with_help) return;
  out.text += fmt::format("\n# [[{}]]\n", name);
  for_each_key(Rule{}, [&](const Key& key, const auto& standard) {
    out.put(key, example(standard), choices(key, standard), true);
  });
}

void write_rules(const Ruleset& rules, bool with_help, Writer& out) {
  const auto pass_keys = [](const Pass& p, auto&& v) { for_each_pass_key(p, v); };
  const auto land_keys = [](const Land& l, auto&& v) { for_each_land_key(l, v); };
  write_list("pass", rules.passes, rules.pass_count, pass_keys, with_help, out);
  write_list("land", rules.lands, rules.land_count, land_keys, with_help, out);
}

std::string pit_list(std::uint32_t pits) {
  std::string list;
  for (int i = 0; i < max_pits; ++i)
    if ((pits >> i & 1) != 0) list += fmt::format("{}{}", list.empty() ? "" : ", ", i + 1);
  return "[" + list + "]";
}

// sow.reverse is followed by sow.reverse_pits.
bool is_reverse(const Key& key) { return key.section == reverse_pits_key.section && key.name == "reverse"; }

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

// Empty texts are omitted, or commented out with help. Title and source are always written.
void write_texts(const GameDef& game, bool with_help, Writer& out) {
  const std::string name = game.name.substr(0, game.name.find(':'));
  const std::array<const std::string*, text_keys.size()> texts = {
      &name, &game.title, nullptr, &game.region, &game.about, &game.source, &game.ogn, &game.evaluation};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Key& key = text_keys[i];
    const std::string text = texts[i] == nullptr ? "" : *texts[i];
    if (!text.empty() || key.name == "title" || key.name == "source")
      out.put(key, toml_text(text), "text");
    else if (with_help)
      out.put(key, toml_text(text), "text", true);
  }
}

// Writes the start position as seeds or lists; with help, the other form as comments.
void write_setup(const Ruleset& rules, bool with_help, Writer& out) {
  const Setup& setup = rules.setup;
  const int n = rules.pits_per_player();
  std::array<std::uint8_t, max_pits> equal{};
  equal.fill(setup.seeds);
  const auto lists = [&](bool as_comment) {
    out.put(setup_lists[0], value_text(setup.listed ? setup.south : equal, n), "list of numbers", as_comment);
    out.put(setup_lists[1], value_text(setup.listed ? setup.north : equal, n), "list of numbers", as_comment);
  };
  out.open(seeds_key.section);
  const bool listed = setup.listed && setup.random == 0;
  if (listed) lists(false);
  if (!listed || with_help) out.put(seeds_key, value_text(setup.seeds), choices(seeds_key, setup.seeds), listed);
  if (!listed && with_help) lists(true);
}

}  // namespace

std::string to_toml(const GameDef& game, bool with_help) {
  const Ruleset& rules = game.rules;
  Writer out(with_help);
  write_texts(game, with_help, out);
  bool rules_written = false;
  for_each_key(rules, [&](const Key& key, const auto& member) {
    if ((key.section == "own" || key.section == "turn") && !rules_written) {
      write_rules(rules, with_help, out);
      rules_written = true;
    }
    if (key.rare && !with_help && is_default(key, member)) return;
    if (key.name == "seeds") return write_setup(rules, with_help, out);
    out.line(key, value_text(member), choices(key, member));
    if (is_reverse(key) && rules.reverse_pits != 0)
      out.line(reverse_pits_key, pit_list(rules.reverse_pits), "list of numbers");
    else if (is_reverse(key) && with_help)
      out.put(reverse_pits_key, pit_list(1), "list of numbers", true);
  });
  return out.text;
}

std::string canonical_rules(const Ruleset& rules) {
  GameDef bare{"-", "-", "-", rules};
  bare.rules.setup = Setup{};
  bare.rules.rounds = Rounds{};
  // In sowing order, clockwise and counterclockwise are the same game.
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
    if (is_reverse(key)) row(reverse_pits_key.name, "list of numbers", reverse_pits_key.help);
  });
  return text;
}

}  // namespace sow
