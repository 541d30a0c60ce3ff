// Building a database with all ranks: the levels that are missing, each written as soon as it is done, and a checkpoint now and
// then on the way.
#pragma once

#include "cluster/post.h"
#include "db/database.h"

namespace sow {

struct ClusterProgress {
  std::atomic<int> seeds{0};
  std::atomic<std::uint64_t> done{0}, there{0};  // boards of all levels; of them, those that had not to be built
};

struct ClusterBuildOptions {
  int seeds = 0;
  int checkpoint_seconds = 600;  // 0: after every superstep
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string&)> say;  // on the first rank: what is damaged, and where a build goes on
};

struct ClusterFigures {
  std::uint64_t built = 0;
  PostFigures post;  // of this rank
};

// All ranks call it together. False if it was stopped before the end: a checkpoint has been made. Throws Error.
bool build_on_cluster(World& world, const Database& database, const ClusterBuildOptions& options,
                      ClusterProgress& progress, ClusterFigures& figures);

// What a build takes of each rank.
struct ClusterNeeds {
  std::uint64_t boards = 0, missing = 0;        // of all levels; of those that are not there
  std::uint64_t places = 0, level_places = 0;   // of a rank at most, of all levels and of the largest
  std::uint64_t most_places = 0;                // of a level that a rank can have
  double memory = 0;                            // bytes
  double levels = 0, checkpoint = 0, sent = 0;  // bytes of all ranks: on disk, and on the way
  double seconds = 0;
};
ClusterNeeds cluster_needs(const Database& database, int seeds, int ranks, int there);

}  // namespace sow
