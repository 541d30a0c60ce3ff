#include <algorithm>
#include <atomic>
#include <optional>

#include "db/builder.h"
#include "db/database.h"
#include "db/level_file.h"

namespace sow {
namespace {

constexpr std::uint64_t small_boards = 10000000;  // 14 seeds in twelve pits

// Levels as long as they are there, can be believed and are of use.
void load(const Database& database, Margins& margins, int total, const DatabaseUse& use, int threads) {
  std::uint64_t bytes = 0;
  try {
    for (const int last = std::min(database.levels(), total); margins.stored() < last;) {
      const int n = margins.stored() + 1;
      bytes += database.index().size(n);
      if (bytes <= use.memory_bytes)
        database.read_level(margins, threads);
      else
        margins.add_file(database.open(n));
    }
  } catch (const Error& e) {
    if (use.warn) use.warn(e.what());
  }
}

// Builds what is missing of a small database, and keeps it if that is possible.
void complete_small(const Database& database, Margins& margins, int total, const DatabaseUse& use, int threads) {
  const auto builder = make_level_builder(database.game().rules, total);
  const bool keep = !use.folder.empty();
  const std::uint64_t most =
      keep ? std::min(builder->boards_a_second(), small_boards) : builder->boards_a_second() / 80;
  std::optional<Database::Lock> lock;
  const std::atomic<bool> go_on{false};
  BoardsDone done{0};
  std::uint64_t boards = 0;
  for (int n = 0; n <= total && (boards += database.index().size(n)) <= most; ++n) {
    if (n <= margins.levels()) continue;
    builder->build_level(margins, threads, go_on, done);
    if (!keep) continue;
    // Not being able to write is no reason to complain: nobody has asked for it.
    try {
      if (!lock) lock.emplace(database);
      database.write_level(margins, threads);
    } catch (const Error&) {
    }
  }
}

}  // namespace

Margins open_margins(const GameDef& game, int total, const DatabaseUse& use, int threads) {
  if (database_holding(game.rules).holds == Holds::nothing) return Margins(game.rules.pits_per_player(), 0);
  const Database database(game, use.folder);
  Margins margins = database.margins();
  if (!use.folder.empty()) load(database, margins, total, use, threads);
  return margins;
}

Margins open_or_make_margins(const GameDef& game, int total, const DatabaseUse& use, int threads) {
  Margins margins = open_margins(game, total, use, threads);
  if (database_holding(game.rules).holds != Holds::nothing && margins.stored() == margins.levels())
    complete_small(Database(game, use.folder), margins, total, use, threads);
  return margins;
}

}  // namespace sow
