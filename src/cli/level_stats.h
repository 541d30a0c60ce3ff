// How many boards of a level have which value, and how that is printed.
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

// How often each value occurs; [value + 128].
using ValueCounts = std::array<std::uint64_t, 256>;

// In every `step`-th block of a file, from the first on. Throws DamagedFile.
ValueCounts count_values(const LevelFile& file, std::size_t first, std::size_t step, BoardsDone& done);
// Impossible boards, with seeds in owned pits, are left out.
LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, ValueCounts counts);
LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, BoardsDone& done);

enum class StatsForm { table, csv, json };
// On standard output.
void print_stats(const Database& database, const std::vector<LevelStats>& levels, StatsForm form);

}  // namespace sow
