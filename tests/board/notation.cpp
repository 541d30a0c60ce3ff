// Positions and moves as text: round trips and error messages.
#include "board/notation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "board/names.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/random_position.h"
#include "support/random_rules.h"

namespace sow {
namespace {

using Bytes = std::vector<std::uint8_t>;

Ruleset rules_of(const std::string& name) { return find_game(name).rules; }

template <class Read>
std::string error_of(Read&& read) {
  try {
    read();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

void expect_round_trips(const Ruleset& rules, const Position& p) {
  RC_ASSERT(parse_position(diagram(rules, p), rules) == p);
  RC_ASSERT(parse_position(round_list(rules, p), rules) == p);
  RC_ASSERT(parse_position(picture(rules, p), rules) == p);
  RC_ASSERT(parse_position(picture(rules, p, nullptr, *rc::gen::inRange(1, 100)), rules) == p);
  RC_ASSERT(parse_position("# a comment (\n\n  " + diagram(rules, p) + "  # 1-2-3\n", rules) == p);
}

RC_GTEST_PROP(Notation, PositionsOfAllGamesRoundTrip, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const auto& names = builtin_names();
  for (std::size_t i = 0; i < names.size(); i += tests::thorough ? 1 : 1 + choose.below(23)) {
    const Ruleset rules = rules_of(names[i]);
    const int total = 1 + static_cast<int>(choose.below(max_seeds));
    expect_round_trips(rules, tests::random_position(rules, total, choose));
  }
}

RC_GTEST_PROP(Notation, PositionsOfRandomRulesRoundTrip, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  Ruleset rules = tests::random_rules(choose);
  if (choose.one_in(3)) rules = tests::with_closed_pits(rules, choose);
  expect_round_trips(rules, tests::random_position(rules, 1 + static_cast<int>(choose.below(max_seeds)), choose));
}

TEST(Notation, SupportsThreeNotations) {
  const Ruleset owari = rules_of("owari");
  const Position p = parse_position("(1 3 0 2 2 2 6 4 2 1 0 8 1 11)", owari);
  EXPECT_EQ(diagram(owari, p), "1-3-0-2-2-2-4-2-1-0-8-1-6-11-S");
  EXPECT_EQ(round_list(owari, p), "(1 3 0 2 2 2 6 4 2 1 0 8 1 11) S");
  EXPECT_EQ(picture(owari, p),
            "       f12   e11   d10    c9    b8    a7\n"
            "         1     8     0     1     2     4\n"
            "  11                                         6\n"
            "         1     3     0     2     2     2\n"
            "        A0    B1    C2    D3    E4    F5\n"
            "South to move\n");
  EXPECT_EQ(parse_position("1 8 0 1 2 4\n11 6\n1 3 0 2 2 2\n", owari), p);
  EXPECT_EQ(parse_position("(1 3 0 2 2 2 6 4 2 1 0 8 1 11)N", owari).mover, Player::north);
}

// In clockwise games South's first pit is on the right, and the stores are swapped.
TEST(Notation, DrawsClockwiseGames) {
  const Ruleset dakon = rules_of("dakon");
  EXPECT_EQ(picture(dakon, parse_position("1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-N", dakon)),
            "        a8    b9   c10   d11   e12   f13   g14\n"
            "         8     9    10    11    12    13    14\n"
            "  15                                              16\n"
            "         7     6     5     4     3     2     1\n"
            "        G6    F5    E4    D3    C2    B1    A0\n"
            "North to move\n");
}

// Narrow terminals get narrow boards, eventually with letters only.
TEST(Notation, FitsThePictureToTheWidth) {
  const Ruleset owari = rules_of("owari"), hus = rules_of("hus");
  const Position p = parse_position("(1 3 0 2 2 2 6 4 2 1 0 8 1 11)", owari);
  EXPECT_EQ(picture(owari, p, nullptr, 46), picture(owari, p));
  EXPECT_EQ(picture(owari, p, nullptr, 32),
            "     f12 e11 d10  c9  b8  a7\n"
            "       1   8   0   1   2   4\n"
            "  11                           6\n"
            "       1   3   0   2   2   2\n"
            "      A0  B1  C2  D3  E4  F5\n"
            "South to move\n");
  EXPECT_EQ(picture(owari, p, nullptr, 20),
            "   f e d c b a\n"
            "   1 8 0 1 2 4\n"
            "11             6\n"
            "   1 3 0 2 2 2\n"
            "   A B C D E F\n"
            "South to move\n");
  const std::string board = picture(hus, start_position(hus), nullptr, 30);
  EXPECT_EQ(board.substr(0, board.find('\n')), "     i  j  k  l  m  n  o  p");
}

TEST(Notation, RejectsBadTypedMoves) {
  const auto error = [](const char* game, const char* text, Player mover) {
    return error_of([&] { parse_typed_move(text, rules_of(game), mover, 0); });
  };
  EXPECT_EQ(error("hus", "3", Player::south), "'3' is not a pit of South; use A to P, or x1 to x16");
  EXPECT_EQ(error("hus", "3", Player::north), "'3' is not a pit of North; use a to p, or y1 to y16");
  EXPECT_EQ(error("owari", "z", Player::north), "'z' is not a pit of North; use a to f, or 7 to 12");
}

TEST(Notation, RejectsBadPositions) {
  const Ruleset owari = rules_of("owari"), hus = rules_of("hus");
  const auto error = [&](const std::string& text) {
    return error_of([&] { parse_position(text, owari, "setup.txt"); });
  };
  EXPECT_EQ(error(""), "setup.txt: the position is empty");
  EXPECT_EQ(error("# nothing\n"), "setup.txt: the position is empty");
  EXPECT_EQ(error("3-3-3"), "setup.txt:1:1: a diagram of this game needs 15 fields, not 3");
  EXPECT_EQ(error("\n  3-3-3-3-3-3-3-3-3-3-3-x-0-0-S"), "setup.txt:2:25: 'x' is not a number of seeds");
  EXPECT_EQ(error("3-3-3-3-3-3-3-3-3-3-3-3-0-0-W"), "setup.txt:1:29: the last field of a diagram must be S or N");
  EXPECT_EQ(error("3-3-3-3-3-3-3-3-3-3-3-3-0-256-S"), "setup.txt:1:27: a hole can hold at most 255 seeds");
  EXPECT_EQ(error("3-3-3-3-3-3-3-3-3-3-3-3-0-9999999999999999999999-S"),
            "setup.txt:1:27: a hole can hold at most 255 seeds");
  EXPECT_EQ(error("3-3-3-3-3-3--3-3-3-3-3-3-0-S"), "setup.txt:1:13: '' is not a number of seeds");
  EXPECT_EQ(error("3-3-3-3-3-3-3-3-3-3-3-3-0-0-S S"), "setup.txt:1:31: a diagram must be a single word");
  EXPECT_EQ(error("99-99-99-3-3-3-3-3-3-3-3-3-0-0-S"), "setup.txt:1:1: 324 seeds in total; at most 255 are supported");
  EXPECT_EQ(error("0-0-0-0-0-0-0-0-0-0-0-0-0-0-S"), "setup.txt:1:1: the position has no seeds");
  EXPECT_EQ(error("(1 3 0 2 2 2 6 4 2 1 0 8 1"), "setup.txt:1:26: missing closing parenthesis");
  EXPECT_EQ(error("("), "setup.txt:1:1: missing closing parenthesis");
  EXPECT_EQ(error("(1 3 0 2 2 2 6 4 2 1 0 8 1)"), "setup.txt:1:27: a list for this game needs 14 numbers, not 13");
  EXPECT_EQ(error("(1 3 0 2 2 2 6 4 2 1 0 8 1 11 9)"), "setup.txt:1:31: a list for this game needs 14 numbers, not 15");
  EXPECT_EQ(error("(1 3 0 2 2 2 6\n -4 2 1 0 8 1 11)"), "setup.txt:2:2: a hole cannot hold a negative number of seeds");
  EXPECT_EQ(error("(1 3 0 2 2 2 6 4 2 1 0 8 1 11) E"), "setup.txt:1:32: only S or N may follow the list");
  EXPECT_EQ(error("(1 3 0 2 2 2 6 4 2 1 0 8 1 11) S N"), "setup.txt:1:34: nothing may follow the mover");
  EXPECT_EQ(error("1 2 3"), "setup.txt:1:1: a picture of this game needs 3 lines of numbers, not 1");
  EXPECT_EQ(error("1 2 3 4 5 6\n0 0\n1 2 3 4 5\n"), "setup.txt:3:9: this line needs 6 numbers, not 5");
  EXPECT_EQ(error("1 2 3 4 5 6\n0 0 0\n1 2 3 4 5 6\n"), "setup.txt:2:5: this line needs 2 numbers, not 3");
  EXPECT_EQ(error("1 2 3 4 5 6\n0 0\n1 2 3 4 5 6 7\n"), "setup.txt:3:13: this line needs 6 numbers, not 7");
  EXPECT_EQ(error("hello 3\n"), "setup.txt:1:1: a line must contain either seeds or labels");
  EXPECT_EQ(error("hello\n"), "setup.txt:1:1: not a position; expected something like 3-3-3-3-3-3-3-3-3-3-3-3-0-0-S");
  EXPECT_EQ(error_of([&] { parse_position("1 2 3", owari); }),
            "line 1, column 1: a picture of this game needs 3 lines of numbers, not 1");
  EXPECT_EQ(
      error_of([&] { parse_position("2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-1-0-S", hus); }),
      "line 1, column 1: this game has no stores");
}

TEST(Notation, RejectsImpossibleOwners) {
  const Ruleset toguz = rules_of("toguz-kumalak:pits=4");
  const auto error = [&](const std::string& text) { return error_of([&] { parse_position(text, toguz); }); };
  EXPECT_EQ(error("0n-1-1-1-1-0s-1-1-0-0-S"), "no error");
  EXPECT_EQ(error("1-0s-1-1-1-1-1-1-0-0-S"), "line 1, column 3: this pit cannot be owned by that player");
  EXPECT_EQ(error("1-1-1-0n-1-1-1-1-0-0-S"), "line 1, column 7: this pit cannot be owned by that player");
  EXPECT_EQ(error("1-1-1-1-0s-0s-1-1-0-0-N"), "line 1, column 1: a player can own at most 1 pits in this game, not 2");
  EXPECT_EQ(error("1-0n-1-1-1-0s-1-1-0-0-N"), "line 1, column 1: the players cannot own these pits at the same time");
}

TEST(Notation, RejectsNonsense) {
  const Ruleset owari = rules_of("owari");
  for (const std::string& text :
       {std::string("\0\0", 2), std::string(1 << 20, '('), std::string(1 << 20, '-'), std::string(1 << 20, '1'),
        std::string("\xff\xfe-\x80"), std::string("S"), std::string("N\nS\n"), std::string("-"), std::string(")(")}) {
    const auto error = error_of([&] { parse_position(text, owari); });
    EXPECT_NE(error, "no error");
    EXPECT_LT(error.size(), 200u);
    EXPECT_EQ(error.find('\xff'), std::string::npos);
  }
}

TEST(Notation, ParsesCanonicalMoves) {
  for (const auto& name : builtin_names()) {
    const Ruleset rules = rules_of(name);
    Position p = start_position(rules);
    for (const Player mover : {Player::south, Player::north}) {
      p.mover = mover;
      for (Move m = 0; m < rules.pits_per_player(); ++m) EXPECT_EQ(parse_move(move_text(rules, p, m), rules, mover), m);
    }
  }
  const Ruleset oware = rules_of("oware");
  const auto error = [&](const std::string& text, Player mover) {
    return error_of([&] { parse_move(text, oware, mover); });
  };
  EXPECT_EQ(error("a", Player::south), "'a' is not a move for South; use A to F");
  EXPECT_EQ(error("G", Player::south), "'G' is not a move for South; use A to F");
  EXPECT_EQ(error("A", Player::north), "'A' is not a move for North; use a to f");
  EXPECT_EQ(error("", Player::north), "'' is not a move for North; use a to f");
  EXPECT_EQ(error("aa\n", Player::north), "'aa?' is not a move for North; use a to f");
}

TEST(Notation, ParsesTypedMoves) {
  for (const auto& name : builtin_names()) {
    const Ruleset rules = rules_of(name);
    if (rules.reverses()) continue;
    const int n = rules.pits_per_player();
    for (const Player mover : {Player::south, Player::north})
      for (Move m = 0; m < n; ++m) {
        EXPECT_EQ(parse_typed_move(pit_letter(Player::south, m), rules, mover, 0), m);
        EXPECT_EQ(parse_typed_move(pit_letter(Player::north, m), rules, mover, 0), m);
        EXPECT_EQ(parse_typed_move(pit_number(rules, mover, m), rules, mover, 0), m);
        const auto theirs = pit_number(rules, other(mover), m);
        EXPECT_EQ(error_of([&] { parse_typed_move(theirs, rules, mover, 0); }),
                  fmt::format("{} is {}'s pit", theirs, player_name(other(mover))));
      }
  }
  const Ruleset owari = rules_of("owari"), hus = rules_of("hus");
  EXPECT_EQ(parse_typed_move("5", owari, Player::south, 0), 5);
  EXPECT_EQ(parse_typed_move("12", owari, Player::north, 0), 5);
  EXPECT_EQ(parse_typed_move("X16", hus, Player::south, 0), 8);
  EXPECT_EQ(parse_typed_move("y1", hus, Player::north, 0), 7);
  for (const char* text : {"", "6", "13", "-1", "g", "x1", "00", "5 ", "aa", "99999999999999999999999"})
    EXPECT_NE(error_of([&] { parse_typed_move(text, owari, Player::south, 0); }), "no error") << text;
  for (const char* text : {"x0", "x17", "z1", "q", "1", "x", "x1 "})
    EXPECT_NE(error_of([&] { parse_typed_move(text, hus, Player::south, 0); }), "no error") << text;
}

TEST(Notation, IncludesTheMark) {
  const Ruleset rules = rules_of("alemungula");
  const Position p = parse_position("0-0-0-0-0-1-0-0-0-1-0-0-1-N", rules);
  EXPECT_EQ(p.mark, Position::first_barred);
  EXPECT_NE(picture(rules, p).find("North to move, mark 1\n"), std::string::npos);
  const auto wrong = error_of([&] { parse_position("0-0-0-0-0-1-0-0-0-1-0-0-4-N", rules); });
  EXPECT_NE(wrong.find("4 is not a valid mark in this game"), std::string::npos) << wrong;
}

// On four rows pit i faces pit i, and pit i + columns is behind pit i, for both players and directions.
TEST(Notation, FacingPitsHaveTheSameNumberOnFourRows) {
  for (const char* name : {"hus", "owela", "bao-kiarabu", "hus:pits=3"}) {
    const Ruleset rules = rules_of(name);
    const Layout layout(rules);
    const auto number = [&](int row, int column) {
      const Hole hole = layout.rows()[row][column];
      return std::stoi(pit_number(rules, Player(hole.side), hole.pit).substr(1));
    };
    for (int column = 0; column < rules.pits; ++column) {
      const int i = number(2, column);
      EXPECT_EQ(number(1, column), i);
      EXPECT_EQ(number(0, column), i + rules.pits);
      EXPECT_EQ(number(3, column), i + rules.pits);
    }
  }
  const Ruleset hus = rules_of("hus");
  EXPECT_EQ(pit_number(hus, Player::south, 0), "x1");
  EXPECT_EQ(pit_number(hus, Player::south, 15), "x9");
}

}  // namespace
}  // namespace sow
