// Game records with tags, comments, and variations, and OGN, their text format:
//
//   [Variant "owari"]                    then Event, Site, Date, Round, South, North, Result, and other tags, sorted
//   [Rules "my/owari.toml"]              the rule file of a user's game; FEN: the start position, if not the usual one
//
//   1. E b 2. C+3 {a cross capture}      uppercase for South, lowercase for North; +3: seeds captured
//   (2. F c 3. A) 2... 12-24             a variation replaces the move before it; the result in seeds, or *
//
// \" and \\ in tags stand for " and \; \} and \\ in comments for } and \. Whitespace in comments is normalized and
// lines are rewrapped. Values that follow from the rules (+n, the result of a finished game) are ignored and
// recomputed. The result * after a repetition is kept if the rules let the players play on: it means that they did.
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

// A move, a comment, or a variation: an alternative to the move before it.
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
  std::map<std::string, std::string> tags = {};  // except those that follow from the other members
  Elements line = {};
  std::optional<std::array<int, 2>> result = {};  // seeds of South and North; none if the game is unfinished
};

inline constexpr int max_variation_depth = 64;
inline constexpr int max_record_moves = 100'000;  // per record, including variations

// Converts a game to a record. `older` provides the tags, and comments and variations up to the first different move.
Record make_record(const Game& game, const Record* older = nullptr);

// Plays the main line.
Game replay(const Record& record);
// The same, but reuses the rules and kernel of `prototype`, which must have the same rules as the record.
Game replay(const Record& record, const Game& prototype);

// Ends a game in which the main line has been played already the way the record says: if the rules did not end it, a
// result in which one player has all seeds is a forfeit, for the reason in the Termination tag (default: resigned).
// Without a result, players who may play on after a repetition do.
void end_as_recorded(Game& game, const Record& record);

// Replays the record. Throws Error if the budget is exhausted.
std::string to_ogn(const Record& record, Budget* budget = nullptr);

// Reads all games of a text. `find` is called with the Rules tag or else the Variant tag, unless `given` is set: then
// the Variant must be its name or OGN name. Without `budget`, each game has a budget of its own. Throws Error with line
// and column.
std::vector<Record> read_ogn(std::string_view text, const std::string& file, const FindGame& find,
                             const GameDef* given = nullptr, Budget* budget = nullptr);

}  // namespace sow
