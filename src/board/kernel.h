// A kernel implements the rules of one game on boards: legal moves, making moves, and scoring the end of the game.
//
// The search, solver, database builders, minimax, and perft are written against Kernel<W> and compiled once per board
// width. The only implementation is the table kernel (table_kernel.h). The reference kernel (reference.h) follows the
// rules seed by seed; it is used to test the table kernel and to explain moves.
#pragma once

#include <bit>

#include "board/any_kernel.h"
#include "board/board.h"

namespace sow {

// The result of a move.
template <int W>
struct Child {
  Board<W> board;       // seen from the next player to move
  MoveSet moves;        // legal moves there; none if the game is over
  std::uint16_t taken;  // seeds captured, including those sown again; a relay can capture the same seeds twice
  std::int16_t gain;    // seeds gained by the mover's store minus seeds gained by the opponent's store
  std::uint8_t lost;    // seeds gained by the opponent's store
  std::uint8_t out;     // seeds that left the pits: into the stores, or out of the game
  std::uint8_t move;
  bool same;  // the same player moves again

  int won() const { return gain + lost; }
};

template <int W>
class Kernel : public AnyKernel {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;

  Kernel(const Ruleset& rules, int total)
      : AnyKernel(rules, total),
        pits_(layout().pits()),
        pit_lanes_(Lanes<W>::below(layout().pits())),
        keeps_(rules.own.keep),
        depends_on_sides_(rules.depends_on_sides()) {}

  int pits() const { return pits_; }
  // The pits of a side, without the store and the state.
  Lanes<W> pits_of(const Lanes<W>& side) const { return side & pit_lanes_; }
  // The pits that nobody owns.
  Lanes<W> free_pits_of(const Lanes<W>& side) const {
    Lanes<W> pits = pits_of(side);
    if constexpr (Board::has_state_lanes)
      if (keeps_)  // otherwise owned pits are empty
        for (std::uint32_t set = side.field(Board::mine) | side.field(Board::theirs); set != 0; set &= set - 1)
          pits.clear(std::countr_zero(set));
    return pits;
  }
  int seeds(const Board& b) const { return pits_of(b.own).sum() + pits_of(b.opp).sum(); }
  // Seeds in the mover's owned pits minus seeds in the opponent's owned pits, if owned pits keep their seeds.
  int held_in_owned(const Board& b) const { return keeps_ ? sow::held_in_owned(b) : 0; }
  // Seeds on the mover's side and in the mover's owned pits, minus the opponent's.
  int held(const Board& b) const {
    return static_cast<int>(free_pits_of(b.own).sum()) - static_cast<int>(free_pits_of(b.opp).sum()) + held_in_owned(b);
  }
  Board pack(const Position& p) const { return sow::pack<W>(p, pits_, depends_on_sides_); }

  // Legal moves; none if the game is over on this board.
  virtual MoveSet legal(const Board& board) const = 0;
  // Makes a legal move.
  virtual void make(const Board& board, Move move, Child& child) const = 0;
  // Makes these legal moves, in ascending order. Returns the number of children.
  virtual int expand(const Board& board, MoveSet moves, Child* children) const = 0;
  // Like expand(), but without computing Child::moves.
  virtual int expand_leaves(const Board& board, MoveSet moves, Child* children) const = 0;
  // Like settle() for positions.
  virtual bool pass(Board& board) const = 0;

  // Margin of the seeds left on the board when the game has ended here.
  int rest(const Board& b) const {
    const int own = free_pits_of(b.own).sum(), opp = free_pits_of(b.opp).sum();
    const bool empty = rules().when.side_empty && (own == 0 || opp == 0);
    return rest_margin(rules(), empty ? EndReason::side_empty : EndReason::stuck, own, opp) + held_in_owned(b);
  }

  int width() const final { return W; }
  MoveSet moves(const Position& position) const final;
  int play(Position& position, Move move) const final;
  bool settle(Position& position) const final;
  std::uint64_t perft(const Position& position, int depth) const final;

 protected:
  const int pits_;
  const Lanes<W> pit_lanes_;
  const bool keeps_;  // owned pits keep their seeds
  const bool depends_on_sides_;
};

extern template class Kernel<8>;
extern template class Kernel<16>;
extern template class Kernel<32>;

// Calls use(kernel) with the kernel cast to its width.
template <class Use>
auto with_width(const AnyKernel& kernel, Use&& use) {
  switch (kernel.width()) {
    case 8: return use(static_cast<const Kernel<8>&>(kernel));
    case 16: return use(static_cast<const Kernel<16>&>(kernel));
    default: return use(static_cast<const Kernel<32>&>(kernel));
  }
}

}  // namespace sow
