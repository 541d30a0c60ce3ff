#include "search/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/parse_toml.h"
#include "base/text_file.h"
#include "rules/catalog.h"
#include "search/network_file.h"

namespace sow {
namespace {

// How different two games are with respect to the value of seeds in a pit; 0 means most alike.
int distance(const Ruleset& a, const Ruleset& b) {
  const auto moves_again = [](const Ruleset& rules) {
    return std::any_of(rules.lands.begin(), rules.lands.begin() + rules.land_count,
                       [](const Land& land) { return land.then == AfterLand::again; });
  };
  return 8 * (a.rows != b.rows) + 4 * (a.store != b.store) + 2 * (a.relays() != b.relays()) +
         (moves_again(a) != moves_again(b));
}

// Parses each built-in network only once, so that creating an engine is cheap.
std::shared_ptr<const Network> embedded_network(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Network>> cache;
  const auto text = embedded_network_text(name);
  if (!text) return nullptr;
  const std::lock_guard lock(mutex);
  auto& network = cache[name];
  if (!network) network = std::make_shared<Network>(parse_network(*text, fmt::format("games/{}.network", name)));
  return network;
}

bool fits(const Network& network, const GameDef& game) {
  return network.shape().pits == game.rules.pits_per_player() && network.shape().owned == game.rules.owns();
}

// "awari" for "awari/solved" and "awari:seeds=3".
std::string family(const std::string& name) { return name.substr(0, name.find_first_of("/:")); }

bool trained_for(const Network& network, const GameDef& game) {
  const std::string& name = network.shape().game;
  return (name.empty() || family(name) == family(game.name)) && fits(network, game);
}

// A variant uses the network of its base game if the same pits may be sown. With the network of hus, the hus variant
// that forbids sowing singletons was 28 ± 33 Elo weaker than with weights; awari/solved and kalah/empty-capture gained
// more than 130 Elo.
std::shared_ptr<const Network> built_in_network(const GameDef& game) {
  if (game.spec != game.name) return nullptr;  // a user's rule file, even if it has the name of a built-in game
  const std::string variant = game.name.substr(0, game.name.find(':')), base = family(game.name);
  auto network = embedded_network(variant);
  if (!network && base != variant && find_game(base).rules.singles == game.rules.singles)
    network = embedded_network(base);
  return network && fits(*network, game) ? network : nullptr;
}

// The most similar built-in game with its own weights.
std::string nearest(const Ruleset& rules) {
  std::string best;
  int min_distance = std::numeric_limits<int>::max();
  for (const auto& name : builtin_names())
    if (weights_text(name))
      if (const int d = distance(rules, find_game(name).rules); d < min_distance) {
        min_distance = d;
        best = name;
      }
  return best;
}

}  // namespace

std::string evaluation_name(const GameDef& game) {
  if (game.evaluation.empty()) return nearest(game.rules);
  if (!weights_text(game.evaluation))
    throw Error(fmt::format("evaluation: there are no weights for '{}'", shown(game.evaluation)));
  return game.evaluation;
}

std::string evaluation_text(const GameDef& game) {
  std::error_code code;
  for (const auto& path : network_paths(game, ""))
    if (std::filesystem::exists(path, code)) return fmt::format("trained network {}", shown(path));
  if (built_in_network(game)) return "built-in network";
  const std::string name = evaluation_name(game);
  return name == game.name ? "its own weights" : fmt::format("weights of {}", name);
}

Weights weights_for(const GameDef& game) {
  const std::string name = evaluation_name(game);
  const toml::table table = parse_toml(*weights_text(name), fmt::format("games/{}.weights", name));
  Weights weights;
  weights.tempo = table["tempo"].value_or(0.0);
  const auto& rows = *table["pits"].as_array();
  // A board of another size uses the weights of the pits at the same relative positions.
  const int pits = game.rules.pits_per_player(), trained_pits = rows.size();
  for (int i = 0; i < pits; ++i) {
    const int from = pits == 1 ? 0 : (2 * i * (trained_pits - 1) + pits - 1) / (2 * (pits - 1));
    const auto& row = *rows[from].as_array();
    auto& pit = weights.pits.emplace_back();
    for (std::size_t c = 0; c < pit.size(); ++c) pit[c] = row[c].value_or(0.0);
  }
  return weights;
}

std::vector<std::string> network_paths(const GameDef& game, const std::string& folder) {
  if (!game.file.empty()) return {std::filesystem::path(game.file).replace_extension(network_suffix).string()};
  const bool built_in = game.spec == game.name;
  if (!built_in || folder.empty()) return {};
  return {game_folder(game, folder) / fmt::format("evaluation{}", network_suffix)};
}

EvaluationUse read_evaluation(const std::string& file) {
  if (file.empty() || file == linear_evaluation) return {.file = file};
  return {file, std::make_shared<Network>(parse_network(read_text_file(file, max_network_file_bytes), file))};
}

void require_fit(const EvaluationUse& use, const GameDef& game) {
  if (use.network && !fits(*use.network, game))
    throw Error(fmt::format("{}: this evaluation is for a board of another size than that of {}", shown(use.file),
                            shown(game.name)));
}

std::shared_ptr<const Network> network_for(const GameDef& game, const EvaluationUse& use, const DatabaseUse& data) {
  if (use.network && use.trained_games_only && !trained_for(*use.network, game)) return network_for(game, {}, data);
  if (use.network) {
    require_fit(use, game);
    return use.network;
  }
  if (use.file == linear_evaluation) return nullptr;
  if (!use.file.empty()) return network_for(game, read_evaluation(use.file), data);
  std::error_code code;
  for (const auto& path : network_paths(game, data.folder)) try {
      if (std::filesystem::exists(path, code)) return network_for(game, {.file = path}, data);
    } catch (const Error& e) {
      if (data.warn) data.warn(e.what());
    }
  return built_in_network(game);
}

Evaluation::Evaluation(const Ruleset& rules, const Weights& weights, std::shared_ptr<const Network> network)
    : pits_(rules.pits_per_player()),
      tempo_(std::lround(weights.tempo)),
      keeps_(rules.own.keep),
      network_(std::move(network)) {
  for (int pit = 0; pit < pits_; ++pit)
    for (int c = 0; c <= max_seeds; ++c)
      table_[pit][c] = std::clamp(std::lround(Weights::value(weights.pits[pit], c)), -30000L, 30000L);
}

}  // namespace sow
