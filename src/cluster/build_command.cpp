// sow-cluster build: estimates, the build, and a summary.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/analysis_text.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cluster/build.h"
#include "cluster/commands.h"
#include "cluster/share.h"

namespace sow {
namespace {

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string too_large(const Database& database, const ClusterNeeds& needs, int seeds) {
  if (needs.level_slots <= needs.max_slots) return "";
  return fmt::format("each rank would own {} boards with {} seeds, more than the limit of {}; use at least {} ranks",
                     grouped(needs.level_slots), seeds, grouped(needs.max_slots),
                     database.index().size(seeds) / (needs.max_slots / 2) + 1);
}

// The ranks on a machine share its memory; all files are on one disk.
void check_needs(World& world, const Database& database, int seeds, const ClusterNeeds& needs) {
  world.fail_if_any(too_large(database, needs, seeds));
  const BuildNeeds available = build_needs(database, seeds);
  const auto all = static_cast<double>(world.sum_on_host(static_cast<std::uint64_t>(needs.memory)));
  std::string problem;
  if (all > available.memory_free)
    problem = fmt::format("not enough memory on {}: {} need {}, but {} are free", host_name(),
                          world.host_ranks() == 1 ? "1 rank" : fmt::format("{} ranks", world.host_ranks()),
                          gigabytes(all), gigabytes(available.memory_free));
  else if (needs.levels + 2 * needs.checkpoint > available.disk_free)
    problem = fmt::format("not enough disk space: {} needed, {} free", gigabytes(needs.levels + 2 * needs.checkpoint),
                          gigabytes(available.disk_free));
  world.fail_if_any(problem, true);
}

void print_needs(const World& world, const Database& database, int seeds, const ClusterNeeds& needs) {
  fmt::print("{}, up to {} seeds: {} boards, {} to build, in {}\n", database.game().name, seeds, grouped(needs.boards),
             grouped(needs.missing), database.folder().string());
  fmt::print("{} ranks: up to {} boards and {} of memory per rank\n", world.ranks(), grouped(needs.slots),
             gigabytes(needs.memory));
  fmt::print("estimate: {} sent, {} of levels, and {} per checkpoint on disk, {} with one processor per rank\n",
             gigabytes(needs.sent), gigabytes(needs.levels), gigabytes(needs.checkpoint), duration_text(needs.seconds));
  std::fflush(stdout);
}

struct Summary {
  bool finished;
  double seconds;
  std::uint64_t built, bytes, messages, rounds, max_memory;
  double computing, sending, waiting;  // fractions of the total time of all ranks
};

Summary summarize(World& world, bool finished, double seconds, const ClusterStats& stats) {
  constexpr double micro = 1e6;
  const MailboxStats& mailbox = stats.mailbox;
  const auto sums =
      world.sum({mailbox.bytes, mailbox.messages, static_cast<std::uint64_t>(mailbox.sending * micro),
                 static_cast<std::uint64_t>(mailbox.waiting * micro), static_cast<std::uint64_t>(seconds * micro)});
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  Summary it{finished, seconds, stats.built, sums[0], sums[1], mailbox.rounds, 0, 0, 0, 0};
  it.max_memory = world.max(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  const double all = std::max<double>(static_cast<double>(sums[4]), 1);
  it.sending = static_cast<double>(sums[2]) / all;
  it.waiting = static_cast<double>(sums[3]) / all;
  it.computing = 1 - it.sending - it.waiting;
  return it;
}

void print_summary(const World& world, const Database& database, const Summary& it) {
  const auto boards = static_cast<double>(std::max<std::uint64_t>(it.built, 1));
  if (!it.finished)
    fmt::print("Stopped after level {}, with a checkpoint. Run the same command again to resume.\n",
               database.max_seeds());
  else
    fmt::print("Done: {} boards built in {}.\n", grouped(it.built), duration_text(it.seconds));
  fmt::print(
      "Sent {} in {} messages and {} rounds ({:.1f} bytes per board). Time: {:.0f} % computing, {:.0f} % sending, "
      "{:.0f} % waiting, on {} ranks. Maximum memory per rank: {}.\n",
      gigabytes(static_cast<double>(it.bytes)), grouped(it.messages), grouped(it.rounds),
      static_cast<double>(it.bytes) / boards, 100 * it.computing, 100 * it.sending, 100 * it.waiting, world.ranks(),
      gigabytes(static_cast<double>(it.max_memory)));
}

void print_json(const World& world, const Database& database, const Summary& it) {
  fmt::print("{}\n", nlohmann::ordered_json{{"game", database.game().name},
                                            {"seeds", database.max_seeds()},
                                            {"ranks", world.ranks()},
                                            {"built", it.built},
                                            {"seconds", it.seconds},
                                            {"complete", it.finished},
                                            {"bytes_sent", it.bytes},
                                            {"messages", it.messages},
                                            {"rounds", it.rounds},
                                            {"computing_share", it.computing},
                                            {"sending_share", it.sending},
                                            {"waiting_share", it.waiting},
                                            {"memory_bytes", it.max_memory}}
                         .dump());
}

std::string progress_line(const ClusterProgress& progress, std::uint64_t boards, double seconds) {
  const std::uint64_t done = progress.done;
  std::string text = fmt::format("building level {}: {:.1f} % done", progress.seeds.load(),
                                 100.0 * static_cast<double>(done) / static_cast<double>(boards));
  if (done > progress.existing) {
    const double share =
        static_cast<double>(done - progress.existing) / static_cast<double>(boards - progress.existing);
    text += ", " + rate_text(done - progress.existing, share, seconds);
  }
  return text;
}

}  // namespace

int cluster_build(World& world, const ClusterOptions& options) {
  const Database database = on_all_ranks(world, [&] { return named_database(options.game, options.db); });
  const int existing = static_cast<int>(world.from_first(database.max_seeds() + 1)) - 1;
  const ClusterNeeds needs = cluster_needs(database, *options.seeds, world.ranks(), existing);
  if (world.first() && !options.json) print_needs(world, database, *options.seeds, needs);
  check_needs(world, database, *options.seeds, needs);
  const auto lock =
      on_all_ranks(world, [&] { return world.first() ? std::make_optional<Database::Lock>(database) : std::nullopt; });
  catch_interrupts();
  std::signal(SIGXFSZ, SIG_IGN);  // treat a file size limit like a full disk
  world.start_watchdog(options.patience_seconds);

  StatusLine line;
  ClusterProgress progress;
  ClusterStats stats;
  const ClusterBuildOptions build{*options.seeds, options.checkpoint_seconds, &interrupted,
                                  [&](const std::string& text) { line.say(text); }};
  const auto begin = std::chrono::steady_clock::now();
  bool finished = false;
  {
    std::optional<Ticker> ticker;
    if (world.first()) ticker.emplace([&](double seconds) { return progress_line(progress, needs.boards, seconds); });
    finished = build_on_cluster(world, database, build, progress, stats);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Summary it = summarize(world, finished, seconds, stats);
  if (world.first()) options.json ? print_json(world, database, it) : print_summary(world, database, it);
  return finished ? 0 : exit_failed;
}

}  // namespace sow
