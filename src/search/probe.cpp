#include "search/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace sow {

Probe probe_database(const Database& database, int last, const Game& game) {
  const int seeds = game.position().seeds_in_pits();
  if (seeds > last)
    throw Error(fmt::format("the position has {} seeds in its pits; the database of {} has up to {}", seeds,
                            database.game().name, last));
  Margins margins = database.margins();
  for (int n = 0; n <= seeds; ++n) margins.add_file(database.open(n));
  const ReferenceKernel kernel(database_rules(database.game().rules));
  Position root = game.position();
  root.store = {};
  Probe probe{look_up(kernel, margins, root, seeds), {}};
  for (MoveSet rest = game.ending() ? 0 : kernel.moves(root); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position child = root;
    const bool same = kernel.play_unchecked(child, move);
    const int gain = kernel.bank(child);
    probe.moves.emplace(move, look_up(kernel, margins, child, seeds - gain).up(gain, same));
  }
  return probe;
}

Score bounds_score(const Bounds& bounds) {
  return {bounds.low * seed_value, bounds.exact() ? ScoreKind::exact : ScoreKind::lower};
}

Analysis probe_analysis(const Probe& probe) {
  Analysis analysis;
  analysis.complete = true;
  for (const auto& [move, bounds] : probe.moves) {
    analysis.lines.push_back({move, bounds_score(bounds), true, {move}});
    analysis.complete = analysis.complete && bounds.exact();
  }
  std::stable_sort(analysis.lines.begin(), analysis.lines.end(),
                   [](const Line& a, const Line& b) { return a.score.value > b.score.value; });
  analysis.db_hits = analysis.lines.size() + 1;
  return analysis;
}

}  // namespace sow
