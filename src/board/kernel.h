// A kernel answers for boards of one game: which moves are legal, what each leads to, and what an ended game is worth.
//
// Search, solver, database builders, minimax and perft are written against Kernel<W> and compiled once per board width.
// There is one kernel that does the work, the table kernel (table_kernel.h). The reference kernel (reference.h) follows the
// rules seed by seed; tests compare the two, and words that explain a move come from it.
#pragma once

#include <bit>
#include <memory>
#include <string_view>

#include "board/board.h"
#include "board/ending.h"
#include "board/layout.h"

namespace sow {

// A move and where it leads.
template <int W>
struct Child {
  Board<W> board;       // seen from whoever moves next
  MoveSet moves;        // legal there; none if the game is over
  std::uint16_t taken;  // seeds captured, for a store or to be sown on; relays may take the same seeds again
  std::int16_t gain;    // seeds that came into the mover's store less those that came into the opponent's
  std::uint8_t lost;    // seeds that came into the opponent's store
  std::uint8_t out;     // seeds that left the pits: into the stores, or out of the game
  std::uint8_t move;
  bool same;  // the same player moves again

  int won() const { return gain + lost; }
};

// What every width has in common. Positions are whole: with stores and players.
class AnyKernel {
 public:
  explicit AnyKernel(const Ruleset& rules) : rules_(rules), layout_(rules) {}
  virtual ~AnyKernel() = default;
  AnyKernel(const AnyKernel&) = delete;
  AnyKernel& operator=(const AnyKernel&) = delete;

  const Ruleset& rules() const { return rules_; }
  const Layout& layout() const { return layout_; }
  virtual int width() const = 0;
  // Whether the rules were known to the compiler.
  virtual bool compiled() const = 0;

  // Legal moves. A game that is over by a majority still has some: ask ending() first.
  virtual MoveSet moves(const Position& position) const = 0;
  // The move must be legal. Returns the seeds captured.
  virtual int play(Position& position, Move move) const = 0;
  // A player who cannot move passes, if the rules say so and the other can move; returns whether that happened. For
  // positions that were set up; play() does it by itself.
  virtual bool settle(Position& position) const = 0;
  // Leaves at exactly this depth, each one made; games that end earlier count nothing.
  virtual std::uint64_t perft(const Position& position, int depth) const = 0;

  // Whether the game is over in this position, apart from what its history says. `moves` are its legal moves.
  std::optional<Ending> ending(const Position& position, MoveSet moves) const {
    return find_ending(rules_, position, moves != 0);
  }
  std::optional<Ending> ending(const Position& position) const { return ending(position, moves(position)); }

 private:
  Ruleset rules_;
  Layout layout_;
};

template <int W>
class Kernel : public AnyKernel {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;

  explicit Kernel(const Ruleset& rules)
      : AnyKernel(rules),
        pits_(layout().pits()),
        pit_lanes_(Lanes<W>::below(layout().pits())),
        keeps_(rules.own.keep),
        knows_players_(rules.knows_players()) {}

  int pits() const { return pits_; }
  // The pits of a side, without what is kept beside them.
  Lanes<W> pits_of(const Lanes<W>& side) const { return side & pit_lanes_; }
  // Those that nobody owns.
  Lanes<W> free_pits_of(const Lanes<W>& side) const {
    Lanes<W> pits = pits_of(side);
    if constexpr (Board::has_state_lanes)
      if (keeps_)  // otherwise owned pits hold nothing
        for (std::uint32_t set = side.field(Board::mine) | side.field(Board::theirs); set != 0; set &= set - 1)
          pits.clear(std::countr_zero(set));
    return pits;
  }
  int seeds(const Board& b) const { return pits_of(b.own).sum() + pits_of(b.opp).sum(); }
  // Seeds in pits that the mover owns less those in pits that the opponent owns, where such pits keep seeds.
  int held_in_owned(const Board& b) const { return keeps_ ? sow::held_in_owned(b) : 0; }
  // Seeds on the mover's side and in pits the mover owns less the opponent's.
  int held(const Board& b) const {
    return static_cast<int>(free_pits_of(b.own).sum()) - static_cast<int>(free_pits_of(b.opp).sum()) + held_in_owned(b);
  }
  Board pack(const Position& p) const { return sow::pack<W>(p, pits_, knows_players_); }

  // Legal moves; none if the game is over on this board.
  virtual MoveSet legal(const Board& board) const = 0;
  // The board after a legal move.
  virtual void make(const Board& board, Move move, Child& child) const = 0;
  // The boards after these legal moves, in ascending order; returns how many.
  virtual int expand(const Board& board, MoveSet moves, Child* children) const = 0;
  // The same without the moves that are legal after them, for those who only ask where a move leads.
  virtual int expand_leaves(const Board& board, MoveSet moves, Child* children) const = 0;
  // As settle() for positions.
  virtual bool pass(Board& board) const = 0;

  // What the seeds left are worth to the mover when the game is over on this board.
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
  const bool keeps_;          // owned pits keep their seeds
  const bool knows_players_;  // it matters who is South
};

extern template class Kernel<8>;
extern template class Kernel<16>;
extern template class Kernel<32>;

// For positions with at most `total` seeds.
std::unique_ptr<AnyKernel> make_kernel(const Ruleset& rules, int total);

// "compiled" where the rules are known to the compiler, "table" where they are held at run time.
std::string_view kernel_word(const Ruleset& rules);

// Calls use(kernel) with the kernel in its true width.
template <class Use>
auto with_width(const AnyKernel& kernel, Use&& use) {
  switch (kernel.width()) {
    case 8: return use(static_cast<const Kernel<8>&>(kernel));
    case 16: return use(static_cast<const Kernel<16>&>(kernel));
    default: return use(static_cast<const Kernel<32>&>(kernel));
  }
}

}  // namespace sow
