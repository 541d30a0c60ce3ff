// Looking over a database: each value derived again from those of the moves, by the reference kernel.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "board/reference.h"
#include "db/builder.h"
#include "db/endgame_table.h"

namespace sow {

// What the rules make of a board if the values of the boards after its moves are right. For games whose boards can repeat
// this is necessary and not sufficient; docs/databases.md says what else speaks for the values.
int derived_value(const ReferenceKernel& kernel, const EndgameTable& table, const Position& board);

struct Mismatch {
  Position board;
  int stored, derived;
};

struct VerifyOptions {
  std::uint64_t sample = 0;  // boards a level, at random; 0: all
  std::uint64_t seed = 1;
  std::uint64_t part = 0, parts = 1;  // one of so many equal parts of the boards
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  BoardsDone* done = nullptr;  // counts the boards on the way
};

struct Verified {
  std::uint64_t boards = 0;
  std::optional<Mismatch> first;  // the first that was found
};

// Of a level in memory or in a file, with those below it. Throws DamagedFile.
Verified verify_level(const Ruleset& rules, const EndgameTable& table, int seeds, const VerifyOptions& options);

}  // namespace sow
