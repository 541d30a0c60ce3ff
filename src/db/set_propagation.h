// Grows the sets of retrograde.h: propagates boards that entered a set to their predecessors.
//
// The boards of a level may be distributed over many processes (cluster/retrograde.h). The Ownership parameter says
// which boards are local and in which slot, and forwards notices about the others. If all boards are local, slots are
// board numbers.
//
// Boards of two states may be grown together: a quiet move leads from one to the other (board/states.h). The slots of
// the second state start at a given distance after those of the first.
#pragma once

#include <array>
#include <vector>

#include "db/threshold_sets.h"
#include "db/unsowing.h"

namespace sow {

// All boards are local.
struct AllLocal {
  static constexpr bool all_local() { return true; }
  static constexpr bool is_local(std::uint64_t) { return true; }
  static constexpr std::uint64_t slot(std::uint64_t number) { return number; }
  // Lifting this pit may lead from this board to one that entered the attack (otherwise: the defense).
  template <class Side>
  static void notify(std::uint64_t, Side, Side, int, bool) {}
  // Reports the number of boards processed.
  static void work_done(std::uint64_t) {}
};

template <int W, class Sets, class Ownership>
class SetPropagation {
 public:
  using Side = typename Unsowing<W>::Side;

  // For a level with this many slots. `shared`: several threads call it. `distance`: from the slot of a board to that
  // of the same seeds in the second state; 0 if there is only one.
  SetPropagation(const Unsowing<W>& unsowing, const Index& index, Sets& sets, Ownership& ownership, std::uint64_t slots,
                 bool shared, std::uint64_t distance = 0)
      : unsowing_(unsowing),
        index_(index),
        sets_(sets),
        ownership_(ownership),
        words_(shared),
        distance_(distance),
        depth_first_limit_(std::max(slots / 64, std::uint64_t{1} << 13)) {
    for (auto& bits : queued_) bits = make_huge_block<std::uint64_t>((slots + 63) / 64);
  }

  // Boards with consecutive slots and consecutive numbers. `from` is a multiple of 64.
  struct Piece {
    std::uint64_t from, to;  // slots
    std::uint64_t number;    // number of the first board, within its state
    bool second = false;     // of two states
  };
  static constexpr std::uint64_t max_in_piece = 1 << 14;

  // Adds the boards that enter a set at this threshold because of their captures or the end of the game.
  void add_known(const Piece& piece, int t) {
    std::uint64_t entered = 0;
    const std::uint64_t ahead = piece.number - piece.from;
    const auto enter = [&](auto& cursor, std::uint64_t i, bool attack) {
      cursor.advance_to(ahead + i);
      enqueue(i, cursor.own(), cursor.opp(ahead + i), piece.second, attack);
      ++entered;
    };
    sets_.each_known(
        piece.from, piece.to, t,
        [&, cursor = unsowing_.cursor(index_, piece.number)](std::uint64_t i) mutable {
          if (sets_.attack_known(i, t)) enter(cursor, i, true);
        },
        [&, cursor = unsowing_.cursor(index_, piece.number)](std::uint64_t i) mutable {
          if (sets_.defend_known(i, t)) enter(cursor, i, false);
        });
    entered_ += entered;
    ownership_.work_done(piece.to - piece.from);
  }

  // Notices about a local board: its quiet move from this pit leads into the attack, or one of its quiet moves into the
  // defense.
  void on_attack_notice(std::uint64_t slot, int pit, int t) {
    if (sets_.defend_by(slot, pit, t)) enter(slot, false);
  }
  void on_defense_notice(std::uint64_t slot, int t) {
    if (sets_.attack_known(slot, t)) enter(slot, true);
  }

  // Propagates until nothing changes. each_piece(run) calls run for each piece.
  template <class EachPiece>
  void propagate_all(int t, EachPiece&& each_piece) {
    for (std::uint64_t entered; (entered = entered_.exchange(0)) > 0;)
      for (const bool attack : {true, false})
        each_piece([&](const Piece& piece) { propagate(attack, piece, t, entered < depth_first_limit_); });
  }

 private:
  static constexpr std::size_t max_stack = 1 << 14, batch = 16;

  // A board that entered the attack, or otherwise the defense.
  struct Entry {
    Side own, opp;
    bool attack, second;
  };
  struct Predecessor {
    std::uint64_t slot;
    Side own, opp;
    std::uint8_t pit;
    bool of_attack, second;
  };
  struct Work {
    std::vector<Entry> stack;
    std::vector<Predecessor> predecessors;
  };

  // Visits the predecessors of queued boards of this piece: they may enter the other set and are then queued. With
  // `depth_first`, they are propagated depth-first instead, which is faster if there are few.
  void propagate(bool attack, const Piece& piece, int t, bool depth_first) {
    thread_local Work work;
    work.stack.clear();
    work.predecessors.resize(batch * unsowing_.max_ways());
    auto cursor = unsowing_.cursor(index_, piece.number);
    const std::uint64_t ahead = piece.number - piece.from;
    std::uint64_t queued = 0;
    for (std::uint64_t i = piece.from; i < piece.to; i += 64) {
      std::uint64_t& word = queued_[attack][i / 64];
      if (SharedWords::load(word) == 0) continue;
      for (std::uint64_t bits = words_.clear_bits(word, ~std::uint64_t{0}); bits != 0; bits &= bits - 1) {
        const std::uint64_t number = ahead + i + std::countr_zero(bits);
        cursor.advance_to(number);
        work.stack.push_back(ownership_.all_local() ? Entry{cursor.opp(number), cursor.own(), attack, piece.second}
                                                    : Entry{cursor.own(), cursor.opp(number), attack, piece.second});
      }
      while (work.stack.size() >= batch) queued += propagate_batch(t, depth_first, work);
    }
    while (!work.stack.empty()) queued += propagate_batch(t, depth_first, work);
    entered_ += queued;
  }

  // Processes a batch of boards to hide memory latency. Returns the number of boards queued.
  std::uint64_t propagate_batch(int t, bool depth_first, Work& work) {
    const std::size_t count = std::min(batch, work.stack.size());
    const Entry* const entries = work.stack.data() + work.stack.size() - count;
    for (std::size_t k = 0; k < count; ++k) unsowing_.prefetch(entries[k].own, entries[k].opp);
    Predecessor* end = work.predecessors.data();
    for (std::size_t k = 0; k < count; ++k)
      unsowing_.each(entries[k].own, entries[k].opp, [&](Side own, Side opp, std::uint8_t pit) {
        const std::uint64_t number = unsowing_.number(own, opp);
        if (!ownership_.is_local(number)) return ownership_.notify(number, own, opp, pit, entries[k].attack);
        const bool second = !entries[k].second;
        const std::uint64_t slot = ownership_.slot(number) + start_of(second);
        sets_.prefetch(slot);
        *end++ = {slot, own, opp, pit, entries[k].attack, second};
      });
    work.stack.resize(work.stack.size() - count);
    ownership_.work_done(count);
    std::uint64_t queued = 0;
    for (const Predecessor* p = work.predecessors.data(); p != end; ++p) {
      if (!enters(p->slot, p->pit, p->of_attack, t)) continue;
      if (depth_first && work.stack.size() < max_stack) {
        work.stack.push_back({p->own, p->opp, !p->of_attack, p->second});
      } else {
        enqueue(p->slot, p->own, p->opp, p->second, !p->of_attack);
        ++queued;
      }
    }
    return queued;
  }

  // Whether a board enters a set because its move from this pit, if quiet, leads into the attack (otherwise: the
  // defense).
  bool enters(std::uint64_t slot, int pit, bool of_attack, int t) {
    return of_attack ? sets_.defend_by(slot, pit, t) : sets_.attack_by(slot, pit, t);
  }
  void enqueue(std::uint64_t slot, Side own, Side opp, bool second, bool attack) {
    mark(ownership_.all_local() ? unsowing_.number(opp, own) + start_of(second) : slot, attack);
  }
  // The first slot of a state.
  std::uint64_t start_of(bool second) const { return second ? distance_ : 0; }
  void enter(std::uint64_t slot, bool attack) {
    mark(slot, attack);
    ++entered_;
  }
  void mark(std::uint64_t at, bool attack) { words_.set_bits(queued_[attack][at / 64], std::uint64_t{1} << at % 64); }

  const Unsowing<W>& unsowing_;
  const Index& index_;
  Sets& sets_;
  Ownership& ownership_;
  const SharedWords words_;
  const std::uint64_t distance_;
  const std::uint64_t depth_first_limit_;
  // One bit per board that entered the defense [0] or the attack [1] and has not been propagated. If all boards are
  // local, indexed by the number of the board seen from the other side: in this order predecessors of neighbors are
  // neighbors.
  std::array<HugeBlock<std::uint64_t>, 2> queued_;
  std::atomic<std::uint64_t> entered_{0};
};

}  // namespace sow
