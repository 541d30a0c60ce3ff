// Plays the whole games of tests/data/games.txt: only a game with its history knows repetitions and quiet plies.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"
#include "support/suite.h"

namespace sow {
namespace {

// "MOVES over REASON S-N", as far as the moves can be played.
std::string played(Game game, const std::string& letters) {
  std::string text;
  for (const auto word : split_moves(letters)) {
    const Move move = parse_move(word, game.rules(), game.position().mover);
    if (game.play(move) != Legality::ok) return fmt::format("{} then {} cannot be played", text, word);
    text += word;
  }
  const auto& ending = game.ending();
  if (!ending) return text;
  return fmt::format("{} over {} {}-{}", text, reason_word(ending->reason), ending->seeds[0], ending->seeds[1]);
}

TEST(Suites, WholeGames) {
  std::map<std::string, GameDef> games;
  std::set<std::string> reasons;
  for (const auto& line : tests::read_suite("games.txt")) {
    SCOPED_TRACE(line.place);
    std::istringstream in(line.text);
    std::string name, position, rest, moves, over, reason;
    in >> name >> position;
    std::getline(in >> std::ws, rest);
    std::istringstream(rest) >> moves >> over >> reason;
    const GameDef& def = games.try_emplace(name, tests::game_of_suite(name)).first->second;
    EXPECT_EQ(played(Game(def, parse_position(position, def.rules)), moves), rest);
    reasons.insert(reason);
  }
  EXPECT_EQ(reasons, (std::set<std::string>{"even", "majority", "quiet", "repetition", "side-empty", "stuck"}));
  for (const auto& name : builtin_names()) EXPECT_TRUE(games.contains(name)) << name;
}

}  // namespace
}  // namespace sow
