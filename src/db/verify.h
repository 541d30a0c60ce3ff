// Checks a database: derives each value again from the values after its moves, with the reference kernel.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "board/reference.h"
#include "db/builder.h"
#include "db/endgame_table.h"

namespace sow {

// The value of a board derived from the values after its moves. For games in which boards can repeat, agreement is
// necessary but not sufficient; docs/databases.md lists the other checks.
int derived_value(const ReferenceKernel& kernel, const EndgameTable& table, const Position& board);

struct Mismatch {
  Position board;
  int stored, derived;
};

struct VerifyOptions {
  std::uint64_t sample = 0;  // number of random boards per level; 0: all boards
  std::uint64_t seed = 1;
  std::uint64_t part = 0, parts = 1;  // checks one of `parts` equal parts of the boards
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  BoardsDone* done = nullptr;  // incremented as boards are checked
};

struct Verified {
  std::uint64_t boards = 0;
  std::optional<Mismatch> first;  // the first one found
};

// Checks a level in memory or in a file, given the levels below it. Throws DamagedFile.
Verified verify_level(const Ruleset& rules, const EndgameTable& table, int seeds, const VerifyOptions& options);

}  // namespace sow
