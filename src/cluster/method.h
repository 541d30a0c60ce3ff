// How ranks build a level together, superstep by superstep. Between two of them nothing is on its way: what the ranks hold
// then is all there is to know, and a checkpoint (cluster/checkpoint.h) can be made of it.
//
//   backwards.h   as db/retrograde.h: results travel to the boards that lead to them
//   in_order.h    as db/acyclic.h: boards ask for what their moves lead to, which is known when it is their turn
//   sweeps.h      as db/sweep.h: boards ask again and again
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "cluster/inquiry.h"
#include "cluster/own_boards.h"
#include "db/builder.h"
#include "db/probe_board.h"

namespace sow {

// What a method works with.
template <int W>
struct Workshop {
  Workshop(const Kernel<W>& its_kernel, Post& its_post, Holdings& its_holdings)
      : kernel(its_kernel), post(its_post), holdings(its_holdings), inquiry(post, holdings), boards(holdings.index()) {}

  const Kernel<W>& kernel;
  Post& post;
  Holdings& holdings;
  Inquiry inquiry;
  OwnBoards<W> boards;

  // All possible boards of the rank, one after the other, while the post is seen to.
  template <class Visit>
  void each_board(Visit&& visit) {
    boards.each_row([&](const auto& row) {
      Share::Place place = row.place;
      for (std::uint64_t opp = row.from; opp < row.to; ++opp, ++place) {
        Board<W> board = boards.board(row, opp);
        if (boards.state_boards().put(row.state, board)) visit(board, place);
      }
      post.worked(row.to - row.from);
    });
  }
  // The board after a move, with at most as many seeds as the level.
  void ask(const Board<W>& board, const Inquiry::Purpose& purpose) {
    const auto [seeds, number] = holdings.index().place(board);
    inquiry.ask(seeds, number, purpose);
  }
  void ask(const Index::Rank& own, const Index::Rank& opp, const Inquiry::Purpose& purpose) {
    inquiry.ask(own.seeds + opp.seeds, holdings.index().number(own, opp), purpose);
  }
  void ask(const Child<W>& child, Share::Place place) {
    ask(child.board, {place, static_cast<std::int8_t>(child.gain), static_cast<std::int8_t>(child.same ? 1 : -1)});
  }
  // Until all answers have come.
  void finish_asking() {
    inquiry.finish_here();
    while (post.next_round()) {
    }
  }
};

// Finds the replies of the highest level, whose values have been read: of each board the least that its moves lead to.
template <int W>
void find_replies(Workshop<W>& shop) {
  Holdings::Level& level = shop.holdings.last();
  shop.boards.set_level(shop.holdings.levels(), level.share);
  shop.inquiry.set_use(
      [&](const Inquiry::Answer& a) { level.replies[a.place] = std::min(level.replies[a.place], a.value); });
  shop.each_board([&](const Board<W>& board, Share::Place place) {
    const MoveSet moves = shop.kernel.legal(board);
    level.replies[place] = moves == 0 ? awards(shop.kernel, board).second : shop.boards.seeds();
    Child<W> children[max_moves];
    const int count = shop.kernel.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) shop.ask(*child, place);
  });
  shop.finish_asking();
}

class LevelMethod {
 public:
  virtual ~LevelMethod() = default;

  // The highest level of the holdings, which has just been added, is to be built.
  virtual void begin_level() = 0;
  // The supersteps of a level, from 0; false after the last.
  virtual bool step(int step) = 0;
  // How many there are; about, where nobody knows.
  virtual int steps() const = 0;
  // All that a superstep leaves to the next.
  virtual std::vector<PlaceArray> state() = 0;
  // The level is in the holdings.
  virtual void finish_level() = 0;

  // Of the highest level, whose values have been read.
  virtual void find_replies() = 0;
};

// What it takes, for an estimate; measured in docs/cluster.md.
struct MethodFigures {
  double work_bytes;   // a board of the level at hand, beside what the holdings have
  int kept_bytes;      // of them, in a checkpoint
  int side_bytes;      // a side, in tables that every rank has
  double nanoseconds;  // a board
  double bytes_sent;   // a board, if every other board belonged to another rank
  // Of a level that a rank can have.
  std::uint64_t most_places = std::numeric_limits<Share::Place>::max();
};
MethodFigures method_figures(const Ruleset& rules);

// For levels up to `most_seeds`.
std::unique_ptr<LevelMethod> make_method(const Ruleset& rules, int most_seeds, Post& post, Holdings& holdings);

}  // namespace sow
