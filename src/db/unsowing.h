// Finds the boards that may lead to a board by a quiet move, by un-sowing: taking the seeds back out of the holes they
// fell into.
//
// The player who moved sowed some seeds into their own pits and gave the others to the opponent's first pits on the
// track. So un-sowing changes each side independently, and two lists per side are computed once per level:
//
//     ways      as the side of the player who moved: the side before the move, for each lifted pit and number of seeds
//               given to the opponent, sorted by that number
//     without   as the opponent's side: the side without the first seed given, without the first two, and so on
//
// Candidates are combined from the two lists. Whether the rules allow the move, and whether it is quiet, is not checked
// here.
#pragma once

#include <algorithm>
#include <vector>

#include "board/kernel.h"
#include "db/sides.h"

namespace sow {

template <int W>
class Unsowing {
 public:
  using Side = typename Sides<W>::Side;

  // Prepares the lists for boards with this many seeds. `sides` must contain them and outlive this object.
  void prepare(const Kernel<W>& kernel, const Index& index, const Sides<W>& sides, int seeds) {
    seeds_ = seeds;
    sides_ = &sides;
    rows_.clear();
    ways_.clear();
    without_.clear();
    lists_.clear();
    max_ways_ = 0;
    for (int k = 0; k <= seeds; ++k)
      for (std::uint64_t r = 0; r < index.sides(k); ++r) {
        // The part of a board's number that depends on its own side; unsigned arithmetic may wrap around.
        rows_.push_back(index.block(seeds, k) + r * index.sides(seeds - k) - sides.first(seeds - k));
        lists_.push_back({ways_.size(), without_.size()});
        add_ways(kernel, index, sides.side(k, r), seeds - k);
        add_without(kernel, index, sides.side(k, r));
        max_ways_ = std::max<std::size_t>(max_ways_, ways_.size() - lists_.back().ways);
      }
    lists_.push_back({ways_.size(), without_.size()});
  }

  std::uint64_t number(Side own, Side opp) const { return rows_[own] + opp; }

  // Iterates over boards in the order of their numbers.
  class Cursor {
   public:
    Cursor(const Unsowing& unsowing, const typename Sides<W>::Row& row)
        : unsowing_(unsowing),
          own_(unsowing.sides_->number(row.own_seeds, row.own)),
          opp_seeds_(row.opp_seeds),
          first_(row.first),
          end_(row.first + row.boards) {}

    // Only moves forward.
    void advance_to(std::uint64_t number) {
      while (number >= end_) {
        const Sides<W>& sides = *unsowing_.sides_;
        if (++own_ == sides.first(unsowing_.seeds_ - opp_seeds_ + 1)) --opp_seeds_;
        first_ = end_;
        end_ += sides.first(opp_seeds_ + 1) - sides.first(opp_seeds_);
      }
    }
    Side own() const { return own_; }
    Side opp(std::uint64_t number) const { return unsowing_.sides_->number(opp_seeds_, number - first_); }

   private:
    const Unsowing& unsowing_;
    Side own_;
    int opp_seeds_;
    std::uint64_t first_, end_;  // numbers of the row
  };
  Cursor cursor(const Index& index, std::uint64_t number) const {
    return {*this, Sides<W>::row_of(index, seeds_, number)};
  }

  // Calls visit(own side, other side, pit) for each board from which lifting the pit may lead to this one.
  template <class Visit>
  void each(Side own, Side opp, Visit&& visit) const {
    const Side* const without = without_.data() + lists_[own].without;
    const std::size_t count = lists_[own + 1].without - lists_[own].without;
    for (const Way *way = ways_.data() + lists_[opp].ways, *end = ways_.data() + lists_[opp + 1].ways;
         way != end && way->given < count; ++way)
      visit(way->before, without[way->given], way->pit);
  }
  void prefetch(Side own, Side opp) const {
    __builtin_prefetch(without_.data() + lists_[own].without);
    __builtin_prefetch(ways_.data() + lists_[opp].ways);
  }
  // Upper bound on the number of predecessors of a board.
  std::size_t max_ways() const { return max_ways_; }

 private:
  struct Way {
    Side before;
    std::uint8_t given, pit;
  };

  struct Lists {
    std::size_t ways, without;
  };

  void add_ways(const Kernel<W>& kernel, const Index& index, const Lanes<W>& after, int max_given) {
    const std::vector<Hole>& track = kernel.layout().track();
    const Ruleset& rules = kernel.rules();
    for (std::size_t start = 0; start < track.size() && track[start].side == 0; ++start) {
      const int origin = track[start].pit;
      const bool empty = after.get(origin) == 0;
      if (rules.first == First::next) {
        if (empty || !rules.skip_origin) add_ways_from(kernel, index, start, after, 0, max_seeds, max_given);
      } else if (empty) {  // a single seed went to the next hole
        add_ways_from(kernel, index, start, after, 0, 1, max_given);
      } else {  // the first of several seeds stayed
        Lanes<W> before = after;
        before.take(origin, 1);
        add_ways_from(kernel, index, start, before, 1, max_seeds, max_given);
      }
    }
    std::sort(ways_.begin() + lists_.back().ways, ways_.end(),
              [](const Way& a, const Way& b) { return a.given < b.given; });
  }

  // Takes back the seeds sown after the hole `start`, one by one. `lifted` seeds of the move have been taken back, and
  // it had at most `max_lifted`.
  void add_ways_from(const Kernel<W>& kernel, const Index& index, std::size_t start, Lanes<W> before, int lifted,
                     int max_lifted, int max_given) {
    const std::vector<Hole>& track = kernel.layout().track();
    const int origin = track[start].pit;
    int given = 0;
    for (std::size_t at = start; lifted < max_lifted;) {
      at = at + 1 == track.size() ? 0 : at + 1;
      if (kernel.rules().skip_origin && at == start) continue;
      if (track[at].side == 0) {
        if (before.get(track[at].pit) == 0) return;
        before.take(track[at].pit, 1);
      } else if (++given > max_given) {
        return;
      }
      ++lifted;
      if (before.get(origin) != 0) continue;
      Lanes<W> whole = before;
      whole.add(origin, lifted);
      ways_.push_back({number_of(index, whole), static_cast<std::uint8_t>(given), static_cast<std::uint8_t>(origin)});
    }
  }

  void add_without(const Kernel<W>& kernel, const Index& index, Lanes<W> side) {
    const std::vector<Hole>& track = kernel.layout().track();
    without_.push_back(number_of(index, side));
    for (std::size_t at = 0;; at = at + 1 == track.size() ? 0 : at + 1) {
      if (track[at].side == 0) continue;
      if (side.get(track[at].pit) == 0) break;
      side.take(track[at].pit, 1);
      without_.push_back(number_of(index, side));
    }
  }

  Side number_of(const Index& index, const Lanes<W>& lanes) const {
    const Index::Rank rank = index.rank(lanes);
    return sides_->number(rank.seeds, rank.rank);
  }

  int seeds_ = 0;
  const Sides<W>* sides_ = nullptr;
  std::vector<std::uint64_t> rows_;
  std::vector<Way> ways_;
  std::vector<Side> without_;
  std::vector<Lists> lists_;  // start of the lists of each side; they end where those of the next side start
  std::size_t max_ways_ = 0;
};

}  // namespace sow
