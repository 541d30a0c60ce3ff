// Builds a database on all ranks: each missing level is written when it is done, with checkpoints in between.
#pragma once

#include "cluster/mailbox.h"
#include "db/database.h"

namespace sow {

struct ClusterProgress {
  std::atomic<int> seeds{0};
  std::atomic<std::uint64_t> done{0}, existing{0};  // boards of all levels; boards that did not have to be built
};

struct ClusterBuildOptions {
  int seeds = 0;
  int checkpoint_seconds = 600;  // 0: after every superstep
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string&)> log;  // called on the first rank: damaged files, resumed checkpoints
};

struct ClusterStats {
  std::uint64_t built = 0;
  MailboxStats mailbox;  // statistics of this rank
};

// Must be called by all ranks. Returns false if stopped early, after saving a checkpoint. Throws Error.
bool build_on_cluster(World& world, const Database& database, const ClusterBuildOptions& options,
                      ClusterProgress& progress, ClusterStats& stats);

// What a build needs on each rank.
struct ClusterNeeds {
  std::uint64_t boards = 0, missing = 0;        // boards of all levels; boards to build
  std::uint64_t slots = 0, level_slots = 0;     // maximum per rank, in all levels and in the largest
  std::uint64_t max_slots = 0;                  // maximum per rank and level that the method supports
  double memory = 0;                            // bytes
  double levels = 0, checkpoint = 0, sent = 0;  // bytes of all ranks: on disk, and sent
  double seconds = 0;
};
ClusterNeeds cluster_needs(const Database& database, int seeds, int ranks, int existing);

}  // namespace sow
