// Building a level of a database in memory, by the method that fits the game.
//
//   acyclic.h      games in which no board can come twice: one pass
//   retrograde.h   other games, if a move can be undone: backwards from what is known, threshold by threshold
//   sweep.h        all the rest (relays, passing, owned pits): over all boards again and again until nothing changes
#pragma once

#include <atomic>
#include <memory>

#include "db/endgame_table.h"

namespace sow {

// Boards of the level that are done, about, for a display of progress.
using BoardsDone = std::atomic<std::uint64_t>;

class LevelBuilder {
 public:
  virtual ~LevelBuilder() = default;

  // Adds the next level in memory. If `stop` is set meanwhile, it ends early and adds nothing.
  virtual void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) = 0;

  // Bytes a board of the level that is being built, the value itself not counted.
  virtual double work_bytes() const = 0;

  // How many boards take about a second on one core; very roughly.
  virtual std::uint64_t boards_a_second() const = 0;
};

// For levels up to `most_seeds`. The rules must have a database (database_kind).
std::unique_ptr<LevelBuilder> make_level_builder(const Ruleset& rules, int most_seeds);

}  // namespace sow
