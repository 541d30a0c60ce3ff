#include "study/theme.h"

#include <bit>

namespace sow {
namespace {

constexpr int min_sacrifice = 2;  // seeds

}  // namespace

std::optional<Theme> parse_theme(std::string_view word) {
  for (const ThemeInfo& info : theme_table)
    if (info.word == word) return info.theme;
  return std::nullopt;
}

std::optional<Theme> theme_of(const Game& game, std::span<const Move> line, const MoveReasons& why) {
  const Player mover = game.position().mover;
  Game after = game;
  after.play(line.front());
  if (after.ending()) return std::nullopt;
  if (after.position().mover == mover) return Theme::extra_turns;
  if (std::popcount(after.moves()) <= 1) return Theme::feeding;
  const int opponents_seeds = after.position().seeds_on(0);
  if (line.size() > 1) after.play(line[1]);
  if (line.size() > 1 && after.plies().back().taken >= min_sacrifice) return Theme::sacrifice;
  if (why.captures > 0) return Theme::capture;
  if (why.follow_up || why.saves) return Theme::threat;
  if (opponents_seeds <= game.position().seeds_on(1)) return Theme::hoarding;
  return std::nullopt;
}

}  // namespace sow
