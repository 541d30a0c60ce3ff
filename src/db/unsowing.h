// Which boards lead to a board of a level by a quiet move: its seeds are taken back out of the holes they fell in.
//
// Un-sowing takes some seeds from each side, and what it takes from one does not depend on the other: the player who moved
// sows their own pits after the one they lifted, then gives the opponent so many seeds, in the opponent's first pits of the
// track. So for each side there are two lists, made once a level:
//
//     ways     as the side of the player who moved: what it was before, by the pit that was lifted and the seeds that it
//              gave, those that gave fewest first
//     without  as the side of the other: what it was without the first seed it got, without the first two…
//
// and the boards that may have led to a board are found by looking up. Whether the rules allow the move, and whether it
// captures nothing, is not known here.
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

  // For boards with so many seeds. The sides have been made, and stay.
  void prepare(const Kernel<W>& kernel, const Index& index, const Sides<W>& sides, int seeds) {
    seeds_ = seeds;
    sides_ = &sides;
    rows_.clear();
    ways_.clear();
    without_.clear();
    lists_.clear();
    most_ways_ = 0;
    for (int k = 0; k <= seeds; ++k)
      for (std::uint64_t r = 0; r < index.sides(k); ++r) {
        // Of the number of a board, all that its own side says; wraps below 0 and back.
        rows_.push_back(index.block(seeds, k) + r * index.sides(seeds - k) - sides.first(seeds - k));
        lists_.push_back({ways_.size(), without_.size()});
        add_ways(kernel, index, sides.side(k, r), seeds - k);
        add_without(kernel, index, sides.side(k, r));
        most_ways_ = std::max<std::size_t>(most_ways_, ways_.size() - lists_.back().ways);
      }
    lists_.push_back({ways_.size(), without_.size()});
  }

  std::uint64_t number(Side own, Side opp) const { return rows_[own] + opp; }

  // Boards in the order of their numbers.
  class Place {
   public:
    Place(const Unsowing& unsowing, const typename Sides<W>::Row& row)
        : unsowing_(unsowing),
          own_(unsowing.sides_->number(row.own_seeds, row.own)),
          opp_seeds_(row.opp_seeds),
          first_(row.first),
          end_(row.first + row.boards) {}

    // Not before where it is.
    void go_to(std::uint64_t number) {
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
    std::uint64_t first_, end_;  // of the row
  };
  Place place(const Index& index, std::uint64_t number) const {
    return {*this, Sides<W>::row_of(index, seeds_, number)};
  }

  // Calls visit(own side, other side, pit) for each board from which lifting the pit may lead to this one.
  template <class Visit>
  void each(Side own, Side opp, Visit&& visit) const {
    const Side* const without = without_.data() + lists_[own].without;
    const std::size_t most = lists_[own + 1].without - lists_[own].without;
    for (const Way *way = ways_.data() + lists_[opp].ways, *end = ways_.data() + lists_[opp + 1].ways;
         way != end && way->given < most; ++way)
      visit(way->before, without[way->given], way->pit);
  }
  void prefetch(Side own, Side opp) const {
    __builtin_prefetch(without_.data() + lists_[own].without);
    __builtin_prefetch(ways_.data() + lists_[opp].ways);
  }
  // As many boards lead to a board, at most.
  std::size_t most_ways() const { return most_ways_; }

 private:
  struct Way {
    Side before;
    std::uint8_t given, pit;
  };

  struct Lists {
    std::size_t ways, without;
  };

  void add_ways(const Kernel<W>& kernel, const Index& index, const Lanes<W>& after, int most_given) {
    const std::vector<Hole>& track = kernel.layout().track();
    const bool skip = kernel.rules().skip_origin;
    for (std::size_t start = 0; start < track.size() && track[start].side == 0; ++start) {
      const int origin = track[start].pit;
      if (skip && after.get(origin) != 0) continue;
      Lanes<W> before = after;
      std::size_t at = start;
      for (int lifted = 1, given = 0;;) {
        at = at + 1 == track.size() ? 0 : at + 1;
        if (skip && at == start) continue;
        if (track[at].side == 0) {
          if (before.get(track[at].pit) == 0) break;
          before.take(track[at].pit, 1);
        } else if (++given > most_given) {
          break;
        }
        if (before.get(origin) == 0) {
          Lanes<W> whole = before;
          whole.add(origin, lifted);
          ways_.push_back(
              {number_of(index, whole), static_cast<std::uint8_t>(given), static_cast<std::uint8_t>(origin)});
        }
        ++lifted;
      }
    }
    std::sort(ways_.begin() + lists_.back().ways, ways_.end(),
              [](const Way& a, const Way& b) { return a.given < b.given; });
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
  std::vector<Lists> lists_;  // of each side; they end where those of the next begin
  std::size_t most_ways_ = 0;
};

}  // namespace sow
