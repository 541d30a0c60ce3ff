// sow-cluster build: what it will take, the build, and what it took.
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
  if (needs.level_places <= needs.most_places) return "";
  return fmt::format("a rank would own {} boards of {} seeds, and can own {}: use at least {} ranks",
                     grouped(needs.level_places), seeds, grouped(needs.most_places),
                     database.index().size(seeds) / (needs.most_places / 2) + 1);
}

// All ranks of a machine share its memory; one disk has it all.
void check_needs(World& world, const Database& database, int seeds, const ClusterNeeds& needs) {
  world.agree(too_large(database, needs, seeds));
  const BuildNeeds there = build_needs(database, seeds);
  const auto all = static_cast<double>(world.sum_on_host(static_cast<std::uint64_t>(needs.memory)));
  std::string problem;
  if (all > there.memory_free)
    problem = fmt::format("not enough memory on {}: its {} need {}, {} are free", host_name(),
                          world.host_ranks() == 1 ? "rank" : fmt::format("{} ranks", world.host_ranks()),
                          gigabytes(all), gigabytes(there.memory_free));
  else if (needs.levels + 2 * needs.checkpoint > there.disk_free)
    problem = fmt::format("not enough room on the disk: {} are needed, {} are free",
                          gigabytes(needs.levels + 2 * needs.checkpoint), gigabytes(there.disk_free));
  world.agree(problem);
}

void print_needs(const World& world, const Database& database, int seeds, const ClusterNeeds& needs) {
  fmt::print("{}, up to {} seeds: {} boards, {} of them to build, in {}\n", database.game().name, seeds,
             grouped(needs.boards), grouped(needs.missing), database.folder().string());
  fmt::print("{} ranks: each holds up to {} boards, and takes {} of memory\n", world.ranks(), grouped(needs.places),
             gigabytes(needs.memory));
  fmt::print("about {} to send, {} of levels and {} of a checkpoint on disk, {} if all ranks have a processor\n",
             gigabytes(needs.sent), gigabytes(needs.levels), gigabytes(needs.checkpoint), duration_text(needs.seconds));
  std::fflush(stdout);
}

struct Taken {
  bool finished;
  double seconds;
  std::uint64_t built, bytes, messages, rounds, most_memory;
  double computing, sending, waiting;  // shares of the time of all ranks
};

// Sums over all ranks.
Taken taken(World& world, bool finished, double seconds, const ClusterFigures& figures) {
  constexpr double micro = 1e6;
  const PostFigures& post = figures.post;
  const auto sums =
      world.sum({post.bytes, post.messages, static_cast<std::uint64_t>(post.sending * micro),
                 static_cast<std::uint64_t>(post.waiting * micro), static_cast<std::uint64_t>(seconds * micro)});
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  Taken it{finished, seconds, figures.built, sums[0], sums[1], post.rounds, 0, 0, 0, 0};
  it.most_memory = world.most(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  const double all = std::max<double>(static_cast<double>(sums[4]), 1);
  it.sending = static_cast<double>(sums[2]) / all;
  it.waiting = static_cast<double>(sums[3]) / all;
  it.computing = 1 - it.sending - it.waiting;
  return it;
}

void print_taken(const World& world, const Database& database, const Taken& it) {
  const auto boards = static_cast<double>(std::max<std::uint64_t>(it.built, 1));
  if (!it.finished)
    fmt::print("Stopped: {} seeds are done, and there is a checkpoint. The same command goes on from there.\n",
               database.levels());
  else
    fmt::print("Done: {} boards built in {}.\n", grouped(it.built), duration_text(it.seconds));
  fmt::print(
      "{} sent in {} messages and {} rounds, {:.1f} bytes a board; {:.0f} % of the time of {} ranks went into "
      "computing, {:.0f} % into sending, {:.0f} % into waiting; {} of memory a rank at most.\n",
      gigabytes(static_cast<double>(it.bytes)), grouped(it.messages), grouped(it.rounds),
      static_cast<double>(it.bytes) / boards, 100 * it.computing, world.ranks(), 100 * it.sending, 100 * it.waiting,
      gigabytes(static_cast<double>(it.most_memory)));
}

void print_json(const World& world, const Database& database, const Taken& it) {
  fmt::print("{}\n", nlohmann::ordered_json{{"game", database.game().name},
                                            {"seeds", database.levels()},
                                            {"ranks", world.ranks()},
                                            {"built", it.built},
                                            {"seconds", it.seconds},
                                            {"complete", it.finished},
                                            {"bytes", it.bytes},
                                            {"messages", it.messages},
                                            {"rounds", it.rounds},
                                            {"computing", it.computing},
                                            {"sending", it.sending},
                                            {"waiting", it.waiting},
                                            {"memory", it.most_memory}}
                         .dump());
}

std::string progress_line(const ClusterProgress& progress, std::uint64_t boards, double seconds) {
  const std::uint64_t done = progress.done;
  std::string text = fmt::format("building {} seeds, {:.1f} % of all", progress.seeds.load(),
                                 100.0 * static_cast<double>(done) / static_cast<double>(boards));
  if (done > progress.there) {
    const double share = static_cast<double>(done - progress.there) / static_cast<double>(boards - progress.there);
    text += ", " + rate_text(done - progress.there, share, seconds);
  }
  return text;
}

}  // namespace

int cluster_build(World& world, const ClusterOptions& options) {
  const Database database = agreed(world, [&] { return named_database(options.game, options.db); });
  const int there = static_cast<int>(world.of_first(database.levels() + 1)) - 1;
  const ClusterNeeds needs = cluster_needs(database, *options.seeds, world.ranks(), there);
  if (world.first() && !options.json) print_needs(world, database, *options.seeds, needs);
  check_needs(world, database, *options.seeds, needs);
  const auto lock =
      agreed(world, [&] { return world.first() ? std::make_optional<Database::Lock>(database) : std::nullopt; });
  catch_interrupts();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  world.guard(options.patience_seconds);

  StatusLine line;
  ClusterProgress progress;
  ClusterFigures figures;
  const ClusterBuildOptions build{*options.seeds, options.checkpoint_seconds, &interrupted,
                                  [&](const std::string& text) { line.say(text); }};
  const auto begin = std::chrono::steady_clock::now();
  bool finished = false;
  {
    std::optional<Ticker> ticker;
    if (world.first()) ticker.emplace([&](double seconds) { return progress_line(progress, needs.boards, seconds); });
    finished = build_on_cluster(world, database, build, progress, figures);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Taken it = taken(world, finished, seconds, figures);
  if (world.first()) options.json ? print_json(world, database, it) : print_taken(world, database, it);
  return finished ? 0 : exit_failed;
}

}  // namespace sow
