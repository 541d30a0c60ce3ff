// Saves the state of all ranks between two supersteps of a level in DATABASE/checkpoint/:
//
//   NN-SSSS-RRRR-of-PPPP.part   level NN before superstep SSSS: the blocks of rank RRRR of PPPP, in order. A block
//                               consists of its bytes of each array, followed by a checksum of 8 bytes.
//   manifest                    says which parts are current; renamed into its final name when all parts are on disk
//
// Checksums are XXH3, seeded with the game, level, superstep, and block, so misplaced blocks are detected. A job with a
// different number of ranks finds each block in the part of its previous owner.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "cluster/share.h"
#include "cluster/world.h"

namespace sow {

// The progress of a build.
struct Stage {
  int seeds = 0, step = 0;  // level and next superstep
};

class Checkpoints {
 public:
  // `database` is the folder of the database.
  Checkpoints(World& world, const std::filesystem::path& database);

  using Arrays = std::vector<SlotArray>;

  // All ranks must call these together. If writing fails, one rank throws Error.
  void save(const Stage& stage, const Share& share, const Arrays& arrays);
  // Restores the arrays and returns the next superstep; nothing if there is no checkpoint of this level. Damage is
  // reported in `problem` on all ranks; the arrays are then unspecified.
  std::optional<int> restore(int seeds, const Share& share, const Arrays& arrays, std::string& problem);
  // Removes the checkpoint of a finished level.
  void clear();

 private:
  struct Manifest {
    Stage stage;
    int ranks = 0;
    std::size_t bytes = 0;  // bytes per board
  };

  std::filesystem::path part_path(const Stage& stage, int rank, int ranks) const;
  std::uint64_t checksum(const Stage& stage, std::uint64_t block, std::span<const std::int8_t> bytes) const;
  std::string manifest_text(const Manifest& manifest) const;
  std::optional<Manifest> read_manifest();
  void write_part(const Stage& stage, const Share& share, const Arrays& arrays);
  void read_parts(const Manifest& manifest, const Share& share, const Arrays& arrays);
  void remove_parts_except(const std::string& prefix) const;

  World& world_;
  std::filesystem::path folder_;
  std::uint64_t identity_;
};

}  // namespace sow
