// Saved proofs: an interrupted solver continues where it was, and files that do not fit are refused.
#include "search/proof_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/random.h"
#include "base/text_file.h"
#include "board/notation.h"
#include "db/kind.h"
#include "rules/catalog.h"
#include "search/solver.h"
#include "support/effort.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

class ProofFile : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "proof";
};

std::vector<std::pair<Move, int>> scores(const Analysis& analysis) {
  std::vector<std::pair<Move, int>> list;
  for (const Line& line : analysis.lines) list.emplace_back(line.move, line.margin.value);
  return list;
}

// Every session has other threads, hash sizes, and endgame tables.
TEST_F(ProofFile, InterruptedProofsEndWithTheSameScores) {
  const GameDef def = find_game("kalah:pits=4,seeds=5");
  const Game game(def);
  const Analysis expected = make_solver(game, {.memory_bytes = 1 << 24})->solve(game, {}, {});
  ASSERT_TRUE(expected.complete);
  Random random(3);
  std::uint64_t nodes = 0;
  Analysis result;
  constexpr int interruptions = tests::thorough ? 20 : 5;
  for (int session = 0; session <= interruptions; ++session) {
    const bool last = session == interruptions;
    Limits limits;
    if (!last) limits.nodes = 1024 + random() % 2048;
    const SolveOptions options{
        .threads = 1 + static_cast<int>(random() % 2),
        .memory_bytes = std::size_t{1} << (15 + random() % 10),
        .table_seeds = static_cast<int>(random() % 6),
        .files = {
            .resume = session == 0 ? "" : path_, .save = path_, .interval = std::chrono::milliseconds(random() % 3)}};
    result = make_solver(game, options)->solve(game, limits, {});
    EXPECT_GT(result.nodes, nodes);
    nodes = result.nodes;
    ASSERT_TRUE(result.margin);
    EXPECT_LE(result.margin->low, expected.margin->low);
    EXPECT_GE(result.margin->high, expected.margin->high);
  }
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(scores(result), scores(expected));
}

TEST_F(ProofFile, FinishedProofsAreFoundAtOnce) {
  const GameDef def = find_game("kalah:pits=4,seeds=4");
  const Game game(def);
  const auto solve = [&](const SolveFiles& files) {
    return make_solver(game, {.memory_bytes = 1 << 24, .table_seeds = 2, .files = files})->solve(game, {}, {});
  };
  const Analysis first = solve({.save = path_}), again = solve({.resume = path_});
  EXPECT_LT(again.nodes - first.nodes, first.nodes / 20);
  EXPECT_EQ(scores(again), scores(first));
}

TEST_F(ProofFile, ServesOtherPositionsOfTheGame) {
  const GameDef def = find_game("kalah:pits=4,seeds=4");
  Game game(def);
  const Analysis start = make_solver(game, {.memory_bytes = 1 << 24, .files = {.save = path_}})->solve(game, {}, {});
  const Line best = start.lines.front();
  for (std::size_t i = 0; i < 2; ++i) ASSERT_EQ(game.play(best.pv[i]), Legality::ok);
  const auto solve = [&](const std::string& resume) {
    return scores(make_solver(game, {.memory_bytes = 1 << 24, .files = {.resume = resume}})->solve(game, {}, {}));
  };
  EXPECT_EQ(solve(path_), solve(""));
}

ProofTable small_table() { return {ProofCode(20, 6), 100'000, 1 << 16}; }

std::string saved_text(const std::string& path, std::uint64_t fingerprint) {
  ProofTable table = small_table();
  for (std::uint64_t number = 0; number < 30; ++number) table.add(number * 997, {-3, 5, 2, 10});
  table.add(5, {-3, 5, 2, 1});  // too little work to be saved
  write_proofs(path, fingerprint, {123, 456}, table);
  return read_text_file(path);
}

TEST_F(ProofFile, KeepsBoundsAndWork) {
  saved_text(path_, 1);
  ProofTable table = small_table();
  const SolveWork work = read_proofs(path_, 1, table);
  EXPECT_EQ(work.nodes, 123u);
  EXPECT_EQ(work.time_ms, 456);
  int boards = 0;
  table.for_each(1, [&](std::uint64_t number, const Proof& p) {
    EXPECT_EQ(number % 997, 0u);
    EXPECT_EQ(p.low, -3);
    EXPECT_EQ(p.high, 5);
    EXPECT_EQ(p.move, 2);
    EXPECT_EQ(p.effort, 10);
    ++boards;
  });
  EXPECT_EQ(boards, 30);
}

TEST_F(ProofFile, RejectsEveryDamagedByte) {
  const std::string text = saved_text(path_, 1);
  const auto read = [&](const std::string& bytes) {
    write_text_file(path_, bytes);
    ProofTable table = small_table();
    read_proofs(path_, 1, table);
  };
  EXPECT_NO_THROW(read(text));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string bytes = text;
    bytes[i] = static_cast<char>(bytes[i] ^ 1 << i % 8);
    EXPECT_THROW(read(bytes), Error) << i;
  }
  for (std::size_t size = 0; size < text.size(); size += 7) EXPECT_THROW(read(text.substr(0, size)), Error) << size;
  EXPECT_THROW(read(text + "1234567890123456"), Error);
}

std::string message(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST_F(ProofFile, SaysWhyAFileIsRefused) {
  std::string text = saved_text(path_, 1);
  ProofTable table = small_table();
  const auto why = [&](std::uint64_t fingerprint) { return message([&] { read_proofs(path_, fingerprint, table); }); };
  EXPECT_EQ(why(2), path_ + " belongs to a game with different rules");
  text[8] = 9;
  write_text_file(path_, text);
  EXPECT_EQ(why(1), path_ + " has format version 9, but this program reads version 1");
  write_text_file(path_, std::string(100, 'x'));
  EXPECT_EQ(why(1), path_ + " was not saved by `sow solve --save`");
  write_text_file(path_, "");
  EXPECT_EQ(why(1), path_ + " is damaged: the file is truncated");
}

TEST_F(ProofFile, CannotSaveIntoAMissingFolder) {
  const GameDef def = find_game("kalah:pits=3,seeds=2");
  const Game game(def);
  const SolveOptions options{.memory_bytes = 1 << 20, .files = {.save = folder_.path() / "missing" / "proof"}};
  EXPECT_THROW(make_solver(game, options)->solve(game, {}, {}), Error);
}

}  // namespace
}  // namespace sow
