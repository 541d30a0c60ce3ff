#include <algorithm>
#include <atomic>
#include <optional>

#include "db/builder.h"
#include "db/database.h"
#include "db/level_file.h"

namespace sow {
namespace {

constexpr std::uint64_t small_boards = 10000000;  // 14 seeds in twelve pits
#ifdef NDEBUG
constexpr int slower = 1;
#else
constexpr int slower = 20;  // by asserts and sanitizers
#endif

// Levels as long as they are there, can be believed and are of use.
void load(const Database& database, EndgameTable& table, int total, const DatabaseUse& use, int threads) {
  std::uint64_t bytes = 0;
  try {
    for (const int last = std::min(database.levels(), total); table.stored() < last;) {
      const int n = table.stored() + 1;
      bytes += database.index().size(n);
      if (bytes <= use.memory_bytes) {
        database.read_level(table, threads);
        continue;
      }
      if (table.stored() == table.levels()) table.set_cache_bytes(use.cache_bytes);
      table.add_file(database.open(n));
    }
  } catch (const Error& e) {
    if (use.warn) use.warn(e.what());
  }
}

// Builds what is missing of a small database, and keeps it if that is possible.
void complete_small(const Database& database, EndgameTable& table, int total, const DatabaseUse& use, int threads) {
  const auto builder = make_level_builder(database.game().rules, total);
  const bool keep = use.write && !use.folder.empty();
  const std::uint64_t most =
      keep ? std::min(builder->boards_a_second(), small_boards) / slower : builder->boards_a_second() / 80;
  std::optional<Database::Lock> lock;
  const std::atomic<bool> go_on{false};
  BoardsDone done{0};
  std::uint64_t boards = 0;
  for (int n = 0; n <= total && (boards += database.index().size(n)) <= most; ++n) {
    if (n <= table.levels()) continue;
    builder->build_level(table, threads, go_on, done);
    if (!keep) continue;
    // Not being able to write is no reason to complain: nobody has asked for it.
    try {
      if (!lock) lock.emplace(database);
      database.write_level(table, threads);
    } catch (const Error&) {
    }
  }
}

}  // namespace

EndgameTable open_table(const GameDef& game, int total, const DatabaseUse& use, int threads) {
  if (database_kind(game.rules).kind == DatabaseKind::nothing) return EndgameTable(Index(game.rules, 0));
  const Database database(game, use.folder);
  EndgameTable table = database.table();
  if (!use.folder.empty()) load(database, table, total, use, threads);
  return table;
}

EndgameTable open_or_make_table(const GameDef& game, int total, const DatabaseUse& use, int threads) {
  EndgameTable table = open_table(game, total, use, threads);
  if (database_kind(game.rules).kind != DatabaseKind::nothing && table.stored() == table.levels())
    complete_small(Database(game, use.folder), table, total, use, threads);
  return table;
}

}  // namespace sow
