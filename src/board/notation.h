// Positions and moves as text.
//
// A position has three notations (docs/notation.md): the diagram, one word; the round list in parentheses; and the
// picture. Reading accepts all three, comments from # to the end of the line, and throws Error with line and column.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "board/position.h"

namespace sow {

std::string diagram(const Ruleset& rules, const Position& position);
std::string round_list(const Ruleset& rules, const Position& position);

// Decorates one piece of the picture; the default leaves it as it is.
enum class Ink { label, count, empty, store, mover };
using Paint = std::function<std::string(Ink, std::optional<Player>, const std::string&)>;
// Drawn as narrow as it must be to fit the columns there are, if it can be; 0: no limit.
std::string picture(const Ruleset& rules, const Position& position, const Paint& paint = nullptr, int columns = 0);

Position parse_position(std::string_view text, const Ruleset& rules, const std::string& file = "");

// "s" or "n" if a player owns the pit, nothing otherwise.
std::string_view owner_letter(const Position& position, Hole hole);

// As programs write it: a letter, upper case for South, lower case for North; where the player chooses the direction `>`
// follows for the way the track runs and `<` for the other way.
std::string move_text(const Ruleset& rules, const Position& position, Move move);
// The pit exists; it may be empty.
Move parse_move(std::string_view text, const Ruleset& rules, Player mover);

// As people type it: the letter in either case, the number of the hole (0…5 or 7…12; x3, y12 on four rows), or both as
// the picture shows them (B1, bx2). The sign of the direction can be left out where only one direction is legal.
Move parse_typed_move(std::string_view text, const Ruleset& rules, Player mover, MoveSet legal);
// The pit alone, by its number in the mover's sowing order.
int parse_typed_pit(std::string_view text, const Ruleset& rules, Player mover);

std::string_view player_name(Player player);

}  // namespace sow
