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
#include "rules/embedded_games.h"

namespace sow {
namespace {

constexpr std::size_t deepest_extends = 8;

struct Size {
  std::string key;
  int value;
};

// Splits "kalah:pits=5,seeds=3" into the name and the sizes.
std::vector<Size> split_sizes(std::string& spec) {
  std::vector<Size> sizes;
  const auto colon = spec.rfind(':');
  if (colon == std::string::npos || spec.find('=', colon) == std::string::npos) return sizes;
  std::string rest = spec.substr(colon + 1);
  const std::string whole = spec;
  spec.resize(colon);
  for (std::size_t begin = 0; begin <= rest.size();) {
    const auto end = std::min(rest.find(',', begin), rest.size());
    const std::string item = rest.substr(begin, end - begin);
    const auto equals = item.find('=');
    int value = 0;
    const char* last = item.data() + item.size();
    if (equals == std::string::npos || (item.substr(0, equals) != "pits" && item.substr(0, equals) != "seeds"))
      throw Error(fmt::format("{}: sizes are pits=N and seeds=N, not '{}'", shown(whole), shown(item)));
    const auto [stop, code] = std::from_chars(item.data() + equals + 1, last, value);
    if (code != std::errc{} || stop != last || value < 0 || value > max_seeds)
      throw Error(fmt::format("{}: '{}' is not a number from 0 to {}", shown(whole), shown(item.substr(equals + 1)),
                              max_seeds));
    sizes.push_back({item.substr(0, equals), value});
    begin = end + 1;
  }
  return sizes;
}

void apply_sizes(GameDef& game, const std::vector<Size>& sizes, const std::string& spec) {
  if (sizes.empty()) return;
  for (const auto& size : sizes) {
    if (size.key == "pits") {
      game.rules.pits = static_cast<std::uint8_t>(size.value);
    } else {
      game.rules.setup = Setup{};
      game.rules.setup.seeds = static_cast<std::uint8_t>(size.value);
    }
  }
  if (game.rules.pits == 0) throw Error(fmt::format("{}: a board has at least one pit a row", shown(spec)));
  if (const auto problems = find_problems(game.rules); !problems.empty())
    throw Error(fmt::format("{}: {}", shown(spec), problems.front().message));
  game.name += fmt::format(":pits={}", game.rules.pits);
  if (!game.rules.setup.listed) game.name += fmt::format(",seeds={}", game.rules.setup.seeds);
  game.ogn.clear();  // that name means the usual size
}

std::optional<std::string_view> find_text(std::span<const EmbeddedText> texts, std::string_view name) {
  for (const auto& text : texts)
    if (text.name == name) return text.text;
  return std::nullopt;
}

// `chain` holds the games that led here by `extends`.
GameDef find_plain(const std::string& name, std::vector<std::string> chain);

bool is_builtin(const std::string& name) {
  const auto& names = builtin_names();
  return std::binary_search(names.begin(), names.end(), name);
}

bool is_file(const std::string& name) {
  std::error_code code;
  return name.ends_with(".toml") || std::filesystem::exists(name, code);
}

[[noreturn]] void fail_unknown(const std::string& name, std::string_view others = ", or a path to a .toml file") {
  if (const auto meant = did_you_mean(name, builtin_names()); !meant.empty())
    throw Error(fmt::format("no game '{}'{}", shown(name), meant));
  std::string known;
  for (const auto& builtin : builtin_names()) known += (known.empty() ? "" : ", ") + builtin;
  throw Error(fmt::format("no game '{}'; there are {}{}", shown(name), known, others));
}

// The game a file extends is a built-in one, or a path as seen from the folder of that file.
FindGame finder(const std::vector<std::string>& chain) {
  return [chain](const std::string& extended) {
    const auto folder = std::filesystem::path(chain.back()).parent_path();
    const std::string name = is_builtin(extended) ? extended : (folder / extended).lexically_normal().string();
    if (name != extended && !is_file(name)) fail_unknown(extended);
    if (std::find(chain.begin(), chain.end(), name) != chain.end())
      throw Error(fmt::format("{} extends itself", shown(name)));
    if (chain.size() > deepest_extends)
      throw Error(fmt::format("games extend each other more than {} deep", deepest_extends));
    return find_plain(name, chain);
  };
}

GameDef read_game(const std::string& path, const std::vector<std::string>& chain) {
  return parse_game(read_text_file(path, largest_rule_file), path, finder(chain));
}

GameDef find_plain(const std::string& name, std::vector<std::string> chain) {
  chain.push_back(name);
  for (const auto& embedded : embedded_games)
    if (embedded.name == name) {
      GameDef game = parse_game(embedded.text, fmt::format("games/{}.toml", name), finder(chain));
      if (game.name != name) throw Error(fmt::format("games/{}.toml: name is \"{}\"", name, game.name));
      if (weights_text(name)) game.evaluation = name;
      return game;
    }
  if (!is_file(name)) fail_unknown(name);
  return read_game(name, chain);
}

}  // namespace

std::optional<std::string_view> weights_text(const std::string& name) { return find_text(embedded_weights, name); }
std::optional<std::string_view> network_text_of(const std::string& name) { return find_text(embedded_networks, name); }

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
  apply_sizes(game, sizes, spec);
  game.spec = is_builtin(name) ? game.name : spec;
  return game;
}

GameDef find_builtin_game(const std::string& spec) {
  std::string name = spec;
  split_sizes(name);
  if (!is_builtin(name)) fail_unknown(name, "");
  return find_game(spec);
}

GameDef read_game_file(const std::string& path) {
  GameDef game = read_game(path, {path});
  game.spec = path;
  return game;
}

}  // namespace sow
