// sow-cluster verify and stats: each rank checks a part of the boards, and reads the values it needs from the files.
#include <fmt/format.h>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/level_stats.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cluster/commands.h"
#include "db/verify.h"

namespace sow {
namespace {

// The ranks on a machine may use half of its memory for the smallest levels; larger ones stay in files.
EndgameTable open_levels(const World& world, const Database& database, const ClusterOptions& options, int last) {
  DatabaseUse use = database_use(options.db);
  use.memory_bytes = static_cast<std::size_t>(build_needs(database, last).memory_free / 2 / world.host_ranks());
  use.warn = [](const std::string& problem) { throw Failure(problem); };
  return open_table(database.game(), last, use, 1);
}

// Verifies this rank's boards of a level in pieces, with a heartbeat after each.
Verified verify_part(World& world, const Database& database, const EndgameTable& table, int seeds, std::uint64_t sample,
                     BoardsDone& done) {
  constexpr std::uint64_t piece = 100000;
  const std::uint64_t size = database.index().size(seeds), count = sample == 0 ? size : std::min(sample, size);
  const std::uint64_t ranks = world.ranks(), pieces = count / ranks / piece + 1;
  Verified all;
  for (std::uint64_t i = 0; i < pieces && !all.first && !interrupted; ++i) {
    const Verified some = verify_level(database.game().rules, table, seeds,
                                       {.sample = sample,
                                        .part = world.rank() * pieces + i,
                                        .parts = ranks * pieces,
                                        .stop = &interrupted,
                                        .done = &done});
    all.boards += some.boards;
    all.first = some.first;
    world.heartbeat();
  }
  return all;
}

}  // namespace

int cluster_verify(World& world, const ClusterOptions& options) {
  const Database database = on_all_ranks(world, [&] { return named_database(options.game, options.db); });
  const int last = on_all_ranks(world, [&] { return levels_of(database, options.seeds); });
  catch_interrupts();
  world.start_watchdog(options.patience_seconds);
  const EndgameTable table = on_all_ranks(world, [&] { return open_levels(world, database, options, last); });
  const std::uint64_t sample = options.sample.value_or(0);
  std::uint64_t boards = 0, all = 0;
  for (int n = 0; n <= last; ++n)
    all += sample > 0 ? std::min(sample, database.index().size(n)) : database.index().size(n);
  std::string wrong;
  BoardsDone done{0};
  std::optional<Ticker> ticker;
  if (world.first())
    ticker.emplace([&](double seconds) {
      // The ranks have equal parts of the boards: the others are about as far as this one.
      const std::uint64_t estimate = std::min(done * world.ranks(), all);
      return progress_text(estimate, all, "boards", seconds);
    });
  for (int n = 0; n <= last && wrong.empty(); ++n) {
    const Verified result = verify_part(world, database, table, n, sample, done);
    if (result.first)
      wrong =
          fmt::format("{}: wrong value of {}: stored {}, derived {}", database.level_path(n),
                      diagram(database.game().rules, result.first->board), result.first->stored, result.first->derived);
    boards += world.sum(result.boards);
    wrong = world.first_text(wrong);
  }
  ticker.reset();
  const bool stopped = world.sum(interrupted ? 1 : 0) > 0;
  if (world.first()) {
    if (!wrong.empty())
      fmt::print(stderr, "sow-cluster: {}\n", wrong);
    else
      fmt::print("Verified {} boards with up to {} seeds{}.\n", grouped(boards), last,
                 stopped ? "; stopped early" : ": no errors");
  }
  return stopped || !wrong.empty() ? exit_failed : 0;
}

int cluster_stats(World& world, const ClusterOptions& options) {
  const Database database = on_all_ranks(world, [&] { return named_database(options.game, options.db); });
  const int last = on_all_ranks(world, [&] { return levels_of(database, options.seeds); });
  world.start_watchdog(options.patience_seconds);
  std::vector<LevelStats> levels;
  for (int n = 0; n <= last; ++n) {
    if (!database.index().occurs(n)) continue;
    BoardsDone done{0};
    const auto file = on_all_ranks(world, [&] { return database.open(n); });
    const ValueCounts counts =
        on_all_ranks(world, [&] { return count_values(*file, world.rank(), world.ranks(), done); });
    const auto sums = world.sum(std::vector(counts.begin(), counts.end()));
    ValueCounts all{};
    std::copy(sums.begin(), sums.end(), all.begin());
    levels.push_back(level_stats(database.index(), n, *file, all));
  }
  if (world.first())
    print_stats(database, levels, options.json ? StatsForm::json : options.csv ? StatsForm::csv : StatsForm::table);
  return 0;
}

}  // namespace sow
