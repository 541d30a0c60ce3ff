#include "cli/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/notation.h"
#include "protocol/analysis_json.h"

namespace sow {

std::string margin_text(const Margin& margin) {
  std::string_view mark = "~";
  if (margin.kind() == MarginKind::exact) mark = "=";
  if (margin.kind() == MarginKind::lower) mark = "≥";
  if (margin.kind() == MarginKind::upper) mark = "≤";
  if (margin.value % seed_value == 0) return fmt::format("{}{:+}", mark, margin.value / seed_value);
  return fmt::format("{}{:+.2f}", mark, margin.seeds());
}

std::string interval_text(const Margin& margin) {
  const int low = margin.low / seed_value, high = margin.high / seed_value;
  return margin.exact() ? fmt::format("={:+}", low) : fmt::format("{:+} to {:+}", low, high);
}

bool says_more_than_the_board(const Margin& margin, const Position& position) {
  const int most = seed_value * position.seeds_in_pits();
  return margin.low > -most || margin.high < most;
}

std::string moves_table(const Game& game, const Analysis& analysis) {
  constexpr std::size_t longest_line = 16;
  const auto bounds = [&](const Line& line) {
    const bool told = !line.margin.exact() && says_more_than_the_board(line.margin, game.position());
    return told ? interval_text(line.margin) : "";
  };
  std::size_t width = 0;  // of the column of bounds; there is none if nobody has any
  for (const Line& line : analysis.lines)
    if (line.searched) width = std::max(width, bounds(line).size());
  std::string text;
  for (const Line& line : analysis.lines) {
    if (!line.searched) continue;
    std::string pv;
    const auto letters = line_text(game, line.pv);
    for (std::size_t i = 0; i < std::min(letters.size(), longest_line); ++i) pv += (i ? " " : "") + letters[i];
    text += fmt::format("  {}  {:>8}  ", move_text(game.rules(), game.position(), line.move), margin_text(line.margin));
    if (width > 0) text += fmt::format("{:>{}}  ", bounds(line), width);
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

std::string figures_text(const Analysis& a) {
  const double seconds = a.time_ms / 1000.0;
  return fmt::format("depth {}, {} nodes in {:.1f} s, {}/s", a.depth, rounded(a.nodes), seconds,
                     rounded(a.nodes / std::max(seconds, 0.001)));
}

std::string gigabytes(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace sow
