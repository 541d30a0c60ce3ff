// Plays the games in tests/data/games.txt, including endings by repetition and quiet plies.
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

// "MOVES over REASON S-N", up to the first illegal move.
std::string played(Game game, const std::string& letters) {
  std::string text;
  for (const auto word : split_moves(letters)) {
    const Move move = parse_move(word, game.rules(), game.position().mover);
    if (game.play(move) != Legality::ok) return fmt::format("{} then {} is illegal", text, word);
    text += word;
  }
  const auto& ending = game.ending();
  if (!ending) return text;
  return fmt::format("{} over {} {}-{}", text, reason_word(ending->reason), ending->seeds[0], ending->seeds[1]);
}

void run_games(const std::vector<tests::SuiteLine>& lines) {
  std::map<std::string, GameDef> games;
  std::set<std::string> reasons;
  for (const auto& line : lines) {
    SCOPED_TRACE(line.location);
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

TEST(Suites, WholeGames) { run_games(tests::read_suite("games.txt")); }

TEST(Suites, TestVectors) {
  const auto lines = tests::read_vectors(false);
  if (lines.empty()) GTEST_SKIP() << "SOW_VECTORS names no folder; ctest -R vectors sets it";
  run_games(lines);
}

}  // namespace
}  // namespace sow
