// The commands of sow-cluster. All ranks run the same command; it returns the exit code.
#pragma once

#include <optional>
#include <string>

#include "cluster/world.h"

namespace sow {

struct ClusterOptions {
  std::string game, db;
  std::optional<int> seeds;
  std::optional<std::uint64_t> sample;
  int checkpoint_seconds = 600, patience_seconds = World::default_patience;
  bool json = false, csv = false;
};

int cluster_build(World& world, const ClusterOptions& options);
int cluster_verify(World& world, const ClusterOptions& options);
int cluster_stats(World& world, const ClusterOptions& options);

}  // namespace sow
