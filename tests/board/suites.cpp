// Runs the test suites in tests/data on both kernels.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>

#include "board/kernel.h"
#include "board/notation.h"
#include "board/reference.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/suite.h"

namespace sow {
namespace {

using tests::read_suite;
using tests::SuiteLine;

struct Kernels {
  Kernels(const Ruleset& rules, int total) : reference(rules), fast(make_kernel(rules, total)) {}

  ReferenceKernel reference;
  std::unique_ptr<AnyKernel> fast;
};

// Cached: a suite has thousands of lines but few games.
const GameDef& game_of(const std::string& name) {
  static std::map<std::string, GameDef> games;
  const auto known = games.find(name);
  return known != games.end() ? known->second : games.emplace(name, tests::game_of_suite(name)).first->second;
}

std::string word_of(Legality legality) {
  switch (legality) {
    case Legality::ok: return "ok";
    case Legality::over: return "over";
    case Legality::no_such_pit: return "no-such-pit";
    case Legality::empty: return "empty";
    case Legality::single: return "single";
    case Legality::owned: return "owned";
    case Legality::closed: return "closed";
    case Legality::two: return "two";
    case Legality::facing: return "facing";
    case Legality::undo: return "undo";
    case Legality::opening: return "opening";
    case Legality::short_of_reach: return "reach";
    case Legality::must_capture:
    case Legality::reverse: return "no-capture";
    case Legality::starves: return "starves";
    case Legality::slams: return "slams";
  }
  return "?";
}

// "over REASON S-N", or empty.
std::string ending_text(const ReferenceKernel& kernel, const Position& p) {
  const auto ending = kernel.ending(p);
  if (!ending) return "";
  return fmt::format("over {} {}-{}", reason_word(ending->reason), ending->seeds[0], ending->seeds[1]);
}

// "MOVE DIAGRAM [over REASON S-N]". Checks that both kernels agree.
std::string move_line(const Kernels& kernels, const Position& p, Move move) {
  Position after = p, same = p;
  kernels.reference.play_unchecked(after, move);
  kernels.fast->play(same, move);
  EXPECT_EQ(after, same);
  const auto ending = ending_text(kernels.reference, after);
  return fmt::format("{} {}{}{}", move_text(kernels.reference.rules(), p, move),
                     diagram(kernels.reference.rules(), after), ending.empty() ? "" : " ", ending);
}

// The part after the | in a line that lists all moves.
std::string all_moves(const Kernels& kernels, const Position& p) {
  if (const auto ending = ending_text(kernels.reference, p); !ending.empty()) return ending;
  EXPECT_EQ(kernels.reference.moves(p), kernels.fast->moves(p));
  std::string text;
  // Ordered by pit, forward before backward.
  const Layout layout(kernels.reference.rules());
  const MoveSet moves = kernels.reference.moves(p);
  for (int pit = 0; pit < layout.pits(); ++pit)
    for (const bool reversed : {false, true})
      if (const Move move = layout.move_of(pit, reversed); move != no_move && has(moves, move))
        text += (text.empty() ? "" : "; ") + move_line(kernels, p, move);
  return text;
}

std::string one_move(const Kernels& kernels, const Position& p, const std::string& letter) {
  Move move = no_move;
  try {
    move = parse_move(letter, kernels.reference.rules(), p.mover);
  } catch (const std::exception&) {
    return letter + " illegal no-such-pit";
  }
  const auto legality = kernels.reference.legality(p, move);
  return legality == Legality::ok ? move_line(kernels, p, move) : letter + " illegal " + word_of(legality);
}

void run_moves(const std::vector<SuiteLine>& lines) {
  for (const SuiteLine& line : lines) {
    SCOPED_TRACE(line.location);
    std::istringstream in(line.text);
    std::string game, position, first, rest;
    in >> game >> position >> first;
    std::getline(in >> std::ws, rest);
    const Ruleset& rules = game_of(game).rules;
    const Position p = parse_position(position, rules);
    EXPECT_EQ(diagram(rules, p), position);
    const Kernels kernels(rules, p.total());
    if (first == "|")
      EXPECT_EQ(all_moves(kernels, p), rest);
    else
      EXPECT_EQ(one_move(kernels, p, first), first + " " + rest);
  }
}

TEST(Suites, MovesOfTheOracle) { run_moves(read_suite("moves.txt")); }
TEST(Suites, Examples) { run_moves(read_suite("examples.txt")); }

TEST(Suites, TestVectors) {
  const auto lines = tests::read_vectors(true);
  if (lines.empty()) GTEST_SKIP() << "SOW_VECTORS names no folder; ctest -R vectors sets it";
  run_moves(lines);
}

TEST(Suites, EachGameHasAnExample) {
  std::map<std::string, int> examples;
  for (const auto& line : read_suite("examples.txt")) ++examples[line.text.substr(0, line.text.find(' '))];
  for (const auto& line : read_suite("moves.txt")) ++examples[line.text.substr(0, line.text.find(' '))];
  for (const auto& name : builtin_names()) EXPECT_GT(examples[name], 0) << name;
}

void run_perft(const std::string& suite, bool with_reference) {
  for (const SuiteLine& line : read_suite(suite)) {
    std::istringstream in(line.text);
    std::string game, position;
    int depth = 0;
    std::uint64_t count = 0;
    in >> game >> position >> depth >> count;
    ASSERT_FALSE(in.fail()) << line.location;
    if (!tests::thorough && count > 500) continue;
    const Ruleset& rules = game_of(game).rules;
    const Position p = parse_position(position, rules);
    const Kernels kernels(rules, p.total());
    EXPECT_EQ(kernels.fast->perft(p, depth), count) << line.location;
    if (with_reference && count <= 50'000) {
      EXPECT_EQ(kernels.reference.perft(p, depth), count) << line.location;
    }
  }
}

TEST(Suites, Perft) { run_perft("perft.txt", true); }
TEST(Suites, PerftDeep) { run_perft("perft_deep.txt", false); }

}  // namespace
}  // namespace sow
