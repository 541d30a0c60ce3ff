// Entries are found again after growth, survive replacement by worth, and never answer for another board.
#include "search/proof_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "board/layout.h"

namespace sow {
namespace {

constexpr int seeds = 48, moves = 6;
constexpr std::uint64_t all_boards = 1'399'358'844'975;  // with up to 48 seeds in twelve pits
const ProofCode code(seeds, moves);

// A different proof for every number, as far as there are enough.
Proof proof_of(std::uint64_t number) {
  const int low = static_cast<int>(number % (2 * seeds + 1)) - seeds;
  return {low, seeds, static_cast<int>(number % (moves + 1)) - 1, static_cast<int>(number % 63) + 1};
}
void expect_proof(const Proof& p, std::uint64_t number) {
  const Proof expected = proof_of(number);
  ASSERT_EQ(p.low, expected.low);
  ASSERT_EQ(p.high, expected.high);
  ASSERT_EQ(p.move, expected.move);
  ASSERT_EQ(p.effort, expected.effort);
}

std::vector<std::uint64_t> random_numbers(int count, std::uint64_t boards) {
  Random random(1);
  std::set<std::uint64_t> numbers;
  while (std::ssize(numbers) < count) numbers.insert(random() % boards);
  return {numbers.begin(), numbers.end()};
}

TEST(ProofCode, PacksEveryField) {
  for (const int n : {1, 7, 48, 98, max_seeds})
    for (const int count : {1, 6, 64}) {
      const ProofCode any(n, count);
      EXPECT_LE(any.bits(), 32);
      for (const int low : {-n, 0, n})
        for (const int move : {no_move, 0, count - 1})
          for (const int effort : {1, 63}) {
            const Proof p = any.unpack(any.pack({low, n, move, effort}));
            EXPECT_TRUE(any.valid(p));
            EXPECT_EQ(p.low, low);
            EXPECT_EQ(p.high, n);
            EXPECT_EQ(p.move, move);
            EXPECT_EQ(p.effort, effort);
          }
      for (const Proof& p : {Proof{-n - 1, 0, 0, 1}, Proof{0, n + 1, 0, 1}, Proof{1, 0, 0, 1}, Proof{0, 0, count, 1},
                             Proof{0, 0, -2, 1}, Proof{0, 0, 0, 0}, Proof{0, 0, 0, 64}})
        EXPECT_FALSE(any.valid(p));
    }
}

// The key of a board is never approximate: in a tiny game, every board has a key of its own in tables of every size.
TEST(ProofTable, DistinguishesAllBoards) {
  for (const std::uint64_t boards : {1, 2, 3, 1000, 4095, 4096, 4097})
    for (const std::size_t lines : {1, 3, 64, 700}) {
      ProofTable table(code, boards, lines * 64);
      std::set<ProofTable::Key> keys;
      for (std::uint64_t number = 0; number < boards; ++number) keys.insert(table.scrambled(number));
      ASSERT_EQ(keys.size(), boards);
      for (std::uint64_t number = 0; number < boards; ++number) {
        table.add(number, proof_of(number));
        for (const std::uint64_t other : {number, boards - 1 - number, number / 2}) {
          const Proof found = table.probe(table.scrambled(other));
          if (found.known()) expect_proof(found, other);
        }
      }
    }
}

TEST(ProofTable, KeepsEntriesWhenItGrows) {
  constexpr std::size_t max_bytes = std::size_t{100} << 20;
  ProofTable table(code, all_boards, max_bytes);
  const auto numbers = random_numbers(100'000, all_boards);
  for (const std::uint64_t number : numbers) table.add(number, proof_of(number));
  for (const std::size_t bytes : {table.bytes(), std::size_t{20'000'000}, std::size_t{64} << 20, max_bytes}) {
    table.grow(bytes);
    EXPECT_LE(table.bytes(), max_bytes);
    for (const std::uint64_t number : numbers) {
      const Proof found = table.probe(table.scrambled(number));
      ASSERT_TRUE(found.known());
      expect_proof(found, number);
    }
    for (const std::uint64_t number : numbers)
      ASSERT_FALSE(table.probe(table.scrambled(all_boards - 1 - number)).known());
  }
  EXPECT_TRUE(table.full_size());
  // A walk over the table finds the same boards.
  std::set<std::uint64_t> found;
  table.for_each(1, [&](std::uint64_t number, const Proof& p) {
    found.insert(number);
    expect_proof(p, number);
  });
  EXPECT_EQ(found.size(), numbers.size());
  int large = 0;
  table.for_each(60, [&](std::uint64_t, const Proof& p) { large += p.effort >= 60 ? 1 : -1000; });
  EXPECT_GT(large, 0);
}

TEST(ProofTable, ReplacesTheLeastEffort) {
  ProofTable table(code, 1000, 64);  // one line of eight entries
  for (std::uint64_t number = 0; number < 20; ++number)
    table.add(number, {0, 1, no_move, 1 + static_cast<int>(number)});
  for (std::uint64_t number = 0; number < 20; ++number)
    EXPECT_EQ(table.probe(table.scrambled(number)).known(), number == 19 || (number >= 12)) << number;
}

TEST(ProofTable, NeedsRoomForItsKeys) {
  EXPECT_TRUE(ProofTable::fits(code, all_boards, 64));
  const Index::Wide many = Index::Wide{1} << 58;
  EXPECT_FALSE(ProofTable::fits({98, 7}, many, 1 << 20));
  EXPECT_TRUE(ProofTable::fits({98, 7}, many, 1 << 30));
}

}  // namespace
}  // namespace sow
