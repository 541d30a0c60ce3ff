#include "cli/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/final_margin.h"
#include "board/notation.h"
#include "protocol/analysis_json.h"

namespace sow {

std::string score_text(const Position& position, const Margin& margin) {
  const Margin score = final_margin(position, margin);
  std::string_view sign = "~";
  if (score.kind() == MarginKind::exact) sign = "=";
  if (score.kind() == MarginKind::lower) sign = "≥";
  if (score.kind() == MarginKind::upper) sign = "≤";
  if (score.value % seed_value == 0) return fmt::format("{}{:+}", sign, score.value / seed_value);
  return fmt::format("{}{:+.2f}", sign, score.seeds());
}

std::string score_bounds_text(const Position& position, const Margin& margin) {
  const Margin score = final_margin(position, margin);
  const int low = score.low / seed_value, high = score.high / seed_value;
  return score.exact() ? fmt::format("={:+}", low) : fmt::format("{:+} to {:+}", low, high);
}

bool has_useful_bounds(const Position& position, const Margin& margin) {
  const int max = seed_value * position.seeds_in_pits();
  return margin.low > -max || margin.high < max;
}

std::string moves_table(const Game& game, const Analysis& analysis) {
  constexpr std::size_t max_line_moves = 16;
  const Position& position = game.position();
  const auto bounds = [&](const Line& line) {
    const bool useful = !line.margin.exact() && has_useful_bounds(position, line.margin);
    return useful ? score_bounds_text(position, line.margin) : "";
  };
  std::size_t bounds_width = 0;  // 0: no column for bounds
  for (const Line& line : analysis.lines)
    if (line.searched) bounds_width = std::max(bounds_width, bounds(line).size());
  std::string text;
  for (const Line& line : analysis.lines) {
    if (!line.searched) continue;
    std::string pv;
    const auto letters = line_text(game, line.pv);
    for (std::size_t i = 0; i < std::min(letters.size(), max_line_moves); ++i) pv += (i ? " " : "") + letters[i];
    text +=
        fmt::format("  {}  {:>8}  ", move_text(game.rules(), position, line.move), score_text(position, line.margin));
    if (bounds_width > 0) text += fmt::format("{:>{}}  ", bounds(line), bounds_width);
    text += pv + "\n";
  }
  return text;
}

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (auto at = std::ssize(text) - 3; at > 0; at -= 3) text.insert(at, ",");
  return text;
}

std::string rounded(double n) {
  if (n >= 1e9) return fmt::format("{:.2f} G", n / 1e9);
  if (n >= 1e6) return fmt::format("{:.1f} M", n / 1e6);
  if (n >= 1e3) return fmt::format("{:.1f} k", n / 1e3);
  return fmt::format("{:.0f}", n);
}

std::string search_stats_text(const Analysis& a) {
  const double seconds = a.time_ms / 1000.0;
  return fmt::format("depth {}, {} nodes in {:.1f} s, {}/s", a.depth, rounded(a.nodes), seconds,
                     rounded(a.nodes / std::max(seconds, 0.001)));
}

std::string gigabytes(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace sow
