// The state of a game on a packed board, and how a move changes it. PackedGame and BoardBatch add the history.
#pragma once

#include <array>

#include "board/kernel.h"
#include "board/position.h"

namespace sow {

template <int W>
struct PackedState {
  Board<W> board;
  MoveSet moves;                      // none if the game is over
  std::array<std::uint8_t, 2> store;  // South's and North's
  std::uint16_t quiet;                // consecutive plies without a capture
  Player mover;
  bool over;
  EndReason reason;  // only if the game is over

  // Whether both are the same position, as far as repetition is concerned.
  bool repeats(const PackedState& earlier) const { return board == earlier.board && mover == earlier.mover; }
};

template <int W>
class PackedRules {
 public:
  using State = PackedState<W>;

  explicit PackedRules(const Kernel<W>& kernel)
      : kernel_(kernel),
        majority_(kernel.rules().majority),
        repeats_(!kernel.rules().never_repeats()),
        repeat_count_(repeats_ ? kernel.rules().repeat_count : 0),
        max_quiet_(repeats_ ? kernel.rules().quiet : 0) {}

  const Kernel<W>& kernel() const { return kernel_; }
  // Whether callers must keep the history for ends_by_history().
  bool needs_history() const { return repeat_count_ > 0; }

  // The position must be settled (AnyKernel::settle).
  State start(const Position& p) const {
    State state{.board = kernel_.pack(p),
                .moves = 0,
                .store = {p.store_of(Player::south), p.store_of(Player::north)},
                .quiet = 0,
                .mover = p.mover,
                .over = false,
                .reason = {}};
    state.moves = kernel_.legal(state.board);
    update_ending(state);
    return state;
  }

  // Plays a legal move. The caller then checks ends_by_history().
  void play(State& state, Move move) const {
    Child<W> child;
    kernel_.make(state.board, move, child);
    state.store[index(state.mover)] += child.won();
    state.store[index(other(state.mover))] += child.lost;
    if (!child.same) state.mover = other(state.mover);
    state.board = child.board;
    state.moves = child.moves;
    state.quiet = child.taken > 0 ? 0 : state.quiet + 1;
    update_ending(state);
  }

  // Ends the game if the position has occurred too often or too many plies were quiet. count() returns the number of
  // earlier occurrences of the position since a store last changed, and is only called if it matters.
  template <class Count>
  void end_by_history(State& state, Count&& count) const {
    if (state.over || !repeats_) return;
    if (repeat_count_ > 0 && count() + 1 >= repeat_count_)
      end(state, EndReason::repetition);
    else if (max_quiet_ > 0 && state.quiet >= max_quiet_)
      end(state, EndReason::quiet);
  }

  // The opposite of ending the game by repetition.
  void play_on(State& state) const {
    state.over = false;
    state.moves = kernel_.legal(state.board);
  }

  Position position(const State& state) const {
    Position p;
    p.mover = state.mover;
    p.store = {state.store[index(state.mover)], state.store[index(other(state.mover))]};
    unpack(state.board, kernel_.rules(), p);
    return p;
  }

  // The game must be over.
  Ending ending(const State& state) const { return final_count(kernel_.rules(), position(state), state.reason); }

 private:
  static void end(State& state, EndReason reason) {
    state.over = true;
    state.reason = reason;
    state.moves = 0;
  }

  // The conditions of find_ending(), in the same order.
  void update_ending(State& state) const {
    if (majority_) {
      const auto [south, north] = state.store;
      const int total = kernel_.seeds(state.board) + south + north;
      if (2 * south > total || 2 * north > total) return end(state, EndReason::majority);
      if (free_seeds(state.board.own) + free_seeds(state.board.opp) == 0) return end(state, EndReason::even);
    }
    if (state.moves != 0) return;
    const bool empty = free_seeds(state.board.own) == 0 || free_seeds(state.board.opp) == 0;
    end(state, kernel_.rules().when.side_empty && empty ? EndReason::side_empty : EndReason::stuck);
  }

  unsigned free_seeds(const Lanes<W>& side) const { return kernel_.free_pits_of(side).sum(); }

  const Kernel<W>& kernel_;
  bool majority_, repeats_;
  int repeat_count_, max_quiet_;
};

}  // namespace sow
