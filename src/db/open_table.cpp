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
constexpr int slower = 20;  // with asserts and sanitizers
#endif

std::string folder_for(const GameDef& game, const DatabaseUse& use) {
  return use.named_games_only && game.spec.empty() ? "" : use.folder;
}

// Loads levels as long as they exist, are intact, and are needed.
void load(const Database& database, EndgameTable& table, int total, const DatabaseUse& use, int threads) {
  std::uint64_t bytes = 0;
  try {
    for (const int last = std::min(database.max_seeds(), total); table.stored() < last;) {
      const int n = table.stored() + 1;
      bytes += database.index().size(n);
      if (bytes <= use.memory_bytes) {
        database.read_level(table, threads);
        continue;
      }
      if (table.stored() == table.max_seeds()) table.set_cache_bytes(use.cache_bytes);
      table.add_file(database.open(n));
    }
  } catch (const Error& e) {
    if (use.warn) use.warn(e.what());
  }
}

// Builds the missing levels of a small database, and saves them if possible.
void complete_small(const Database& database, EndgameTable& table, int total, const DatabaseUse& use, int threads) {
  const auto builder = make_level_builder(database.game().rules, total);
  const bool keep = use.write && !folder_for(database.game(), use).empty();
  const std::uint64_t max_boards =
      keep ? std::min(builder->boards_per_second(), small_boards) / slower : builder->boards_per_second() / 80;
  std::optional<Database::Lock> lock;
  const std::atomic<bool> never_stop{false};
  const std::atomic<bool>& stop = use.stop != nullptr ? *use.stop : never_stop;
  BoardsDone done{0};
  std::uint64_t boards = 0;
  for (int n = 0; n <= total && (boards += database.index().size(n)) <= max_boards; ++n) {
    if (n <= table.max_seeds()) continue;
    builder->build_level(table, threads, stop, done);
    if (stop) return;
    if (!keep) continue;
    // Failing to save is not worth a warning: the user did not ask for it.
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
  const std::string folder = folder_for(game, use);
  const Database database(game, folder);
  EndgameTable table = database.table();
  if (!folder.empty()) load(database, table, total, use, threads);
  return table;
}

EndgameTable open_or_build_table(const GameDef& game, int total, const DatabaseUse& use, int threads) {
  EndgameTable table = open_table(game, total, use, threads);
  if (database_kind(game.rules).kind != DatabaseKind::nothing && table.stored() == table.max_seeds())
    complete_small(Database(game, folder_for(game, use)), table, total, use, threads);
  return table;
}

}  // namespace sow
