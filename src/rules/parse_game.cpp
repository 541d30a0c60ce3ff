#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>

#include "base/parse_toml.h"
#include "base/suggest.h"
#include "base/wrap.h"
#include "rules/deal.h"
#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

constexpr std::size_t max_text = 4000;  // bytes in a name, title, or source
constexpr int tried_numbers = 10;       // see try_values()
constexpr const char* name_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.";

// Calls visit() with each possible value of a member, or with a sample if there are many.
template <class T>
void try_values(const Key& key, T& member, const std::function<void()>& visit) {
  const T original = member;
  const auto try_value = [&](const T& value) {
    member = value;
    visit();
  };
  if constexpr (std::is_same_v<T, bool>) {
    for (const bool value : {false, true}) try_value(value);
  } else if constexpr (std::is_enum_v<T>) {
    for (const auto& word : words<T>) try_value(word.value);
  } else if constexpr (std::is_unsigned_v<T>) {
    for (int n = key.min; n < std::min(key.max, key.min + tried_numbers); ++n) try_value(static_cast<T>(n));
    try_value(static_cast<T>(key.max));
  } else if constexpr (std::is_same_v<T, CountTest>) {
    for (const std::uint64_t listed : {1u, 2u, 4u}) try_value({.kind = CountTest::Kind::list, .listed = listed});
    for (const auto kind : {CountTest::Kind::any, CountTest::Kind::above, CountTest::Kind::even})
      try_value({.kind = kind});
  } else {
    for (unsigned set = 0; set < 1u << members<T>.size(); ++set) {
      T value{};
      for (std::size_t i = 0; i < members<T>.size(); ++i) value.*members<T>[i].flag = (set >> i & 1) != 0;
      try_value(value);
    }
  }
  member = original;
}

// "; did you mean "count"?", or empty if there is no suggestion.
std::string suggestion(const std::string& word) {
  return word.empty() ? "" : fmt::format("; did you mean \"{}\"?", word);
}

bool same_key(const Problem& a, const Problem& b) {
  return a.section == b.section && a.key == b.key && a.index == b.index;
}

// Reads keys from a TOML file and collects all problems.
class Reader {
 public:
  Reader(const std::string& file) : file_(file) {}

  void report(const toml::node& node, const std::string& message) { report(node.source().begin, message); }
  void report(const toml::source_position& at, const std::string& message) {
    problems_.emplace_back(Location{file_, static_cast<int>(at.line), static_cast<int>(at.column)}, message);
  }
  void report_at_top(const std::string& message) { problems_.emplace_back(Location{file_, 1, 1}, message); }

  // The value of a key, even if the name is mistyped: KeyCheck has reported that and called treat_as().
  const toml::node* get(const toml::table& table, std::string_view name) const {
    if (const auto* node = table.get(name)) return node;
    const auto corrected = corrected_.find({&table, std::string(name)});
    return corrected == corrected_.end() ? nullptr : corrected->second;
  }
  void treat_as(const toml::table& table, const std::string& name, const toml::node& node) {
    corrected_.emplace(std::pair{&table, name}, &node);
  }
  const toml::table* section(const toml::table& root, std::string_view name) const {
    const auto* node = get(root, name);
    return node == nullptr ? nullptr : node->as_table();
  }

  // An invalid value leaves the member unchanged; check() then treats it as unknown.
  template <class T>
  void read(const toml::node& node, const Key& key, T& out) {
    const std::size_t before = problems_.size();
    T value = out;
    parse(node, key, value);
    if (problems_.size() == before) {
      out = std::move(value);
    } else if constexpr (!std::is_same_v<T, std::string>) {
      unread_.push_back({&out, [key, &out](const std::function<void()>& visit) { try_values(key, out, visit); }});
    }
  }
  // Reads one item of a list.
  void read_item(const toml::node& node, const Key& key, std::uint8_t& out) { parse(node, key, out); }
  std::size_t problem_count() const { return problems_.size(); }
  bool was_read(const void* member) const {
    return std::none_of(unread_.begin(), unread_.end(), [&](const Unread& unread) { return unread.member == member; });
  }

  // Reports contradictions at the offending key, or at the top if it is not in this file. Contradictions that some
  // value of an unread key would resolve are not reported.
  void check(const toml::table& root, const Ruleset& rules) {
    auto problems = find_problems(rules);
    for (const Unread& unread : unread_)
      unread.try_values([&] {
        const auto now = find_problems(rules);
        std::erase_if(problems, [&](const Problem& problem) {
          return std::none_of(now.begin(), now.end(), [&](const Problem& p) { return same_key(p, problem); });
        });
      });
    for (const Problem& problem : problems) {
      const auto* node = get(root, problem.section);
      if (const auto* array = node == nullptr ? nullptr : node->as_array())
        node = array->get(static_cast<std::size_t>(problem.index));
      if (const auto* table = node == nullptr ? nullptr : node->as_table())
        if (const auto* key = get(*table, problem.key)) node = key;
      if (node != nullptr)
        report(*node, problem.message);
      else
        report_at_top(problem.message);
    }
  }

  // Throws RuleFileError if there were any problems.
  void finish() {
    if (problems_.empty()) return;
    std::stable_sort(problems_.begin(), problems_.end(), [](const Error& a, const Error& b) {
      return std::pair(a.location().line, a.location().column) < std::pair(b.location().line, b.location().column);
    });
    throw RuleFileError(std::move(problems_));
  }

  static std::string path(const Key& key) {
    return key.section.empty() ? std::string(key.name) : fmt::format("{}.{}", key.section, key.name);
  }

 private:
  struct Unread {
    const void* member;
    std::function<void(const std::function<void()>&)> try_values;
  };

  void parse(const toml::node& node, const Key& key, bool& out) {
    const auto value = node.value_exact<bool>();
    if (!value) return report(node, fmt::format("{} must be true or false", path(key)));
    out = *value;
  }

  void parse(const toml::node& node, const Key& key, std::string& out) {
    const auto value = node.value_exact<std::string>();
    if (!value) return report(node, fmt::format("{} must be a string in quotes", path(key)));
    if (value->size() > max_text) return report(node, fmt::format("{} is longer than {} bytes", path(key), max_text));
    std::string line = *value;
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (shown(line, max_text) != line) return report(node, fmt::format("{} contains a control character", path(key)));
    if (key.max > 0 && text_width(line) > static_cast<std::size_t>(key.max))
      return report(node, fmt::format("{} is longer than {} characters", path(key), key.max));
    out = *value;
  }

  template <class N>
  requires std::is_unsigned_v<N>
  void parse(const toml::node& node, const Key& key, N& out) {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < key.min || *value > key.max)
      return report(node, fmt::format("{} must be a number from {} to {}", path(key), key.min, key.max));
    out = static_cast<N>(*value);
  }

  // The words of a table, with a suggestion if one of them resembles the value.
  template <class Words>
  static std::string known_words(const Words& table, const toml::node& node) {
    std::string list;
    std::vector<std::string> texts;
    for (const auto& word : table) {
      list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word.text);
      texts.emplace_back(word.text);
    }
    return list + suggestion(nearest_word(node.value_or(std::string()), texts));
  }

  template <class E>
  requires std::is_enum_v<E>
  void parse(const toml::node& node, const Key& key, E& out) {
    const auto value = node.value_exact<std::string>();
    for (const auto& word : words<E>)
      if (value && *value == word.text) {
        out = word.value;
        return;
      }
    report(node, fmt::format("{} must be one of {}", path(key), known_words(words<E>, node)));
  }

  void parse(const toml::node& node, const Key& key, CountTest& out) {
    out = CountTest{};
    const auto list = [&](const toml::node& item) {
      const auto n = item.value_exact<std::int64_t>();
      if (!n || *n < 0 || *n > max_listed)
        return report(item, fmt::format("{}: a count must be a number from 0 to {}", path(key), max_listed));
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
    report(node, fmt::format("{} must be a number, a list of numbers, \">N\" or \"even\"", path(key)));
  }

  template <class Set>
  requires(std::is_class_v<Set>&& members<Set>.size() > 0) void parse(const toml::node& node, const Key& key,
                                                                      Set& out) {
    out = Set{};
    const auto* array = node.as_array();
    if (!array) return report(node, fmt::format("{} must be a list of words", path(key)));
    for (const auto& item : *array) {
      const auto word = item.value_exact<std::string>();
      bool found = false;
      for (const auto& member : members<Set>)
        if (word && *word == member.text) out.*member.flag = found = true;
      if (!found) report(item, fmt::format("{} must contain only {}", path(key), known_words(members<Set>, item)));
    }
  }

  const std::string& file_;
  std::vector<Error> problems_;
  std::vector<Unread> unread_;
  std::map<std::pair<const toml::table*, std::string>, const toml::node*> corrected_;
};

// The keys of each section; "" is the part before the first section.
std::map<std::string, std::vector<std::string>, std::less<>> known_names() {
  std::map<std::string, std::vector<std::string>, std::less<>> names;
  const auto add = [&](const Key& key) { names[std::string(key.section)].emplace_back(key.name); };
  Ruleset rules;
  Land land;
  Pass pass;
  for_each_key(rules, [&](const Key& key, auto&) { add(key); });
  for_each_land_key(land, [&](const Key& key, auto&) { add(key); });
  for_each_pass_key(pass, [&](const Key& key, auto&) { add(key); });
  add(reverse_pits_key);
  for (const auto& key : text_keys) add(key);
  for (const auto& key : setup_lists) add(key);
  return names;
}

// Reports keys that are not in the vocabulary. A key that resembles a known one is treated as that one.
class KeyCheck {
 public:
  explicit KeyCheck(Reader& reader) : reader_(reader) {}

  void check_root(const toml::table& root) {
    for (const auto& [key, node] : root) {
      const std::string name = known(root, "", key, node);
      if (name == "land" || name == "pass")
        check_list(name, node);
      else if (name.empty() || !names_.contains(name))
        continue;
      else if (const auto* table = node.as_table())
        check_table(*table, name);
      else
        reader_.report(node, fmt::format("{} must be a table: [{}]", name, name));
    }
  }

 private:
  void check_list(const std::string& name, const toml::node& node) {
    const auto* array = node.as_array();
    const std::string problem = fmt::format("{} rules must be tables: [[{}]]", name, name);
    if (array == nullptr) return reader_.report(node, problem);
    for (const auto& item : *array) {
      if (const auto* table = item.as_table())
        check_table(*table, name);
      else
        reader_.report(item, problem);
    }
  }

  void check_table(const toml::table& table, const std::string& section) {
    for (const auto& [key, node] : table) known(table, section, key, node);
  }

  // The known key that this one is or resembles.
  std::string known(const toml::table& table, const std::string& section, const toml::key& key,
                    const toml::node& node) {
    std::string name(key.str());
    std::vector<std::string> here = names_[section];
    if (section.empty())
      for (const auto& [other, keys] : names_)
        if (!other.empty()) here.push_back(other);
    if (std::find(here.begin(), here.end(), name) != here.end()) return name;
    const std::string prefix = section.empty() ? "" : section + ".";
    std::string nearest = nearest_word(name, here);
    const std::string full = nearest.empty() ? elsewhere(name) : prefix + nearest;
    reader_.report(key.source().begin, fmt::format("unknown key \"{}{}\"{}", prefix, shown(name), suggestion(full)));
    if (nearest.empty() || table.contains(nearest)) return "";
    reader_.treat_as(table, nearest, node);
    return nearest;
  }

  // A key with this name in another section.
  std::string elsewhere(const std::string& name) const {
    for (const auto& [section, keys] : names_)
      if (std::find(keys.begin(), keys.end(), name) != keys.end())
        return section.empty() ? name : fmt::format("{}.{}", section, name);
    return "";
  }

  Reader& reader_;
  std::map<std::string, std::vector<std::string>, std::less<>> names_ = known_names();
};

// Reads all [[land]] or [[pass]] rules. They replace those of the extended game.
template <class Rule, std::size_t N, class ForEachKey>
void read_list(const toml::table& root, const char* name, Reader& reader, std::array<Rule, N>& rules,
               std::uint8_t& count, ForEachKey&& for_each_key) {
  const auto* node = reader.get(root, name);
  const auto* array = node == nullptr ? nullptr : node->as_array();
  if (array == nullptr) return;
  if (array->size() > N) reader.report(*node, fmt::format("at most {} [[{}]] rules are supported", N, name));
  rules = {};
  count = 0;
  for (const auto& item : *array) {
    if (count == N) break;
    Rule& rule = rules[count++];
    const auto* table = item.as_table();
    if (table == nullptr) continue;
    for_each_key(rule, [&](const Key& key, auto& member) {
      if (const auto* value = reader.get(*table, key.name)) reader.read(*value, key, member);
    });
  }
}

void read_reverse_pits(const toml::table& root, Reader& reader, Ruleset& rules) {
  const auto* section = reader.section(root, reverse_pits_key.section);
  const auto* node = section == nullptr ? nullptr : reader.get(*section, reverse_pits_key.name);
  if (node == nullptr) return;
  const auto* array = node->as_array();
  if (array == nullptr)
    return reader.report(*node, fmt::format("{} must be a list of numbers", Reader::path(reverse_pits_key)));
  rules.reverse_pits = 0;
  const int most = std::clamp(rules.pits_per_player(), 1, max_pits);
  for (const auto& item : *array) {
    std::uint8_t number = 1;
    reader.read_item(item, Key{reverse_pits_key.section, reverse_pits_key.name, "", 1, most}, number);
    rules.reverse_pits |= 1u << (number - 1);
  }
}

void read_pits(const toml::node& node, const Key& key, Reader& reader, int count,
               std::array<std::uint8_t, max_pits>& out) {
  const auto* array = node.as_array();
  if (!array || static_cast<int>(array->size()) != count)
    return reader.report(node, fmt::format("{} must be a list of {} numbers", Reader::path(key), count));
  for (int i = 0; i < count; ++i)
    reader.read_item(*array->get(static_cast<std::size_t>(i)), Key{key.section, key.name, "", 0, max_seeds}, out[i]);
}

void read_setup_lists(const toml::table& root, Reader& reader, Ruleset& rules) {
  const auto* setup = reader.section(root, "setup");
  if (setup == nullptr) return;
  const auto* south = reader.get(*setup, setup_lists[0].name);
  const auto* north = reader.get(*setup, setup_lists[1].name);
  const auto* seeds = reader.get(*setup, "seeds");
  if (seeds != nullptr) rules.setup = Setup{.seeds = rules.setup.seeds, .random = rules.setup.random};
  if (south == nullptr && north == nullptr) return;
  if (south == nullptr || north == nullptr)
    return reader.report(*setup, "setup.south and setup.north must be used together");
  if (rules.setup.random > 0)
    return reader.report(*setup, "setup.random cannot be combined with setup.south and setup.north");
  if (seeds != nullptr) return reader.report(*seeds, "setup.seeds cannot be combined with setup.south and setup.north");
  // The length of the lists depends on the board; find_problems reports boards that are too large.
  if (!reader.was_read(&rules.pits) || !reader.was_read(&rules.rows) || rules.pits_per_player() > max_pits) return;
  Setup lists{.listed = true};
  const std::size_t before = reader.problem_count();
  read_pits(*south, setup_lists[0], reader, rules.pits_per_player(), lists.south);
  read_pits(*north, setup_lists[1], reader, rules.pits_per_player(), lists.north);
  rules.setup = reader.problem_count() == before ? lists : Setup{};
}

// Reads the texts of a file, which replace those of the game it extends.
void read_texts(const toml::table& root, Reader& reader, GameDef& game) {
  game.name.clear();
  game.title.clear();  // a variant is another game, but its source and region are often the same
  game.about.clear();
  game.ogn.clear();
  const std::array<std::string*, text_keys.size()> texts = {&game.name,  &game.title,  nullptr,   &game.region,
                                                            &game.about, &game.source, &game.ogn, &game.evaluation};
  for (std::size_t i = 0; i < text_keys.size(); ++i)
    if (const auto* node = reader.get(root, text_keys[i].name); node != nullptr && texts[i] != nullptr)
      reader.read(*node, text_keys[i], *texts[i]);
  const auto* name = reader.get(root, "name");
  if (name == nullptr || name->value_or(std::string("-")).empty())
    reader.report_at_top("the game has no name");
  else if (game.name.find_first_not_of(name_letters) != std::string::npos)
    reader.report(*name, "name may contain only letters, digits, and - _ / .");
  if (game.title.empty()) game.title = game.name;
}

// The game that this one extends, or nullopt if it cannot be loaded.
std::optional<GameDef> read_extended(const toml::table& root, Reader& reader, const FindGame& find) {
  const auto* node = reader.get(root, "extends");
  if (node == nullptr) return GameDef{};
  std::string extends;
  const std::size_t before = reader.problem_count();
  reader.read(*node, text_keys[2], extends);
  if (reader.problem_count() > before) return std::nullopt;
  if (extends.empty()) return GameDef{};
  try {
    return find(extends);
  } catch (const Error& e) {
    const std::string what = e.what();
    reader.report(*node, fmt::format("extends: {}", what.substr(0, what.find('\n'))));
    return std::nullopt;
  }
}

std::string joined(const std::vector<Error>& problems) {
  std::string text = problems.front().message();
  for (std::size_t i = 1; i < problems.size(); ++i) text += fmt::format("\n{}", problems[i].what());
  return text;
}

}  // namespace

RuleFileError::RuleFileError(std::vector<Error> problems)
    : Error(problems.front().location(), joined(problems)), problems_(std::move(problems)) {}

GameDef parse_game(std::string_view text, const std::string& file, const FindGame& find) {
  if (text.size() > max_rule_file)
    throw Error(Location{file}, fmt::format("rule file is larger than {} MiB", max_rule_file >> 20));
  const toml::table root = parse_toml(text, file);
  Reader reader(file);
  KeyCheck(reader).check_root(root);
  const auto extended = read_extended(root, reader, find);
  GameDef game = extended.value_or(GameDef{});
  read_texts(root, reader, game);
  for_each_key(game.rules, [&](const Key& key, auto& member) {
    const auto* section = reader.section(root, key.section);
    const auto* node = section == nullptr ? nullptr : reader.get(*section, key.name);
    if (node != nullptr) reader.read(*node, key, member);
  });
  read_list(root, "land", reader, game.rules.lands, game.rules.land_count,
            [](Land& land, auto&& v) { for_each_land_key(land, v); });
  read_list(root, "pass", reader, game.rules.passes, game.rules.pass_count,
            [](Pass& pass, auto&& v) { for_each_pass_key(pass, v); });
  if (extended) {  // otherwise the board and most rules are unknown
    read_reverse_pits(root, reader, game.rules);
    read_setup_lists(root, reader, game.rules);
    if (game.rules.setup.random > 0) deal_seeds(game.rules, default_deal);
    reader.check(root, game.rules);
  }
  reader.finish();
  return game;
}

}  // namespace sow
