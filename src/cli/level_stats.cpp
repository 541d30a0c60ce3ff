#include "cli/level_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "cli/analysis_text.h"

namespace sow {
namespace {

std::string stats_row(const LevelStats& stats, DatabaseKind kind) {
  std::uint64_t wins = 0, losses = 0;
  for (const auto& [value, count] : stats.values) {
    const int sign = kind == DatabaseKind::margin ? value : 2 * value - stats.seeds;
    if (sign > 0) wins += count;
    if (sign < 0) losses += count;
  }
  return fmt::format("{:5} {:>15} {:>15} {:>15} {:>15} {:>15} {:5.2f}\n", stats.seeds, grouped(stats.boards),
                     grouped(wins), grouped(stats.boards - wins - losses), grouped(losses), grouped(stats.bytes),
                     8.0 * stats.bytes / stats.boards);
}

// With n seeds in p unowned pits there are C(n + p - 1, n) boards, for each ownership state.
std::uint64_t possible_boards(const Index& index, int seeds) {
  if (index.states().count() == 1) return index.size(seeds);
  std::uint64_t sum = 0;
  for (std::uint64_t state = 0; state < index.states().count(); ++state) {
    const auto& [movers, opponents] = index.states().owned(state);
    const int free = 2 * index.pits() - std::popcount(movers | opponents);
    Index::Wide boards = 1;
    for (int i = 1; i <= seeds; ++i) boards = boards * static_cast<unsigned>(free - 1 + i) / static_cast<unsigned>(i);
    sum += static_cast<std::uint64_t>(boards);
  }
  return sum;
}

void print_table(const Database& database, const std::vector<LevelStats>& levels) {
  const bool margins = database.kind() == DatabaseKind::margin;
  fmt::print("{}: {}\n{:>5} {:>15} {:>15} {:>15} {:>15} {:>15} {:>5}\n", database.game().name,
             margins ? "margin of the player to move"
                     : "seeds the player to move can force: more than half, half, less than half",
             "seeds", "positions", margins ? "wins" : "more", margins ? "draws" : "half", margins ? "losses" : "less",
             "bytes", "bits");
  for (const LevelStats& level : levels) fmt::print("{}", stats_row(level, database.kind()));
}

void print_csv(const std::vector<LevelStats>& levels) {
  fmt::print("seeds,value,count\n");
  for (const LevelStats& level : levels)
    for (const auto& [value, count] : level.values) fmt::print("{},{},{}\n", level.seeds, value, count);
}

void print_json(const Database& database, const std::vector<LevelStats>& levels) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const LevelStats& level : levels) {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const auto& [value, count] : level.values) values[std::to_string(value)] = count;
    all.push_back({{"seeds", level.seeds}, {"positions", level.boards}, {"bytes", level.bytes}, {"values", values}});
  }
  const char* const holds = database.kind() == DatabaseKind::margin ? "margin" : "forced";
  fmt::print("{}\n", nlohmann::ordered_json{{"game", database.game().name}, {"holds", holds}, {"levels", all}}.dump());
}

}  // namespace

ValueCounts count_values(const LevelFile& file, std::size_t first, std::size_t step, BoardsDone& done) {
  ValueCounts counts{};
  std::array<std::int8_t, LevelFile::block_bytes> block;
  for (std::size_t i = first; i < file.blocks(); i += step) {
    file.read_block(i, block.data());
    const auto size = std::min<std::uint64_t>(file.values() - i * block.size(), block.size());
    for (std::size_t k = 0; k < size; ++k) ++counts[block[k] + 128];
    done += size;
  }
  return counts;
}

LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, ValueCounts counts) {
  const std::uint64_t boards = possible_boards(index, seeds);
  std::uint64_t& zeros = counts[128];  // includes impossible boards
  zeros -= std::min(zeros, file.values() - boards);
  LevelStats stats{seeds, boards, file.file_bytes(), {}};
  for (int v = -128; v < 128; ++v)
    if (const auto count = counts[v + 128]; count > 0) stats.values[v] = count;
  return stats;
}

LevelStats level_stats(const Index& index, int seeds, const LevelFile& file, BoardsDone& done) {
  return level_stats(index, seeds, file, count_values(file, 0, 1, done));
}

void print_stats(const Database& database, const std::vector<LevelStats>& levels, StatsForm form) {
  switch (form) {
    case StatsForm::table: return print_table(database, levels);
    case StatsForm::csv: return print_csv(levels);
    case StatsForm::json: return print_json(database, levels);
  }
}

}  // namespace sow
