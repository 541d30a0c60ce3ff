// Themes of puzzles: what kind of move solves them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "game/game.h"
#include "game/summary.h"

namespace sow {

enum class Theme { feeding, threat, hoarding, extra_turns, sacrifice, capture };

struct ThemeInfo {
  Theme theme;
  std::string_view word;     // in JSON and on the command line
  std::string_view meaning;  // completes "The solution …"
};
inline constexpr std::array theme_table = {
    ThemeInfo{Theme::feeding, "feeding", "leaves the opponent at most one legal move"},
    ThemeInfo{Theme::threat, "threat", "prepares a capture, or saves seeds from one"},
    ThemeInfo{Theme::hoarding, "hoarding", "keeps every seed away from the opponent's side"},
    ThemeInfo{Theme::extra_turns, "extra-turns", "earns an extra turn"},
    ThemeInfo{Theme::sacrifice, "sacrifice", "lets the opponent capture and gains more"},
    ThemeInfo{Theme::capture, "capture", "captures, but not the most seeds"},
};
constexpr std::size_t index(Theme theme) { return static_cast<std::size_t>(theme); }
constexpr std::string_view theme_word(Theme theme) { return theme_table[index(theme)].word; }
std::optional<Theme> parse_theme(std::string_view word);

// The theme of a solution that starts in this game, and the reasons for its first move. Empty if it has none.
std::optional<Theme> theme_of(const Game& game, std::span<const Move> line, const MoveReasons& why);

}  // namespace sow
