// All one-sided boards, packed once, to enumerate the boards of a level without unranking each of them.
#pragma once

#include <vector>

#include "db/index.h"

namespace sow {

template <int W>
class Sides {
 public:
  // The number of a side among all sides, those with fewer seeds first.
  using Side = std::uint32_t;

  // Adds the sides with up to this many seeds.
  void grow(const Index& index, int seeds) {
    for (int k = static_cast<int>(first_.size()) - 1; k <= seeds; ++k) {
      first_.push_back(first_.back() + static_cast<Side>(index.sides(k)));
      sides_.reserve(first_.back());
      for (std::uint64_t r = 0; r < index.sides(k); ++r) {
        const Pits pits = index.unrank(r, k);
        Lanes<W> side{};
        for (int i = 0; i < index.pits(); ++i) side.add(i, pits[i]);
        sides_.push_back(side);
      }
    }
  }

  // The number of the first side with this many seeds. Also valid for one seed more than the largest side.
  Side first(int seeds) const { return first_[seeds]; }
  Side number(int seeds, std::uint64_t rank) const { return first_[seeds] + static_cast<Side>(rank); }

  const Lanes<W>& side(Side number) const { return sides_[number]; }
  const Lanes<W>& side(int seeds, std::uint64_t rank) const { return sides_[number(seeds, rank)]; }

  // The board with these seeds and ranks on the two sides.
  Board<W> board(int own_seeds, std::uint64_t own, int opp_seeds, std::uint64_t opp) const {
    return {side(own_seeds, own), side(opp_seeds, opp)};
  }

  // A row: all boards of a level with the same own side. Their numbers are consecutive.
  struct Row {
    int own_seeds, opp_seeds;
    std::uint64_t own;    // rank of the mover's side
    std::uint64_t first;  // number of its first board
    std::uint64_t boards;
  };
  static std::uint64_t rows(const Index& index, int seeds) {
    std::uint64_t sum = 0;
    for (int k = 0; k <= seeds; ++k) sum += index.sides(k);
    return sum;
  }
  static Row row(const Index& index, int seeds, std::uint64_t number) {
    int k = 0;
    for (; number >= index.sides(k); ++k) number -= index.sides(k);
    const std::uint64_t boards = index.sides(seeds - k);
    return {k, seeds - k, number, index.block(seeds, k) + number * boards, boards};
  }
  // The row that contains this board.
  static Row row_of(const Index& index, int seeds, std::uint64_t board) {
    int k = 0;
    while (k < seeds && index.block(seeds, k + 1) <= board) ++k;
    const std::uint64_t boards = index.sides(seeds - k), own = (board - index.block(seeds, k)) / boards;
    return {k, seeds - k, own, index.block(seeds, k) + own * boards, boards};
  }

 private:
  std::vector<Side> first_{0};  // [seeds]
  std::vector<Lanes<W>> sides_;
};

}  // namespace sow
