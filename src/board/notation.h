// Positions and moves as text.
//
// A position has three notations (docs/notation.md): the diagram (one word), the round list in parentheses, and the
// picture. parse_position accepts all three, and comments that start with #. Parsers throw Error with line and column.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "board/position.h"

namespace sow {

std::string diagram(const Ruleset& rules, const Position& position);
std::string round_list(const Ruleset& rules, const Position& position);

// Adds color to one part of the picture.
enum class Ink { label, count, empty, store, mover };
using Paint = std::function<std::string(Ink, std::optional<Player>, const std::string&)>;
// `columns`: shrinks the picture to fit this width if possible; 0 means no limit.
std::string picture(const Ruleset& rules, const Position& position, const Paint& paint = nullptr, int columns = 0);

Position parse_position(std::string_view text, const Ruleset& rules, const std::string& file = "");

// "s" or "n" if South or North owns the pit, otherwise empty.
std::string_view owner_letter(const Position& position, Hole hole);

// The canonical form of a move: an uppercase letter for South, lowercase for North. If the player chooses the
// direction, it is followed by `>` for the direction of the track or `<` for the opposite one.
std::string move_text(const Ruleset& rules, const Position& position, Move move);
// Also accepts moves from empty pits.
Move parse_move(std::string_view text, const Ruleset& rules, Player mover);

// A move as people type it: the letter in either case, the number of the pit (0…5 or 7…12; x3, y12 on four rows), or
// both as in the picture (B1, bx2). The direction sign is optional if only one direction is legal.
Move parse_typed_move(std::string_view text, const Ruleset& rules, Player mover, MoveSet legal);
// Only the pit: its index in the mover's sowing order.
int parse_typed_pit(std::string_view text, const Ruleset& rules, Player mover);

std::string_view player_name(Player player);

}  // namespace sow
