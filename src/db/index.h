// A perfect index of boards: every board with n seeds in its pits has its own number below C(n + holes - 1, holes - 1),
// and none is left over.
//
// One side: the boards of p pits with exactly k seeds are ranked by their prefix sums s0 ≤ s1 ≤ … (s_i = seeds in pits
// 0…i) as rank = Σ C(s_i + i, i + 1) for i < p - 1: one table look-up a pit. Moving a seed forward lowers prefix sums
// and raises none, so it strictly lowers the rank: acyclic.h relies on that.
//
// Two sides: boards with n seeds are grouped by the seeds k on the mover's side,
//
//   number = block(n, k) + rank(own) × sides(n - k) + rank(opp),        sides(k) = C(k + p - 1, p - 1).
//
// States: where boards are more than seeds (board/states.h), all boards of state 0 come first, then all of state 1… Pits
// that are owned hold nothing in games that have databases, so boards with seeds there have a number but never occur.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/board.h"
#include "board/states.h"

namespace sow {

class Index {
 public:
  using Wide = unsigned __int128;

  Index(int pits_per_player, int most_seeds, States states = {});
  Index(const Ruleset& rules, int most_seeds) : Index(rules.pits_per_player(), most_seeds, States(rules)) {}

  // Whether ranks of one side fit 64 bits and numbers of boards fit `bits` bits. If not, do not call the rest.
  bool fits(int bits) const;

  int pits() const { return pits_; }
  int most_seeds() const { return most_; }
  const States& states() const { return states_; }

  // Boards of one side with k seeds; boards with n seeds; those of each state.
  std::uint64_t sides(int k) const { return sides_[k]; }
  std::uint64_t size(int n) const { return size_of_state(n) * states_.count(); }
  std::uint64_t size_of_state(int n) const { return level_[n + 1u] - level_[n]; }
  // Boards with fewer than n seeds.
  Wide size_below(int n) const { return level_[n] * states_.count(); }
  std::uint64_t block(int n, int k) const { return block_at(n, k); }

  struct Rank {
    std::uint64_t rank;
    int seeds;
  };

  // The lanes above the pits are left out. Their terms are zero too, so the loop has a fixed length.
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

  // The number of a board in state 0 among those with as many seeds.
  std::uint64_t number(const Rank& own, const Rank& opp) const {
    return block(own.seeds + opp.seeds, own.seeds) + own.rank * sides(opp.seeds) + opp.rank;
  }

  // The number of a board among those with as many seeds.
  struct Place {
    int seeds;
    std::uint64_t number;
  };
  template <int W>
  Place place(const Board<W>& b) const {
    return with_state(b, rank(b.own), rank(b.opp), Board<W>::has_state_lanes);
  }
  Place place(const Position& p) const { return with_state(p, rank(p.pits[0]), rank(p.pits[1]), true); }
  template <int W>
  std::uint64_t number(const Board<W>& b) const {
    return place(b).number;
  }
  // The board of this number, without stores. States must be listed.
  Position position(int seeds, std::uint64_t number) const;

  // The number of a board among all: those with fewer seeds come first, the states of a board follow each other.
  template <int W>
  Wide key(const Board<W>& b) const {
    const Rank own = rank(b.own), opp = rank(b.opp);
    const int n = own.seeds + opp.seeds;
    const Wide key = level_[n] + block_at(n, own.seeds) + Wide{own.rank} * sides(opp.seeds) + opp.rank;
    return states_.count() == 1 ? key : key * states_.count() + states_.number(b);
  }

 private:
  // Eight lanes hold nothing but pits: wider boards may have something beside them.
  template <int N>
  Lanes<N> pits_only(Lanes<N> side) const {
    if constexpr (N > 8)
      for (int k = 0; k < Lanes<N>::words; ++k) side.w[k] &= pit_lanes_.w[k];
    return side;
  }
  template <class AnyBoard>
  Place with_state(const AnyBoard& b, const Rank& own, const Rank& opp, bool can_have_state) const {
    const int n = own.seeds + opp.seeds;
    std::uint64_t place = number(own, opp);
    if (can_have_state && states_.count() > 1) place += states_.number(b) * size_of_state(n);
    return {n, place};
  }
  std::uint64_t term(int i, unsigned sum) const { return terms_[i][sum]; }
  Wide block_at(int n, int k) const { return blocks_[n * stride_ + k]; }

  int pits_, most_;
  std::size_t stride_;
  States states_;
  bool sides_fit_ = true;
  Lanes<32> pit_lanes_;
  // [i][s] = C(s + i, i + 1) for i < pits - 1, for all lanes of the widest board.
  std::array<std::array<std::uint64_t, max_seeds + 2>, 32> terms_{};
  std::vector<std::uint64_t> sides_;
  std::vector<Wide> blocks_, level_;
};

}  // namespace sow
