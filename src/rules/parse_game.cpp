#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/error.h"
#include "base/toml.h"
#include "base/toml_depth.h"
#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

constexpr std::size_t longest_text = 4000;  // of a name, title or source

toml::table parse_toml(std::string_view text, const std::string& file) {
  if (text.size() > largest_rule_file)
    throw Error(Place{file}, fmt::format("the rules are longer than {} MiB", largest_rule_file >> 20));
  limit_toml_depth(text, file);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& e) {
    const auto at = e.source().begin;
    throw Error(Place{file, static_cast<int>(at.line), static_cast<int>(at.column)}, shown(e.description(), 200));
  }
}

// Reads keys out of one TOML file and remembers which were known.
class Reader {
 public:
  Reader(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const toml::node& node, const std::string& message) const {
    fail(node.source().begin, message);
  }
  [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const {
    throw Error(Place{file_, static_cast<int>(at.line), static_cast<int>(at.column)}, message);
  }

  void read(const toml::node& node, const Key& key, bool& out) const {
    const auto value = node.value_exact<bool>();
    if (!value) fail(node, fmt::format("{} must be true or false", path(key)));
    out = *value;
  }

  void read(const toml::node& node, const Key& key, std::string& out) const {
    const auto value = node.value_exact<std::string>();
    if (!value) fail(node, fmt::format("{} must be a text in quotes", path(key)));
    if (value->size() > longest_text) fail(node, fmt::format("{} is longer than {} bytes", path(key), longest_text));
    std::string line = *value;
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (shown(line, longest_text) != line) fail(node, fmt::format("{} holds a control character", path(key)));
    out = *value;
  }

  template <class N>
  requires std::is_unsigned_v<N>
  void read(const toml::node& node, const Key& key, N& out) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < key.least || *value > key.most)
      fail(node, fmt::format("{} must be a number from {} to {}", path(key), key.least, key.most));
    out = static_cast<N>(*value);
  }

  template <class E>
  requires std::is_enum_v<E>
  void read(const toml::node& node, const Key& key, E& out) const {
    const auto value = node.value_exact<std::string>();
    for (const auto& word : words<E>)
      if (value && *value == word.text) {
        out = word.value;
        return;
      }
    std::string known;
    for (const auto& word : words<E>) known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", word.text);
    fail(node, fmt::format("{} must be one of {}", path(key), known));
  }

  void read(const toml::node& node, const Key& key, CountTest& out) const {
    out = CountTest{};
    const auto list = [&](const toml::node& item) {
      const auto n = item.value_exact<std::int64_t>();
      if (!n || *n < 0 || *n > max_listed)
        fail(item, fmt::format("{}: a count is a number from 0 to {}", path(key), max_listed));
      out.kind = CountTest::Kind::list;
      out.listed |= std::uint64_t{1} << *n;
    };
    if (node.is_integer()) return list(node);
    if (const auto* array = node.as_array(); array && !array->empty()) {
      for (const auto& item : *array) list(item);
      return;
    }
    if (const auto text = node.value_exact<std::string>()) {
      if (*text == "even") {
        out.kind = CountTest::Kind::even;
        return;
      }
      const auto number = std::string_view(*text).substr(text->starts_with('>') ? 1 : text->size());
      const char* end = number.data() + number.size();
      const auto [stop, code] = std::from_chars(number.data(), end, out.bound);
      if (code == std::errc{} && stop == end) {
        out.kind = CountTest::Kind::above;
        return;
      }
    }
    fail(node, fmt::format("{} must be a number, a list of numbers, \">N\" or \"even\"", path(key)));
  }

  template <class Set>
  requires(members<Set>.size() > 0) void read(const toml::node& node, const Key& key, Set& out) const {
    out = Set{};
    const auto* array = node.as_array();
    if (!array) fail(node, fmt::format("{} must be a list of words", path(key)));
    for (const auto& item : *array) {
      const auto word = item.value_exact<std::string>();
      bool found = false;
      for (const auto& member : members<Set>)
        if (word && *word == member.text) out.*member.flag = found = true;
      if (found) continue;
      std::string known;
      for (const auto& member : members<Set>) known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", member.text);
      fail(item, fmt::format("{} holds words out of {}", path(key), known));
    }
  }

  void read_pits(const toml::node& node, const Key& key, const Ruleset& rules,
                 std::array<std::uint8_t, max_pits>& out) const {
    const auto* array = node.as_array();
    const int wanted = rules.pits_per_player();
    if (!array || static_cast<int>(array->size()) != wanted)
      fail(node, fmt::format("{} must be a list of {} numbers", path(key), wanted));
    out = {};
    for (int i = 0; i < wanted; ++i)
      read(*array->get(static_cast<std::size_t>(i)), Key{key.section, key.name, "", 0, max_seeds}, out[i]);
  }

  static std::string path(const Key& key) {
    return key.section.empty() ? std::string(key.name) : fmt::format("{}.{}", key.section, key.name);
  }

 private:
  const std::string& file_;
};

const toml::table* section_of(const toml::table& root, std::string_view name, const Reader& reader) {
  const auto* node = root.get(name);
  if (node == nullptr) return nullptr;
  const auto* table = node->as_table();
  if (table == nullptr) reader.fail(*node, fmt::format("{} must be a table, written [{}]", name, name));
  return table;
}

// Every key of the file must be one of the vocabulary.
void reject_unknown(const toml::table& root, const Reader& reader) {
  Ruleset rules;
  Land land;
  Pass pass;
  std::set<std::string, std::less<>> known, sections;
  const auto add = [&](const Key& key) {
    known.insert(Reader::path(key));
    if (!key.section.empty()) sections.emplace(key.section);
  };
  for_each_key(rules, [&](const Key& key, auto&) { add(key); });
  for_each_land_key(land, [&](const Key& key, auto&) { add(key); });
  for_each_pass_key(pass, [&](const Key& key, auto&) { add(key); });
  add(reverse_pits_key);
  for (const auto& key : text_keys) add(key);
  for (const auto& key : setup_lists) add(key);

  const auto check = [&](const toml::table& table, const std::string& prefix) {
    for (const auto& [key, value] : table)
      if (!known.contains(prefix + std::string(key.str())))
        reader.fail(key.source().begin, fmt::format("unknown key {}{}", prefix, shown(key.str())));
  };
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    if (name == "land" || name == "pass") {
      const auto* array = node.as_array();
      const std::string how = fmt::format("{} rules are written [[{}]]", name, name);
      if (array == nullptr) reader.fail(node, how);
      for (const auto& item : *array) {
        if (!item.is_table()) reader.fail(item, how);
        check(*item.as_table(), name + ".");
      }
    } else if (sections.contains(name)) {
      check(*section_of(root, name, reader), name + ".");
    } else if (!known.contains(name)) {
      reader.fail(key.source().begin, fmt::format("unknown key {}", shown(name)));
    }
  }
}

// The rules of one kind, [[land]] or [[pass]]: those of the file replace all that were there.
template <class Rule, std::size_t N, class ForEachKey>
void read_list(const toml::table& root, const char* name, const Reader& reader, std::array<Rule, N>& rules,
               std::uint8_t& count, ForEachKey&& for_each_key) {
  const auto* node = root.get(name);
  if (node == nullptr) return;
  const auto& array = *node->as_array();
  if (array.size() > N) reader.fail(*node, fmt::format("at most {} [[{}]] rules", N, name));
  rules = {};
  count = 0;
  for (const auto& item : array) {
    const auto& table = *item.as_table();
    for_each_key(rules[count++], [&](const Key& key, auto& member) {
      if (const auto* value = table.get(key.name)) reader.read(*value, key, member);
    });
  }
}

void read_reverse_pits(const toml::table& root, const Reader& reader, Ruleset& rules) {
  const auto* section = section_of(root, reverse_pits_key.section, reader);
  const auto* node = section == nullptr ? nullptr : section->get(reverse_pits_key.name);
  if (node == nullptr) return;
  const auto* array = node->as_array();
  if (array == nullptr) reader.fail(*node, fmt::format("{} must be a list of numbers", Reader::path(reverse_pits_key)));
  rules.reverse_pits = 0;
  const int most = std::clamp(rules.pits_per_player(), 1, max_pits);
  for (const auto& item : *array) {
    std::uint8_t number = 0;
    reader.read(item, Key{reverse_pits_key.section, reverse_pits_key.name, "", 1, most}, number);
    rules.reverse_pits |= 1u << (number - 1);
  }
}

void read_setup_lists(const toml::table& root, const Reader& reader, Ruleset& rules) {
  const auto* setup = section_of(root, "setup", reader);
  if (setup == nullptr) return;
  const auto* south = setup->get(setup_lists[0].name);
  const auto* north = setup->get(setup_lists[1].name);
  const auto* seeds = setup->get("seeds");
  if (seeds != nullptr) rules.setup = Setup{.seeds = rules.setup.seeds};
  if (south == nullptr && north == nullptr) return;
  if (south == nullptr || north == nullptr) reader.fail(*setup, "setup.south and setup.north go together");
  if (seeds != nullptr) reader.fail(*seeds, "setup has either seeds or south and north, not both");
  if (rules.pits_per_player() > max_pits) return;  // find_problem says so
  rules.setup = Setup{.listed = true};
  reader.read_pits(*south, setup_lists[0], rules, rules.setup.south);
  reader.read_pits(*north, setup_lists[1], rules, rules.setup.north);
}

// Throws if the keys contradict each other, at the offending key if this file has it.
void check(const toml::table& root, const Reader& reader, const GameDef& game, const std::string& file) {
  const auto problem = find_problem(game.rules);
  if (!problem) return;
  auto view = toml::node_view<const toml::node>(root)[problem->section];
  if (problem->land >= 0) view = view[problem->land];
  const auto key = view[problem->key];
  if (key) reader.fail(*key.node(), problem->message);
  if (view) reader.fail(*view.node(), problem->message);
  throw Error(Place{file, 1, 1}, problem->message);
}

}  // namespace

GameDef parse_game(std::string_view text, const std::string& file, const FindGame& find) {
  const toml::table root = parse_toml(text, file);
  const Reader reader(file);
  reject_unknown(root, reader);

  GameDef game;
  std::string extends;
  if (const auto* node = root.get("extends")) reader.read(*node, text_keys[2], extends);
  if (!extends.empty()) {
    try {
      game = find(extends);
    } catch (const Error& e) {
      reader.fail(*root.get("extends"), fmt::format("extends: {}", e.what()));
    }
  }
  game.title.clear();  // a variant is another game; its source may well be the same
  game.ogn.clear();
  const std::array<std::string*, text_keys.size()> texts = {&game.name,   &game.title, &extends,
                                                            &game.source, &game.ogn,   &game.evaluation};
  for (std::size_t i = 0; i < text_keys.size(); ++i)
    if (const auto* node = root.get(text_keys[i].name)) reader.read(*node, text_keys[i], *texts[i]);
  if (root.get("name") == nullptr || game.name.empty()) throw Error(Place{file, 1, 1}, "the game has no name");
  if (game.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.") !=
      std::string::npos)
    reader.fail(*root.get("name"), "a name is made of letters, digits and - _ / .");
  if (game.title.empty()) game.title = game.name;

  for_each_key(game.rules, [&](const Key& key, auto& member) {
    const auto* section = section_of(root, key.section, reader);
    if (section == nullptr) return;
    if (const auto* node = section->get(key.name)) reader.read(*node, key, member);
  });
  read_list(root, "land", reader, game.rules.lands, game.rules.land_count,
            [](Land& land, auto&& v) { for_each_land_key(land, v); });
  read_list(root, "pass", reader, game.rules.passes, game.rules.pass_count,
            [](Pass& pass, auto&& v) { for_each_pass_key(pass, v); });
  read_reverse_pits(root, reader, game.rules);
  read_setup_lists(root, reader, game.rules);
  check(root, reader, game, file);
  return game;
}

}  // namespace sow
