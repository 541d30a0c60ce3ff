#include "search/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "db/database.h"
#include "db/probe_board.h"

namespace sow {

Probe probe_database(const Database& database, int last, const Game& game) {
  const int seeds = game.position().seeds_in_pits();
  if (seeds > last)
    throw Error(fmt::format("the position has {} seeds in its pits, but the database of {} covers only up to {}", seeds,
                            database.game().name, last));
  if (!database.index().occurs(seeds))
    throw Error(fmt::format("the position has {} seeds in its pits, but in {} their number is always {}", seeds,
                            database.game().name, seeds % 2 == 0 ? "odd" : "even"));
  EndgameTable table = database.table();
  for (int n = 0; n <= seeds; ++n) table.add_file(database.open(n));
  return with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) {
    const Board<W> root = kernel.pack(game.position());
    Probe probe{probe_board(kernel, table, root, seeds), {}};
    Child<W> children[max_moves];
    const int count = kernel.expand(root, game.moves(), children);
    for (const Child<W>* c = children; c != children + count; ++c)
      probe.moves.emplace(c->move,
                          probe_board(kernel, table, c->board, seeds - c->out).up(c->gain * seed_value, c->same));
    return probe;
  });
}

Analysis probe_analysis(const Probe& probe) {
  Analysis analysis;
  analysis.margin = probe.margin;
  analysis.complete = probe.margin.exact();
  for (const auto& [move, margin] : probe.moves) {
    analysis.lines.push_back({move, margin, true, {move}});
    analysis.complete = analysis.complete && margin.exact();
  }
  std::stable_sort(analysis.lines.begin(), analysis.lines.end(),
                   [](const Line& a, const Line& b) { return a.margin.value > b.margin.value; });
  analysis.db_hits = analysis.lines.size() + 1;
  return analysis;
}

}  // namespace sow
