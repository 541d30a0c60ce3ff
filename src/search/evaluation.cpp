#include "search/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/text_file.h"
#include "base/toml.h"
#include "rules/catalog.h"
#include "search/network_file.h"

namespace sow {
namespace {

// How differently two games are played, as far as the worth of a pit depends on it.
int distance(const Ruleset& a, const Ruleset& b) {
  const auto moves_again = [](const Ruleset& rules) {
    return std::any_of(rules.lands.begin(), rules.lands.begin() + rules.land_count,
                       [](const Land& land) { return land.then == AfterLand::again; });
  };
  return 8 * (a.rows != b.rows) + 4 * (a.store != b.store) + 2 * (a.relays() != b.relays()) +
         (moves_again(a) != moves_again(b));
}

// Networks of built-in games are read once: making an engine for a game should take no time.
std::shared_ptr<const Network> embedded_network(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Network>> known;
  const auto text = network_text_of(name);
  if (!text) return nullptr;
  const std::lock_guard lock(mutex);
  auto& network = known[name];
  if (!network) network = std::make_shared<Network>(parse_network(*text, fmt::format("games/{}.network", name)));
  return network;
}

bool fits(const Network& network, const GameDef& game) {
  return network.shape().pits == game.rules.pits_per_player() && network.shape().owned == game.rules.owns();
}

// "awari" for "awari/solved" and "awari:seeds=3".
std::string family(const std::string& name) { return name.substr(0, name.find_first_of("/:")); }

// A variant borrows the network of its game if the same pits may be sown: with that of hus, hus without singles lost 28 ± 33 Elo
// to its weights, while awari/solved and kalah/empty-capture gained more than 130.
std::shared_ptr<const Network> built_in_network(const GameDef& game) {
  if (game.spec != game.name) return nullptr;  // a user's, whatever it is called
  const std::string variant = game.name.substr(0, game.name.find(':')), base = family(game.name);
  auto network = embedded_network(variant);
  if (!network && base != variant && find_game(base).rules.singles == game.rules.singles)
    network = embedded_network(base);
  return network && fits(*network, game) ? network : nullptr;
}

// Of the games with weights of their own, the one that is played most alike.
std::string nearest(const Ruleset& rules) {
  std::string best;
  int least = 100;
  for (const auto& name : builtin_names())
    if (weights_text(name))
      if (const int d = distance(rules, find_game(name).rules); d < least) {
        least = d;
        best = name;
      }
  return best;
}

}  // namespace

std::string evaluation_name(const GameDef& game) {
  if (game.evaluation.empty()) return nearest(game.rules);
  if (!weights_text(game.evaluation))
    throw Error(fmt::format("evaluation: '{}' has no weights of its own", shown(game.evaluation)));
  return game.evaluation;
}

std::string evaluation_words(const GameDef& game) {
  std::error_code code;
  for (const auto& path : network_paths(game, ""))
    if (std::filesystem::exists(path, code)) return fmt::format("evaluation learnt: {}", shown(path));
  const std::string name = evaluation_name(game);
  return name == game.name ? "evaluation of its own" : fmt::format("evaluation borrowed from {}", name);
}

Weights weights_for(const GameDef& game) {
  const toml::table table = toml::parse(*weights_text(evaluation_name(game)));
  Weights weights;
  weights.tempo = table["tempo"].value_or(0.0);
  const auto& rows = *table["pits"].as_array();
  // A board of another size takes the pits at the same places along the side.
  const int pits = game.rules.pits_per_player(), fitted = rows.size();
  for (int i = 0; i < pits; ++i) {
    const int from = pits == 1 ? 0 : (2 * i * (fitted - 1) + pits - 1) / (2 * (pits - 1));
    const auto& row = *rows[from].as_array();
    auto& pit = weights.pits.emplace_back();
    for (std::size_t c = 0; c < pit.size(); ++c) pit[c] = row[c].value_or(0.0);
  }
  return weights;
}

std::vector<std::string> network_paths(const GameDef& game, const std::string& folder) {
  std::vector<std::string> paths;
  if (game.spec.ends_with(".toml"))
    paths.push_back(std::filesystem::path(game.spec).replace_extension(network_suffix).string());
  if (!folder.empty()) paths.push_back(game_folder(game, folder) / fmt::format("evaluation{}", network_suffix));
  return paths;
}

EvaluationUse read_evaluation(const std::string& file) {
  if (file.empty() || file == linear_evaluation) return {.file = file};
  return {file, std::make_shared<Network>(parse_network(read_text_file(file, largest_network_file), file))};
}

void require_fit(const EvaluationUse& use, const GameDef& game) {
  if (use.network && !fits(*use.network, game))
    throw Error(fmt::format("{}: an evaluation for another board than that of {}", shown(use.file), shown(game.name)));
}

EvaluationUse where_it_fits(const EvaluationUse& use, const GameDef& game) {
  if (!use.network) return use;
  const std::string& learnt = use.network->shape().game;
  const bool same_game = learnt.empty() || family(learnt) == family(game.name);
  return same_game && fits(*use.network, game) ? use : EvaluationUse{};
}

std::shared_ptr<const Network> network_for(const GameDef& game, const EvaluationUse& use, const DatabaseUse& data) {
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
