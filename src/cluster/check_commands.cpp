// sow-cluster verify and stats: each rank takes a part of the boards, and reads what it needs from the files.
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

// Levels with few seeds in memory, of which the ranks of a machine may fill half together; the others in files.
EndgameTable open_levels(const World& world, const Database& database, const ClusterOptions& options, int last) {
  DatabaseUse use = database_use(options.db);
  use.memory_bytes = static_cast<std::size_t>(build_needs(database, last).memory_free / 2 / world.host_ranks());
  use.warn = [](const std::string& problem) { throw Error(problem); };
  return open_table(database.game(), last, use, 1);
}

// This rank's boards of a level, in pieces, after each of which it gives a sign of life.
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
    world.alive();
  }
  return all;
}

}  // namespace

int cluster_verify(World& world, const ClusterOptions& options) {
  const Database database = agreed(world, [&] { return named_database(options.game, options.db); });
  const int last = agreed(world, [&] { return levels_of(database, options.seeds); });
  catch_interrupts();
  world.guard(options.patience_seconds);
  const EndgameTable table = agreed(world, [&] { return open_levels(world, database, options, last); });
  std::uint64_t boards = 0;
  std::string wrong;
  BoardsDone done{0};
  std::optional<Ticker> ticker;
  if (world.first())
    ticker.emplace([&](double seconds) {
      return fmt::format("{} boards on each of {} ranks, {}", grouped(done), world.ranks(),
                         rate_text(done, 0, seconds));
    });
  for (int n = 0; n <= last && wrong.empty(); ++n) {
    const Verified result = verify_part(world, database, table, n, options.sample.value_or(0), done);
    if (result.first)
      wrong =
          fmt::format("{}: {} has {}, its moves make it {}", database.level_path(n),
                      diagram(database.game().rules, result.first->board), result.first->stored, result.first->derived);
    boards += world.sum(result.boards);
    wrong = world.any_text(wrong);
  }
  ticker.reset();
  const bool stopped = world.sum(interrupted ? 1 : 0) > 0;
  if (world.first()) {
    if (!wrong.empty())
      fmt::print(stderr, "sow-cluster: {}\n", wrong);
    else
      fmt::print("{} boards of up to {} seeds agree with their moves{}.\n", grouped(boards), last,
                 stopped ? "; stopped before the end" : "");
  }
  return stopped || !wrong.empty() ? exit_failed : 0;
}

int cluster_stats(World& world, const ClusterOptions& options) {
  const Database database = agreed(world, [&] { return named_database(options.game, options.db); });
  const int last = agreed(world, [&] { return levels_of(database, options.seeds); });
  world.guard(options.patience_seconds);
  std::vector<LevelStats> levels;
  for (int n = 0; n <= last; ++n) {
    BoardsDone done{0};
    const auto file = agreed(world, [&] { return database.open(n); });
    const ValueCounts counts = agreed(world, [&] { return count_values(*file, world.rank(), world.ranks(), done); });
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
