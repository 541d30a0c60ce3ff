// What ranks know between two supersteps of a level, kept in files: DATABASE/checkpoint/.
//
//   NN-SSSS-RRRR-of-PPPP.part   of level NN before superstep SSSS, the blocks that rank RRRR of PPPP owned, in order: of each
//                               array its bytes of the block's boards, then a checksum of 8 bytes
//   manifest                    which of them count; it is renamed into place when all parts are on the disk
//
// A checksum is XXH3, seeded with the game, the level, the superstep and the block: what stands in a wrong place is damaged. A
// job of another number of ranks finds each block where its owner of then has put it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "cluster/share.h"
#include "cluster/world.h"

namespace sow {

// Where a build is.
struct Stage {
  int seeds = 0, step = 0;  // the next superstep
};

class Checkpoints {
 public:
  // For the database in this folder.
  Checkpoints(World& world, const std::filesystem::path& database);

  using Arrays = std::vector<PlaceArray>;

  // All ranks call these together. What goes wrong while writing throws Error on one rank.
  void save(const Stage& stage, const Share& share, const Arrays& arrays);
  // The superstep at which the level goes on, with what the arrays held then; none if there is no checkpoint of it. What is
  // damaged is told in `problem`, on all ranks; the arrays are then of no use.
  std::optional<int> restore(int seeds, const Share& share, const Arrays& arrays, std::string& problem);
  // The level is finished.
  void clear();

 private:
  struct Manifest {
    Stage stage;
    int ranks = 0;
    std::size_t bytes = 0;  // a board
  };

  std::filesystem::path part_path(const Stage& stage, int rank, int ranks) const;
  std::uint64_t checksum(const Stage& stage, std::uint64_t block, std::span<const std::int8_t> bytes) const;
  std::string manifest_text(const Manifest& manifest) const;
  std::optional<Manifest> read_manifest();
  void write_part(const Stage& stage, const Share& share, const Arrays& arrays);
  void read_parts(const Manifest& manifest, const Share& share, const Arrays& arrays);
  void remove_parts_but(const std::string& prefix) const;

  World& world_;
  std::filesystem::path folder_;
  std::uint64_t identity_;
};

}  // namespace sow
