// How ranks build a level together, in supersteps. Between two supersteps no message is in transit, so the memory of
// the ranks is the complete state and can be saved in a checkpoint (cluster/checkpoint.h).
//
//   retrograde.h   like db/retrograde.h: results are sent to predecessors
//   acyclic.h      like db/acyclic.h: boards request the values after their moves, in dependency order
//   sweep.h        like db/sweep.h: boards request the values after their moves in every sweep
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "cluster/local_boards.h"
#include "cluster/value_requests.h"
#include "db/builder.h"
#include "db/probe_board.h"

namespace sow {

// What all methods need.
template <int W>
struct Context {
  Context(const Kernel<W>& the_kernel, Mailbox& the_mailbox, LocalLevels& the_levels)
      : kernel(the_kernel),
        mailbox(the_mailbox),
        levels(the_levels),
        requests(mailbox, levels),
        boards(levels.index()) {}

  const Kernel<W>& kernel;
  Mailbox& mailbox;
  LocalLevels& levels;
  ValueRequests requests;
  LocalBoards<W> boards;

  // Visits all possible boards of this rank, polling for messages along the way.
  template <class Visit>
  void each_board(Visit&& visit) {
    boards.each_row([&](const auto& row) {
      Share::Slot slot = row.slot;
      for (std::uint64_t opp = row.from; opp < row.to; ++opp, ++slot) {
        Board<W> board = boards.board(row, opp);
        if (boards.state_boards().put(row.state, board)) visit(board, slot);
      }
      mailbox.work_done(row.to - row.from);
    });
  }
  // Requests the value of a board with at most as many seeds as the level.
  void request(const Board<W>& board, const ValueRequests::Pending& pending) {
    const auto [seeds, number] = levels.index().address(board);
    requests.request(seeds, number, pending);
  }
  void request(const Index::Rank& own, const Index::Rank& opp, const ValueRequests::Pending& pending) {
    requests.request(own.seeds + opp.seeds, levels.index().number(own, opp), pending);
  }
  void request(const Child<W>& child, Share::Slot slot) {
    request(child.board, {slot, static_cast<std::int8_t>(child.gain), static_cast<std::int8_t>(child.same ? 1 : -1)});
  }
  // Waits until all requests are answered.
  void finish_requests() {
    requests.finish_local();
    while (mailbox.next_round()) {
    }
  }
};

// Computes the replies of the highest level, given its values: for each board the minimum of the values after its
// moves.
template <int W>
void find_replies(Context<W>& context) {
  LocalLevels::Level& level = context.levels.last();
  context.boards.set_level(context.levels.max_seeds(), level.share);
  context.requests.on_answer(
      [&](const ValueRequests::Answer& a) { level.replies[a.slot] = std::min(level.replies[a.slot], a.value); });
  context.each_board([&](const Board<W>& board, Share::Slot slot) {
    const MoveSet moves = context.kernel.legal(board);
    level.replies[slot] = moves == 0 ? awards(context.kernel, board).second : context.boards.seeds();
    Child<W> children[max_moves];
    const int count = context.kernel.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) context.request(*child, slot);
  });
  context.finish_requests();
}

class LevelMethod {
 public:
  virtual ~LevelMethod() = default;

  // Starts the highest level, which has just been added.
  virtual void start_level() = 0;
  // Runs a superstep, numbered from 0; returns false after the last one.
  virtual bool step(int step) = 0;
  // The number of supersteps, or an estimate.
  virtual int steps() const = 0;
  // Everything that a superstep passes on to the next.
  virtual std::vector<SlotArray> state() = 0;
  // Finishes the level; its values are complete.
  virtual void finish_level() = 0;

  // Computes the replies of the highest level from its values.
  virtual void find_replies() = 0;
};

// Costs of a method for estimates; measured in docs/cluster.md.
struct MethodCosts {
  double work_bytes;     // per board of the level being built, in addition to values and replies
  int checkpoint_bytes;  // of these, per board in a checkpoint
  int side_bytes;        // per side, in tables on every rank
  double nanoseconds;    // per board
  double bytes_sent;     // per board, if every board belonged to another rank
  // Maximum per rank and level.
  std::uint64_t max_slots = std::numeric_limits<Share::Slot>::max();
};
MethodCosts method_costs(const Ruleset& rules);

// Supports levels up to `max_seeds`.
std::unique_ptr<LevelMethod> make_method(const Ruleset& rules, int max_seeds, Mailbox& mailbox, LocalLevels& levels);

}  // namespace sow
