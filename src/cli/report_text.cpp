#include "cli/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/wrap.h"
#include "board/notation.h"
#include "cli/status_line.h"
#include "protocol/analysis_json.h"

namespace sow {
namespace {

constexpr std::size_t default_columns = 80, wide_columns = 60, max_line_moves = 6;

// "=+2", "~-1.5"
std::string outlook_text(const Outlook& outlook) {
  const double tenths = std::round(outlook.margin * 10) / 10;
  const char* const sign = outlook.proven ? "=" : "~";
  return tenths == std::round(tenths) ? fmt::format("{}{:+.0f}", sign, tenths) : fmt::format("{}{:+.1f}", sign, tenths);
}

std::string loss_text(double loss) {
  const double tenths = std::round(loss * 10) / 10;
  return tenths == 0                    ? "-"
         : tenths == std::round(tenths) ? fmt::format("{:.0f}", tenths)
                                        : fmt::format("{:.1f}", tenths);
}

// The best move and its continuation.
std::string best_text(const Game& before, const PlyReport& ply) {
  std::string text = move_text(before.rules(), before.position(), ply.best);
  const auto letters = line_text(before, ply.pv);
  for (std::size_t i = 1; i < std::min(letters.size(), max_line_moves); ++i) text += " " + letters[i];
  return text;
}

// A row that fits, without trailing spaces.
std::string fitted_row(std::string_view row, std::size_t columns) {
  std::string text = clipped(row, columns);
  return text.erase(text.find_last_not_of(' ') + 1) + "\n";
}

std::string moves_text(const Game& game, const JudgedGame& judged, std::size_t columns) {
  const auto row = [&](std::string_view move, std::string_view margin, std::string_view loss, std::string_view mark,
                       std::string_view best) {
    const bool is_wide = columns >= wide_columns;
    return fitted_row(is_wide ? fmt::format("{:<10} {:>7} {:>5}  {:<10}  {}", move, margin, loss, mark, best)
                              : fmt::format("{:<9}{:>6}{:>5} {:<10} {}", move, margin, loss, mark, best),
                      columns);
  };
  std::string text = row("move", "margin", "loss", "mark", "best");
  Game replayed(game.def(), game.start());
  int number = 1;
  bool north_moved = false;
  for (const PlyReport& ply : judged.plies) {
    const Player mover = replayed.position().mover;
    if (mover == Player::south && north_moved) ++number;
    north_moved = mover == Player::north;
    const std::string move = fmt::format("{}{} {}", number, north_moved ? "..." : ".",
                                         move_text(replayed.rules(), replayed.position(), ply.move));
    const std::string_view mark = ply.mark ? mark_word(*ply.mark) : ply.forced ? "forced" : "";
    text += row(move, outlook_text(ply.outlook), loss_text(ply.loss), mark,
                ply.move == ply.best ? "" : best_text(replayed, ply));
    replayed.play(ply.move);
  }
  return text + row("end", outlook_text(judged.report.end), "", "", "");
}

// One row per player, or one column per player where that does not fit.
std::string players_text(const GameReport& report, std::size_t columns) {
  std::vector<std::array<std::string, 3>> table = {{"player", "South", "North"}};
  const auto add = [&](std::string_view title, const auto& cell) {
    table.push_back({std::string(title), cell(report.players[0]), cell(report.players[1])});
  };
  add("accuracy", [](const PlayerReport& player) {
    const auto accuracy = player.accuracy();
    return accuracy ? fmt::format("{:.1f}", *accuracy) : "-";
  });
  add("loss", [](const PlayerReport& player) { return loss_text(player.loss); });
  add("moves", [](const PlayerReport& player) { return std::to_string(player.moves); });
  for (const MarkInfo& info : mark_table)
    add(info.word, [&](const PlayerReport& player) { return std::to_string(player.marked[index(info.mark)]); });
  std::string text;
  if (columns < wide_columns) {
    for (const auto& [title, south, north] : table) text += fmt::format("{:<10} {:>6} {:>6}\n", title, south, north);
    return text;
  }
  for (std::size_t line = 0; line < 3; ++line) {
    text += fmt::format("{:<6}", table[0][line]);
    for (std::size_t i = 1; i < table.size(); ++i)
      text += fmt::format("  {:>{}}", table[i][line], std::max<std::size_t>(table[i][0].size(), 5));
    text += "\n";
  }
  return text;
}

// Reduces the values to at most `max`: each group is represented by the value farthest from zero.
std::vector<double> thinned(const std::vector<double>& values, std::size_t max) {
  if (values.size() <= max) return values;
  std::vector<double> few;
  for (std::size_t i = 0; i < max; ++i) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / max),
               end = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / max);
    few.push_back(*std::max_element(begin, end, [](double a, double b) { return std::abs(a) < std::abs(b); }));
  }
  return few;
}

}  // namespace

std::optional<JudgedGame> judge_game(const Game& game, Engine& engine, const Limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  JudgedGame judged;
  StatusLine status;
  const auto result = engine.report(game, limits, [&](const Game&, const PlyReport& ply) {
    judged.plies.push_back(ply);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const auto done = judged.plies.size(), all = game.plies().size() + 1;
    status.show(fmt::format("move {} of {}, {} left", done, all - 1,
                            duration_text(seconds / static_cast<double>(done) * static_cast<double>(all - done))));
  });
  status.clear();
  if (!result) return std::nullopt;
  judged.report = *result;
  return judged;
}

std::string bar_graph(const std::vector<double>& values, std::size_t columns) {
  constexpr int height = 4;  // rows above and below the line
  constexpr std::size_t label = 6;
  constexpr std::size_t max_bar_width = 3;
  const std::size_t room = std::max<std::size_t>(columns, label + 10) - label;
  const auto bars = thinned(values, room);
  const std::size_t width = std::clamp<std::size_t>(room / bars.size(), 1, max_bar_width);
  double largest = 1;
  for (const double value : bars) largest = std::max(largest, std::abs(value));
  std::string text;
  for (int row = height; row >= -height; --row) {
    const bool up = row > 0;
    const int level = std::abs(row);
    std::string line = level == height ? fmt::format("{:+5.0f} ", up ? largest : -largest)
                       : row == 0      ? "    0 "
                                       : "      ";
    for (const double value : bars) {
      const double filled = (up ? value : -value) / largest * height - (level - 1);
      const char* const cell = row == 0 ? "─" : filled >= 0.75 ? "█" : filled >= 0.25 ? (up ? "▄" : "▀") : " ";
      for (std::size_t i = 0; i < width; ++i) line += cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string report_text(const Game& game, const JudgedGame& judged, std::size_t columns) {
  if (columns == 0) columns = default_columns;
  std::vector<double> margins;
  for (const PlyReport& ply : judged.plies) margins.push_back(ply.outlook.margin);
  margins.push_back(judged.report.end.margin);
  return fmt::format("{}\n{}\n{}\n{}", moves_text(game, judged, columns), bar_graph(margins, columns),
                     wrapped("The margin is South's final margin with best play: = proven, ~ estimated.\n", columns),
                     players_text(judged.report, columns));
}

}  // namespace sow
