#include "study/hint.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "rules/catalog.h"

namespace sow {
namespace {

std::string hint_for(const std::string& name, const std::string& position, Move move, const Margin& margin) {
  const GameDef def = find_game(name);
  const Game game(def, position.empty() ? start_position(def.rules) : parse_position(position, def.rules));
  Analysis analysis;
  analysis.lines.push_back({.move = move, .margin = margin, .searched = true, .pv = {move}});
  return hint(game, analysis);
}

TEST(Hint, SaysWhatSpeaksForTheMove) {
  EXPECT_EQ(hint_for("owari", "", 4, Margin::exactly(2)),
            "E4: captures nothing; no reply takes anything; worth +2 from here (proven)");
  EXPECT_EQ(hint_for("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S", 1, Margin::estimate(150)),
            "B1: captures 3; no reply takes anything; worth about +1.5 from here (estimated)");
  EXPECT_EQ(hint_for("owari", "4-4-3-3-0-4-4-3-3-3-3-0-1-1-S", 1, Margin::at_most(-seed_value)),
            "B1: captures nothing; the best reply takes 4; worth at most -1 from here (proven)");
  EXPECT_EQ(hint_for("kalah", "", 2, Margin::at_least(seed_value)),
            "C2: captures nothing; you move again; worth at least +1 from here (proven)");
  EXPECT_EQ(hint_for("owari", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", 5, Margin::exactly(0)),
            "F5: captures nothing; it ends the game; worth nothing from here (proven)");
}

}  // namespace
}  // namespace sow
