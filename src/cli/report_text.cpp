#include "cli/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "board/notation.h"
#include "cli/status_line.h"
#include "protocol/analysis_json.h"

namespace sow {
namespace {

constexpr std::size_t usual_columns = 80, longest_line = 6;

// "=+2", "~-1.5"
std::string outlook_text(const Outlook& outlook) {
  const double tenths = std::round(outlook.margin * 10) / 10;
  const char* const mark = outlook.proven ? "=" : "~";
  return tenths == std::round(tenths) ? fmt::format("{}{:+.0f}", mark, tenths) : fmt::format("{}{:+.1f}", mark, tenths);
}

std::string loss_text(double loss) {
  const double tenths = std::round(loss * 10) / 10;
  return tenths == 0                    ? "-"
         : tenths == std::round(tenths) ? fmt::format("{:.0f}", tenths)
                                        : fmt::format("{:.1f}", tenths);
}

// The best move, and how the game would have gone on.
std::string best_text(const Game& before, const PlyReport& ply) {
  std::string text = move_text(before.rules(), before.position(), ply.best);
  const auto letters = line_text(before, ply.pv);
  for (std::size_t i = 1; i < std::min(letters.size(), longest_line); ++i) text += " " + letters[i];
  return text;
}

std::string moves_text(const Game& game, const std::vector<PlyReport>& plies, const Outlook& end) {
  std::string text = fmt::format("{:<10} {:>7} {:>5}  {:<10}  {}\n", "move", "margin", "loss", "mark", "best");
  Game replayed(game.def(), game.start());
  int number = 1;
  bool north_moved = false;
  for (const PlyReport& ply : plies) {
    const Player mover = replayed.position().mover;
    if (mover == Player::south && north_moved) ++number;
    north_moved = mover == Player::north;
    const std::string move = fmt::format("{}{} {}", number, north_moved ? "..." : ".",
                                         move_text(replayed.rules(), replayed.position(), ply.move));
    const std::string_view mark = ply.mark ? mark_word(*ply.mark) : ply.forced ? "forced" : "";
    std::string row = fmt::format("{:<10} {:>7} {:>5}  {:<10}  {}", move, outlook_text(ply.outlook),
                                  loss_text(ply.loss), mark, ply.move == ply.best ? "" : best_text(replayed, ply));
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
    replayed.play(ply.move);
  }
  return text + fmt::format("{:<10} {:>7}\n", "then", outlook_text(end));
}

std::string players_text(const GameReport& report) {
  std::string text = fmt::format("{:<6} {:>8} {:>6} {:>6}", "player", "accuracy", "loss", "moves");
  for (const MarkInfo& info : mark_table) text += fmt::format("  {}", info.word);
  text += "\n";
  for (const Player side : {Player::south, Player::north}) {
    const PlayerReport& player = report.players[index(side)];
    const auto accuracy = player.accuracy();
    text += fmt::format("{:<6} {:>8} {:>6} {:>6}", player_name(side), accuracy ? fmt::format("{:.1f}", *accuracy) : "-",
                        loss_text(player.loss), player.moves);
    for (const MarkInfo& info : mark_table)
      text += fmt::format("  {:>{}}", player.marked[index(info.mark)], info.word.size());
    text += "\n";
  }
  return text;
}

// As many values as there is room for: each stands for its share of the others, by the one farthest from zero.
std::vector<double> thinned(const std::vector<double>& values, std::size_t most) {
  if (values.size() <= most) return values;
  std::vector<double> few;
  for (std::size_t i = 0; i < most; ++i) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / most),
               end = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / most);
    few.push_back(*std::max_element(begin, end, [](double a, double b) { return std::abs(a) < std::abs(b); }));
  }
  return few;
}

}  // namespace

std::optional<JudgedGame> judge_game(const Game& game, Engine& engine, const Limits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  JudgedGame judged;
  StatusLine status;
  const auto result = report(game, engine, limits, [&](const Game&, const PlyReport& ply) {
    judged.plies.push_back(ply);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
  constexpr int height = 4;  // rows over the line, and under it
  constexpr std::size_t label = 6;
  constexpr std::size_t widest_bar = 3;
  const std::size_t room = std::max<std::size_t>(columns, label + 10) - label;
  const auto bars = thinned(values, room);
  const std::size_t width = std::clamp<std::size_t>(room / bars.size(), 1, widest_bar);
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
  std::vector<double> margins;
  for (const PlyReport& ply : judged.plies) margins.push_back(ply.outlook.margin);
  margins.push_back(judged.report.end.margin);
  return fmt::format(
      "{}\n{}\nThe margin is South's seeds less North's at the end, with best play: = proven, ~ estimated.\n\n{}",
      moves_text(game, judged.plies, judged.report.end), bar_graph(margins, columns == 0 ? usual_columns : columns),
      players_text(judged.report));
}

}  // namespace sow
