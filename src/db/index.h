// A perfect index of boards: numbers the boards with n seeds in their pits from 0 to C(n + holes - 1, holes - 1) - 1,
// without gaps.
//
// One side: the boards of p pits with exactly k seeds are ranked by their prefix sums s0 ≤ s1 ≤ … (s_i = seeds in pits
// 0…i) as rank = Σ C(s_i + i, i + 1) for i < p - 1, which takes one table lookup per pit. Moving a seed forward lowers
// prefix sums and raises none, so it strictly lowers the rank. acyclic.h relies on that.
//
// Two sides: boards with n seeds are grouped by the seeds k on the mover's side,
//
//   number = block(n, k) + rank(own) × sides(n - k) + rank(opp),        sides(k) = C(k + p - 1, p - 1).
//
// A level that cannot occur (db/kind.h) is empty: it has no numbers, although its boards have keys.
//
// States: in games with owned pits (board/states.h), all boards of state 0 come first, then all boards of state 1, and
// so on. In games with databases, owned pits are always empty: boards with seeds in an owned pit have a number but
// never occur.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/platform.h"
#include "board/board.h"
#include "board/states.h"
#include "db/kind.h"

namespace sow {

class Index {
 public:
  using Wide = sow::Wide;

  Index(int pits_per_player, int max_seeds, States states = {}, SeedParity parity = SeedParity::any);
  Index(const Ruleset& rules, int max_seeds)
      : Index(rules.pits_per_player(), max_seeds, States(rules), seed_parity(rules)) {}

  // Whether the ranks of one side fit in 64 bits and the numbers of boards in `bits` bits. If not, the index cannot be
  // used.
  bool fits(int bits) const;

  int pits() const { return pits_; }
  int max_seeds() const { return max_; }
  const States& states() const { return states_; }

  // Whether n seeds can be in the pits in a game from the start position.
  bool occurs(int n) const { return ((n ^ odd_) & parity_mask_) == 0; }

  // Number of one-sided boards with k seeds, of boards with n seeds, and of boards with n seeds in one state.
  std::uint64_t sides(int k) const { return sides_[k]; }
  std::uint64_t size(int n) const { return occurs(n) ? size_of_state(n) * states_.count() : 0; }
  std::uint64_t size_of_state(int n) const { return level_[n + 1u] - level_[n]; }
  // Number of boards with fewer than n seeds.
  Wide size_below(int n) const { return level_[n] * states_.count(); }
  std::uint64_t block(int n, int k) const { return block_at(n, k); }

  struct Rank {
    std::uint64_t rank;
    int seeds;
  };

  // Lanes above the pits are masked out. Their terms are zero, so the loop has a fixed length.
  template <int N>
  Rank rank(const Lanes<N>& side) const {
    const Lanes<N> sums = pits_only(side).prefix_sums();
    std::uint64_t rank = 0;
    for (int i = 0; i < N - 1; ++i) rank += term(i, sums.get(i));
    return {rank, static_cast<int>(sums.get(N - 1))};
  }
  Rank rank(const Pits& side) const {
    std::uint64_t rank = 0;
    unsigned sum = 0;
    for (int i = 0; i < pits_; ++i) rank += term(i, sum += side[i]);
    return {rank, static_cast<int>(sum)};
  }
  Pits unrank(std::uint64_t rank, int seeds) const;

  // The number, within its level, of the board with these sides in state 0.
  std::uint64_t number(const Rank& own, const Rank& opp) const {
    return block(own.seeds + opp.seeds, own.seeds) + own.rank * sides(opp.seeds) + opp.rank;
  }

  // The level of a board and its number within the level.
  struct Address {
    int seeds;
    std::uint64_t number;
  };
  template <int W>
  Address address(const Board<W>& b) const {
    return with_state(b, rank(b.own), rank(b.opp), Board<W>::has_state_lanes);
  }
  Address address(const Position& p) const { return with_state(p, rank(p.pits[0]), rank(p.pits[1]), true); }
  template <int W>
  std::uint64_t number(const Board<W>& b) const {
    return address(b).number;
  }
  // The board with this number, without stores. The states must be listed.
  Position position(int seeds, std::uint64_t number) const;

  // The number of a board among the boards of all levels: smaller levels first, the states of a board next to each
  // other.
  template <int W>
  Wide key(const Board<W>& b) const {
    const Rank own = rank(b.own), opp = rank(b.opp);
    const int n = own.seeds + opp.seeds;
    const Wide key = level_[n] + block_at(n, own.seeds) + multiply_wide(own.rank, sides(opp.seeds)) + opp.rank;
    return states_.count() == 1 ? key : times(key, states_.count()) + states_.number(b);
  }

 private:
  // Boards of eight lanes contain only pits; wider boards may have other lanes.
  template <int N>
  Lanes<N> pits_only(Lanes<N> side) const {
    if constexpr (N > 8)
      for (int k = 0; k < Lanes<N>::words; ++k) side.w[k] &= pit_lanes_.w[k];
    return side;
  }
  template <class AnyBoard>
  Address with_state(const AnyBoard& b, const Rank& own, const Rank& opp, bool can_have_state) const {
    const int n = own.seeds + opp.seeds;
    std::uint64_t within_level = number(own, opp);
    if (can_have_state && states_.count() > 1) within_level += states_.number(b) * size_of_state(n);
    return {n, within_level};
  }
  static Wide times(Wide a, std::uint64_t b) {
    return (Wide{static_cast<std::uint64_t>(a >> 64) * b} << 64) + multiply_wide(static_cast<std::uint64_t>(a), b);
  }
  std::uint64_t term(int i, unsigned sum) const { return terms_[i][sum]; }
  Wide block_at(int n, int k) const { return blocks_[n * stride_ + k]; }

  int pits_, max_;
  int parity_mask_, odd_;  // 1 if only some levels occur; 1 if those are the odd ones
  std::size_t stride_;
  States states_;
  bool sides_fit_ = true;
  Lanes<32> pit_lanes_;
  // [i][s] = C(s + i, i + 1) for i < pits - 1, for all lanes of the widest board
  std::array<std::array<std::uint64_t, sow::max_seeds + 2>, 32> terms_{};
  std::vector<std::uint64_t> sides_;
  std::vector<Wide> blocks_, level_;
};

}  // namespace sow
