// Statistics of a database level: how many boards have each value.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "db/builder.h"
#include "db/database.h"
#include "db/level_file.h"

namespace sow {

struct LevelStats {
  int seeds;
  std::uint64_t boards, bytes;
  std::map<int, std::uint64_t> values;
};

// Number of boards with each value, at [value + 128].
using ValueCounts = std::array<std::uint64_t, 256>;

// Counts values in every `step`-th block, starting at block `first`. Throws DamagedFile.
ValueCounts count_values(const LevelFile& file, std::size_t first, std::size_t step, BoardsDone& done);
// Leaves out impossible boards, which have seeds in owned pits.
LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, ValueCounts counts);
LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, BoardsDone& done);

enum class StatsForm { table, csv, json };
// Prints to standard output.
void print_stats(const Database& database, const std::vector<LevelStats>& levels, StatsForm form);

}  // namespace sow
