#include "search/evaluation.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "rules/error.h"
#include "search/weights_text.h"

namespace sow {

double feature_value(const Ruleset& rules, Feature f, int pit, int c) {
  const int pits = rules.pits_per_player();
  const int ring =
      rules.four_rows() ? pits : 2 * pits + (rules.store == Store::own ? 1 : 0) - (rules.skip_origin ? 1 : 0);
  const int home = pits - pit;  // seeds that reach just behind the own last pit
  switch (f) {
    case Feature::held: return c;
    case Feature::forward: return pits == 1 ? 0.0 : static_cast<double>(c) * pit / (pits - 1);
    case Feature::occupied: return c > 0;
    case Feature::single: return c == 1;
    case Feature::pair: return c == 2;
    case Feature::giant: return c >= ring;
    case Feature::reaches: return c > 0 && c % ring == home % ring;
    case Feature::crosses: return c > home;
  }
  return 0;
}

Weights weights_for(const GameDef& game) {
  static const toml::table all = toml::parse(weights_text);
  const auto base = game.name.substr(0, game.name.find(':'));
  const toml::table* table = all[base].as_table();
  for (auto name = base; table == nullptr && name.find('/') != std::string::npos;) {
    name.resize(name.rfind('/'));
    table = all[name].as_table();
  }
  if (table == nullptr)
    table = all[game.rules.four_rows() ? "hus" : game.rules.store == Store::own ? "kalah" : "oware"].as_table();
  Weights weights;
  weights.tempo = (*table)["tempo"].value_or(0.0);
  for (std::size_t i = 0; i < feature_count; ++i) weights.features[i] = (*table)[Weights::names[i]].value_or(0.0);
  return weights;
}

Evaluation::Evaluation(const Ruleset& rules, const Weights& weights)
    : pits_(rules.pits_per_player()), tempo_(static_cast<int>(std::lround(weights.tempo))) {
  for (int pit = 0; pit < pits_; ++pit)
    for (int c = 0; c <= max_seeds; ++c) {
      double v = 0;
      for (int f = 0; f < feature_count; ++f)
        v += weights.features[static_cast<std::size_t>(f)] * feature_value(rules, static_cast<Feature>(f), pit, c);
      table_[static_cast<std::size_t>(pit)][static_cast<std::size_t>(c)] =
          static_cast<std::int16_t>(std::clamp(std::lround(v), -30000L, 30000L));
    }
}

}  // namespace sow
