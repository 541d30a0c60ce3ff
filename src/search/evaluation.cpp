#include "search/evaluation.h"

#include <cmath>

#include "base/toml.h"
#include "search/weights_text.h"

namespace sow {
namespace {

// The table of the game, of the game it is a variant of, or of the nearest relative.
const toml::table& find_weights(const toml::table& all, const GameDef& game) {
  for (auto name = game.name.substr(0, game.name.find(':'));; name.resize(name.rfind('/'))) {
    if (const auto* table = all[name].as_table()) return *table;
    if (name.find('/') == std::string::npos) break;
  }
  return *all[game.rules.four_rows() ? "hus" : game.rules.store == Store::own ? "kalah" : "oware"].as_table();
}

}  // namespace

Weights weights_for(const GameDef& game) {
  static const toml::table all = toml::parse(weights_text);
  const toml::table& table = find_weights(all, game);
  Weights weights;
  weights.tempo = table["tempo"].value_or(0.0);
  const auto& rows = *table["pits"].as_array();
  // A board of another size takes the pits at the same places along the side.
  const int pits = game.rules.pits_per_player(), fitted = static_cast<int>(rows.size());
  for (int i = 0; i < pits; ++i) {
    const int from = pits == 1 ? 0 : (2 * i * (fitted - 1) + pits - 1) / (2 * (pits - 1));
    const auto& row = *rows[static_cast<std::size_t>(from)].as_array();
    auto& pit = weights.pits.emplace_back();
    for (std::size_t c = 0; c < pit.size(); ++c) pit[c] = row[c].value_or(0.0);
  }
  return weights;
}

Evaluation::Evaluation(const Ruleset& rules, const Weights& weights)
    : pits_(rules.pits_per_player()), tempo_(static_cast<int>(std::lround(weights.tempo))) {
  for (std::size_t pit = 0; pit < static_cast<std::size_t>(pits_); ++pit)
    for (int c = 0; c <= max_seeds; ++c)
      table_[pit][static_cast<std::size_t>(c)] =
          static_cast<std::int16_t>(std::clamp(std::lround(Weights::value(weights.pits[pit], c)), -30000L, 30000L));
}

}  // namespace sow
