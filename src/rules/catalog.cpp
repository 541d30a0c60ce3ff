#include "rules/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text_file.h"
#include "rules/deal.h"
#include "rules/embedded_games.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_extends = 8;

// The part of a game spec that follows the colon.
struct Sizes {
  std::optional<int> pits, seeds, round, deal;
  RoundSetup setup{};
};

int read_number(const std::string& text, const std::string& spec, int max = max_seeds) {
  int value = 0;
  const char* last = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), last, value);
  if (code != std::errc{} || stop != last || value < 0 || value > max)
    throw Error(fmt::format("{}: '{}' is not a number from 0 to {}", shown(spec), shown(text), max));
  return value;
}

// Pits as letters: uppercase for South, lowercase for North.
std::array<std::uint32_t, 2> read_pits(const std::string& text, const std::string& spec) {
  std::array<std::uint32_t, 2> pits{};
  for (const char c : text) {
    const std::size_t side = c >= 'a' ? 1 : 0;
    const int pit = c - (side == 1 ? 'a' : 'A');
    if (pit < 0 || pit >= max_pits)
      throw Error(fmt::format("{}: closed pits must be letters such as closed=ab, not '{}'", shown(spec), shown(text)));
    pits[side] |= 1u << pit;
  }
  return pits;
}

// Rounds won by South and North: "2-1".
std::array<int, 2> read_won(const std::string& text, const std::string& spec) {
  const auto dash = text.find('-');
  if (dash == std::string::npos)
    throw Error(fmt::format("{}: rounds won must be two numbers such as won=2-1, not '{}'", shown(spec), shown(text)));
  return {read_number(text.substr(0, dash), spec), read_number(text.substr(dash + 1), spec)};
}

// Length of the name in "kalah:pits=5,seeds=3".
std::size_t name_length(const std::string& spec) {
  const auto colon = spec.rfind(':');
  return colon != std::string::npos && spec.find('=', colon) != std::string::npos ? colon : spec.size();
}

// Splits off the sizes; `spec` keeps the name.
std::optional<Sizes> split_sizes(std::string& spec) {
  const std::size_t length = name_length(spec);
  if (length == spec.size()) return std::nullopt;
  Sizes sizes;
  const std::string rest = spec.substr(length + 1), whole = spec;
  spec.resize(length);
  for (std::size_t begin = 0; begin <= rest.size();) {
    const auto end = std::min(rest.find(',', begin), rest.size());
    const std::string item = rest.substr(begin, end - begin);
    const std::string key = item.substr(0, item.find('='));
    const bool given = key.size() < item.size();
    const std::string value = given ? item.substr(key.size() + 1) : "";
    if (given && key == "pits")
      sizes.pits = read_number(value, whole);
    else if (given && key == "seeds")
      sizes.seeds = read_number(value, whole);
    else if (given && key == "deal")
      sizes.deal = read_number(value, whole, max_deal);
    else if (given && key == "round")
      sizes.round = read_number(value, whole);
    else if (given && key == "closed")
      sizes.setup.closed = read_pits(value, whole);
    else if (given && key == "won")
      sizes.setup.won = read_won(value, whole);
    else if (given && key == "first" && value == "N")
      sizes.setup.north_first = true;
    else
      throw Error(fmt::format("{}: unknown size '{}'; use pits=N or seeds=N", shown(whole), shown(item)));
    begin = end + 1;
  }
  return sizes;
}

void check_rules(const Ruleset& rules, const std::string& spec) {
  if (rules.pits == 0) throw Error(fmt::format("{}: a row needs at least one pit", shown(spec)));
  if (const auto problems = find_problems(rules); !problems.empty())
    throw Error(fmt::format("{}: {}", shown(spec), problems.front().message));
  for (const std::uint32_t closed : rules.closed)
    if (closed >> (rules.pits_per_player() - 1) > 1)
      throw Error(fmt::format("{}: closed names a pit that is not on the board ({} pits a side)", shown(spec),
                              rules.pits_per_player()));
    else if (closed == (1u << rules.pits_per_player()) - 1)
      throw Error(fmt::format("{}: each player needs at least one open pit", shown(spec)));
}

// Rejects settings that have no meaning in this game.
void check_round(const GameDef& game, const RoundSetup& setup) {
  const Ruleset& rules = game.rules;
  if (rules.rounds.refill == Refill::no) throw Error(fmt::format("{} is not played in rounds", game.name));
  if (setup.won != std::array<int, 2>{} && rules.rounds.refill != Refill::anew)
    throw Error(fmt::format("{}: won=S-N is only for games whose rounds are scored separately", game.name));
  if (setup.north_first && !rules.depends_on_first())
    throw Error(fmt::format("{}: first=N has no effect in this game", game.name));
}

std::string sizes_text(const Ruleset& rules) {
  std::string text = fmt::format("pits={}", rules.pits);
  if (!rules.setup.listed || rules.setup.random > 0) text += fmt::format(",seeds={}", rules.setup.seeds);
  return text;
}

void apply_sizes(GameDef& game, const Sizes& sizes, const std::string& spec) {
  Ruleset& rules = game.rules;
  if (sizes.pits) rules.pits = static_cast<std::uint8_t>(*sizes.pits);
  if (sizes.seeds) rules.setup = Setup{.seeds = static_cast<std::uint8_t>(*sizes.seeds), .random = rules.setup.random};
  if (sizes.deal && rules.setup.random == 0)
    throw Error(fmt::format("{}: deal=N is only for games with a random start", shown(spec)));
  if (rules.setup.random > 0) deal_seeds(rules, default_deal);
  const int round = sizes.round.value_or(0);
  if (round == 0 && sizes.setup != RoundSetup{})
    throw Error(fmt::format("{}: closed, won, and first need round=N", shown(spec)));
  if (sizes.setup.won[0] + sizes.setup.won[1] > std::max(0, round - 1))
    throw Error(fmt::format("{}: more rounds won than played before round {}", shown(spec), round));
  check_rules(rules, spec);
  if (sizes.pits || sizes.seeds) game.name += ":" + sizes_text(rules);
  game.ogn.clear();  // the OGN name implies the standard size
  game.file.clear();
  if (sizes.deal) game = deal_of(game, *sizes.deal);
  if (round > 0) game = round_of(game, round, rules.pits, sizes.setup);
}

std::optional<std::string_view> find_text(std::span<const EmbeddedText> texts, std::string_view name) {
  for (const auto& text : texts)
    if (text.name == name) return text.text;
  return std::nullopt;
}

// The games that led to the current one through `extends`, and the folder that files must not leave (empty: no limit).
struct ExtendsChain {
  std::vector<std::string> names;
  fs::path root;
};

GameDef find_plain(const std::string& name, ExtendsChain chain);

bool is_builtin(const std::string& name) {
  const auto& names = builtin_names();
  return std::binary_search(names.begin(), names.end(), name);
}

bool is_file(const std::string& name) {
  std::error_code code;
  return name.ends_with(".toml") || fs::exists(name, code);
}

// Resolves the symbolic links in a path. Throws Error if the result is outside the root. Messages show `written`.
fs::path resolve(const fs::path& path, const fs::path& root, const std::string& written) {
  std::error_code code;
  const fs::path real = fs::weakly_canonical(path, code);
  const fs::path relative = real.lexically_relative(root);
  if (code || relative.empty() || *relative.begin() == "..")
    throw Error(fmt::format("'{}' is outside the games folder", shown(written)));
  return real;
}

// How messages name a file: clients of the server must not see where the root is.
std::string display_name(const std::string& path, const fs::path& root) {
  return root.empty() ? path : fs::path(path).lexically_relative(root).string();
}

[[noreturn]] void fail_unknown(const std::string& name, std::string_view others = ", or a path to a .toml file") {
  if (const auto suggestion = did_you_mean(name, builtin_names()); !suggestion.empty())
    throw Error(fmt::format("no game '{}'{}", shown(name), suggestion));
  std::string known;
  for (const auto& builtin : builtin_names()) known += (known.empty() ? "" : ", ") + builtin;
  throw Error(fmt::format("no game '{}'; choose one of {}{}", shown(name), known, others));
}

// `extends` names a built-in game, or a path relative to the file it is in.
FindGame finder(const ExtendsChain& chain) {
  return [chain](const std::string& extended) {
    std::string name = extended;
    if (!is_builtin(extended)) {
      const fs::path path = (fs::path(chain.names.back()).parent_path() / extended).lexically_normal();
      name = (chain.root.empty() ? path : resolve(path, chain.root, extended)).string();
    }
    if (name != extended && !is_file(name)) fail_unknown(extended);
    if (std::find(chain.names.begin(), chain.names.end(), name) != chain.names.end())
      throw Error(fmt::format("{} extends itself", shown(display_name(name, chain.root))));
    if (chain.names.size() > max_extends)
      throw Error(fmt::format("games extend each other more than {} levels deep", max_extends));
    return find_plain(name, chain);
  };
}

GameDef read_game(const std::string& path, const ExtendsChain& chain) {
  const std::string name = display_name(path, chain.root);
  return parse_game(read_text_file(path, max_rule_file, name), name, finder(chain));
}

GameDef find_plain(const std::string& name, ExtendsChain chain) {
  chain.names.push_back(name);
  for (const auto& embedded : embedded_games)
    if (embedded.name == name) {
      GameDef game = parse_game(embedded.text, fmt::format("games/{}.toml", name), finder(chain));
      if (game.name != name) throw Error(fmt::format("games/{0}.toml: name must be \"{0}\"", name));
      if (weights_text(name)) game.evaluation = name;
      return game;
    }
  if (!is_file(name)) fail_unknown(name);
  return read_game(name, chain);
}

}  // namespace

std::optional<std::string_view> weights_text(const std::string& name) { return find_text(embedded_weights, name); }
std::optional<std::string_view> embedded_network_text(const std::string& name) {
  return find_text(embedded_networks, name);
}

const std::vector<std::string>& builtin_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& game : embedded_games) list.emplace_back(game.name);
    std::sort(list.begin(), list.end());
    return list;
  }();
  return names;
}

std::string name_from_ogn(const std::string& variant) {
  static const std::map<std::string, std::string> names = [] {
    std::map<std::string, std::string> map;
    for (const auto& name : builtin_names())
      if (const GameDef game = find_game(name); !game.ogn.empty()) map.emplace(game.ogn, name);
    return map;
  }();
  const auto found = names.find(variant);
  return found == names.end() ? variant : found->second;
}

GameDef find_game(const std::string& spec) {
  std::string name = spec;
  const auto sizes = split_sizes(name);
  GameDef game = find_plain(name, {});
  if (!is_builtin(name)) game.file = name;
  if (sizes) apply_sizes(game, *sizes, spec);
  game.spec = is_builtin(name) ? game.name : spec;
  return game;
}

GameDef with_sizes(GameDef game, const std::string& spec) {
  std::string name = spec;
  if (const auto sizes = split_sizes(name)) apply_sizes(game, *sizes, spec);
  game.spec = spec;
  return game;
}

GameDef deal_of(const GameDef& game, int deal) {
  GameDef dealt = game;
  deal_seeds(dealt.rules, deal);
  const auto named = [&](const std::string& name) {
    return fmt::format("{}{}deal={}", name, name_length(name) < name.size() ? "," : ":", deal);
  };
  dealt.name = named(game.name);
  if (!game.spec.empty()) dealt.spec = named(game.spec);
  dealt.title += fmt::format(", deal {}", deal);
  dealt.deal = deal;
  dealt.ogn.clear();
  dealt.file.clear();
  return dealt;
}

std::string undealt_spec(const GameDef& game) {
  if (game.rules.setup.random == 0 || game.round > 0) return "";
  if (!game.deal) return game.spec;
  std::string spec = game.spec;
  const auto begin = spec.find("deal=", name_length(spec));
  if (begin == std::string::npos) return "";
  const auto comma = spec.find(',', begin);
  return comma == std::string::npos ? spec.substr(0, begin - 1) : spec.erase(begin, comma + 1 - begin);
}

std::optional<GameDef> named_deal(const GameDef& game, const std::string& name) {
  if (!game.is_undealt() || !name.starts_with(game.name)) return std::nullopt;
  const std::string suffix = name.substr(game.name.size());
  std::string_view number = suffix;
  for (const std::string_view prefix : {":deal=", ",deal="})
    if (number.starts_with(prefix)) number.remove_prefix(prefix.size());
  if (number.size() == suffix.size()) return std::nullopt;
  GameDef dealt = deal_of(game, read_number(std::string(number), name, max_deal));
  return dealt.name == name ? std::optional(dealt) : std::nullopt;
}

GameDef round_of(const GameDef& game, int round, int pits, const RoundSetup& setup) {
  check_round(game, setup);
  GameDef next = game;
  Ruleset& rules = next.rules;
  // Rebuild the suffix: sizes if they are not the default ones, then the round.
  const auto base = [](const std::string& name) { return name.substr(0, name_length(name)); };
  const bool sized = pits != rules.pits || game.name.find(":pits=") != std::string::npos;
  rules.pits = static_cast<std::uint8_t>(pits);
  rules.closed = setup.closed;
  rules.north_first = setup.north_first;
  if (rules.rounds.refill != Refill::anew) rules.majority = false;  // every seed counts for the next round
  std::string suffix = sized ? ":" + sizes_text(rules) + "," : ":";
  if (game.deal) suffix += fmt::format("deal={},", *game.deal);
  suffix += fmt::format("round={}", round);
  if (rules.closes()) suffix += ",closed=" + pit_letters(setup.closed);
  if (const auto [south, north] = setup.won; south + north > 0) suffix += fmt::format(",won={}-{}", south, north);
  if (setup.north_first) suffix += ",first=N";
  next.name = base(game.name) + suffix;
  check_rules(rules, next.name);
  if (!game.spec.empty()) next.spec = base(game.spec) + suffix;
  next.ogn.clear();
  next.file.clear();
  if (game.round > 0) next.title.resize(next.title.rfind(", round "));
  next.title += fmt::format(", round {}", round);
  next.round = round;
  next.won = setup.won;
  return next;
}

GameDef find_builtin_game(const std::string& spec) {
  std::string name = spec;
  split_sizes(name);
  if (!is_builtin(name)) fail_unknown(name, "");
  return find_game(spec);
}

GameDef read_game_file(const std::string& path, const std::string& root) {
  ExtendsChain chain{.names = {path}, .root = {}};
  if (!root.empty()) {
    std::error_code code;
    chain.root = fs::canonical(root, code);
    if (code) throw Error("cannot open the games folder");
    chain.names = {resolve(path, chain.root, fs::path(path).filename().string()).string()};
  }
  GameDef game = read_game(chain.names.front(), chain);
  game.spec = path;
  game.file = chain.names.front();
  return game;
}

}  // namespace sow
