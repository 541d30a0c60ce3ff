// Corner cases that occur in no built-in game.
#include "board/reference.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "rules/catalog.h"

namespace sow {
namespace {

std::string after(const std::string& toml, const std::string& position, const std::string& move) {
  const auto game = parse_game(toml, "test.toml", [](const std::string& name) { return find_game(name); });
  const ReferenceKernel kernel(game.rules);
  Position p = parse_position(position, game.rules);
  const Move m = parse_move(move, game.rules, p.mover);
  EXPECT_EQ(kernel.legality(p, m), Legality::ok);
  kernel.play_unchecked(p, m);
  return diagram(game.rules, p);
}

// The pit that was lifted is empty, and ends the chain behind the sown pits.
TEST(ReferenceKernel, EmptyPitEndsAChain) {
  const std::string toml =
      "name = \"x\"\nextends = \"oware\"\n[[land]]\ntake = [\"pit\"]\nchain = \"back\"\n[turn]\nfeed = \"no\"\n";
  EXPECT_EQ(after(toml, "1-1-0-3-0-0-9-0-1-1-0-1-10-21-S", "D"), "1-1-0-0-0-0-0-0-1-1-0-1-22-21-N");
}

TEST(ReferenceKernel, ChainGoesAroundAtMostOnce) {
  const std::string toml =
      "name = \"x\"\nextends = \"oware\"\n[board]\npits = 2\n[sow]\nskip_origin = false\n[[land]]\ntake = [\"pit\"]\n"
      "chain = \"back\"\n[turn]\nfeed = \"no\"\ngrand_slam = \"allowed\"\n";
  EXPECT_EQ(after(toml, "5-1-1-1-0-0-S", "A"), "0-0-0-0-8-0-N");
}

TEST(ReferenceKernel, PitsFaceEachOtherOnBothSides) {
  const std::string toml = "name = \"x\"\nextends = \"endodoi\"\n[[land]]\nat = \"theirs\"\ntake = [\"opposite\"]\n";
  EXPECT_EQ(after(toml, "0-0-0-4-3-1-1-0-0-0-0-0-20-19-S", "D"), "0-0-0-0-0-2-2-1-0-0-0-0-24-19-N");
}

}  // namespace
}  // namespace sow
