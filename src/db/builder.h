// Builds a level of a database in memory, by the fastest method that supports the rules.
//
//   acyclic.h      no board can repeat: one pass in dependency order
//   retrograde.h   boards can repeat and moves can be undone: retrograde analysis, one threshold at a time
//   sweep.h        everything else (relays, passing, owned pits that keep seeds): value iteration over all boards until
//                  nothing changes
#pragma once

#include <atomic>
#include <memory>

#include "db/endgame_table.h"

namespace sow {

// Approximate number of boards done in this level, for progress reports.
using BoardsDone = std::atomic<std::uint64_t>;

class LevelBuilder {
 public:
  virtual ~LevelBuilder() = default;

  // Builds the next level in memory; one that cannot occur is empty. If `stop` is set, returns early and adds nothing.
  virtual void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) = 0;

  // Bytes of working memory per board of the level being built, not counting the value itself.
  virtual double work_bytes() const = 0;

  // Rough speed on one core.
  virtual std::uint64_t boards_per_second() const = 0;
};

// Supports levels up to `max_seeds`. The rules must have a database (database_kind).
std::unique_ptr<LevelBuilder> make_level_builder(const Ruleset& rules, int max_seeds);

}  // namespace sow
