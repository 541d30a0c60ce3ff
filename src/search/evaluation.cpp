#include "search/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/toml.h"
#include "rules/catalog.h"

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

Evaluation::Evaluation(const Ruleset& rules, const Weights& weights)
    : pits_(rules.pits_per_player()), tempo_(std::lround(weights.tempo)) {
  for (int pit = 0; pit < pits_; ++pit)
    for (int c = 0; c <= max_seeds; ++c)
      table_[pit][c] = std::clamp(std::lround(Weights::value(weights.pits[pit], c)), -30000L, 30000L);
}

}  // namespace sow
