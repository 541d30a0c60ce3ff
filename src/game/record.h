// A game as it is written down, with its players, comments and variations, and OGN, the text of it:
//
//   [Variant "owari"]                    Event, Site, Date, Round, South, North and Result follow; further tags sorted:
//   [Rules "my/owari.toml"]              where a user's game is found; FEN, where it began if not at the start
//
//   1. E b 2. C+3 {a cross capture}      the letter's case tells who moves; +3: seeds taken
//   (2. F c 3. A) 2... 12-24             a variation replaces the move before it; last the result as seeds, or *
//
// In a tag \" and \\ stand for " and \, in a comment \} and \\ for } and \. White space in comments is not kept: lines
// are filled anew. What follows from the rules (+n, the result of a finished game) is not believed but made again.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/budget.h"
#include "game/game.h"

namespace sow {

// A move, a comment, or a variation: another way to go on instead of the last move before it in its line.
struct Element {
  enum class Kind { move, comment, variation };
  Kind kind = Kind::move;
  Move move = no_move;
  std::string comment = {};
  std::vector<Element> variation = {};

  bool operator==(const Element&) const = default;
};
using Elements = std::vector<Element>;

struct Record {
  GameDef def = {};
  Position start = {};
  std::map<std::string, std::string> tags = {};  // those that do not follow from the other members
  Elements line = {};
  std::optional<std::array<int, 2>> result = {};  // seeds of South and North; none while the game goes on
};

inline constexpr int deepest_variation = 64;
inline constexpr int most_moves = 100'000;  // of one record, variations included

// The game with what the older record has in addition: its tags, and comments and variations as far as the moves agree.
Record make_record(const Game& game, const Record* older = nullptr);

// The main line, played.
Game replay(const Record& record);

// The same for a game in which the main line has been played already: a result in which one player has everything
// although the rules did not end the game is a resignation.
void resign_as_recorded(Game& game, const Record& record);

// Replays the record, which costs as much as reading it. Throws Error if the budget does not allow it.
std::string to_ogn(const Record& record, Budget* budget = nullptr);

// All games of a text. Which game is played says `find`, asked for the Rules tag or else for the Variant, unless the
// game is given: then the Variant must be its name or what OGN calls it. Without a budget for all of them, each game has
// one of its own. Throws Error with line and column.
std::vector<Record> read_ogn(std::string_view text, const std::string& file, const FindGame& find,
                             const GameDef* given = nullptr, Budget* budget = nullptr);

}  // namespace sow
