// The sets of retrograde.h while they grow: from the boards that entered one to those that lead to them.
//
// On one machine all boards are here. Where they belong to many (cluster/backwards.h), Homes says which of them are here and
// at which place, and is told of the others that may have to enter a set. Places are numbers where all boards are here.
#pragma once

#include <array>
#include <vector>

#include "db/threshold_sets.h"
#include "db/unsowing.h"

namespace sow {

// All boards are here.
struct AllHere {
  static constexpr bool all() { return true; }
  static constexpr bool here(std::uint64_t) { return true; }
  static constexpr std::uint64_t place(std::uint64_t number) { return number; }
  // From this board a move of this pit may lead to one that entered the attack, or else the defence.
  template <class Side>
  static void tell(std::uint64_t, Side, Side, int, bool) {}
  // So many boards were looked at.
  static void worked(std::uint64_t) {}
};

template <int W, class Sets, class Homes>
class SetGrowth {
 public:
  using Side = typename Unsowing<W>::Side;

  // Of a level with so many places, for one thread or several.
  SetGrowth(const Unsowing<W>& unsowing, const Index& index, Sets& sets, Homes& homes, std::uint64_t places,
            bool shared)
      : unsowing_(unsowing),
        index_(index),
        sets_(sets),
        homes_(homes),
        words_(shared),
        few_(std::max(places / 64, std::uint64_t{1} << 13)) {
    for (auto& bits : noted_) bits = make_huge_block<std::uint64_t>((places + 63) / 64);
  }

  // Boards whose places follow each other, as do their numbers. It begins at a multiple of 64.
  struct Piece {
    std::uint64_t from, to;  // places
    std::uint64_t number;    // of the first
  };
  static constexpr std::uint64_t most_in_piece = 1 << 14;

  // Boards that enter a set of this threshold by what is known of them.
  void enter_known(const Piece& piece, int t) {
    std::uint64_t entered = 0;
    const std::uint64_t ahead = piece.number - piece.from;
    const auto enter = [&](auto& at, std::uint64_t i, bool attack) {
      at.go_to(ahead + i);
      note(i, at.own(), at.opp(ahead + i), attack);
      ++entered;
    };
    sets_.each_known(
        piece.from, piece.to, t,
        [&, at = unsowing_.place(index_, piece.number)](std::uint64_t i) mutable {
          if (sets_.attack_known(i, t)) enter(at, i, true);
        },
        [&, at = unsowing_.place(index_, piece.number)](std::uint64_t i) mutable {
          if (sets_.defend_known(i, t)) enter(at, i, false);
        });
    entered_ += entered;
    homes_.worked(piece.to - piece.from);
  }

  // What was told of a board here: its quiet move from this pit leads into the attack; one of its quiet moves, into the defence.
  void hear_of_attack(std::uint64_t place, int pit, int t) {
    if (sets_.defend_by(place, pit, t)) hear(place, false);
  }
  void hear_of_defence(std::uint64_t place, int t) {
    if (sets_.attack_known(place, t)) hear(place, true);
  }

  // All that follows from what has entered; each_piece(run) runs for each piece.
  template <class EachPiece>
  void follow_all(int t, EachPiece&& each_piece) {
    for (std::uint64_t entered; (entered = entered_.exchange(0)) > 0;)
      for (const bool attack : {true, false})
        each_piece([&](const Piece& piece) { follow(attack, piece, t, entered < few_); });
  }

 private:
  static constexpr std::size_t most_entries = 1 << 14, batch = 16;

  // A board that entered a set: the attack, or else the defence.
  struct Entry {
    Side own, opp;
    bool attack;
  };
  struct Predecessor {
    std::uint64_t place;
    Side own, opp;
    std::uint8_t pit;
    bool of_attack;
  };
  struct Work {
    std::vector<Entry> stack;
    std::vector<Predecessor> predecessors;
  };

  // The boards that lead to those of this piece that entered the set: they may enter the other one, and are noted in turn.
  // If they are few, all that follow from them are followed at once.
  void follow(bool attack, const Piece& piece, int t, bool at_once) {
    thread_local Work work;
    work.stack.clear();
    work.predecessors.resize(batch * unsowing_.most_ways());
    auto at = unsowing_.place(index_, piece.number);
    const std::uint64_t ahead = piece.number - piece.from;
    std::uint64_t noted = 0;
    for (std::uint64_t i = piece.from; i < piece.to; i += 64) {
      std::uint64_t& word = noted_[attack][i / 64];
      if (SharedWords::load(word) == 0) continue;
      for (std::uint64_t bits = words_.clear_bits(word, ~std::uint64_t{0}); bits != 0; bits &= bits - 1) {
        const std::uint64_t number = ahead + i + std::countr_zero(bits);
        at.go_to(number);
        work.stack.push_back(homes_.all() ? Entry{at.opp(number), at.own(), attack}
                                          : Entry{at.own(), at.opp(number), attack});
      }
      while (work.stack.size() >= batch) noted += follow_some(t, at_once, work);
    }
    while (!work.stack.empty()) noted += follow_some(t, at_once, work);
    entered_ += noted;
  }

  // Some boards at a time, so that the memory answers while others are un-sown. Returns how many boards were noted.
  std::uint64_t follow_some(int t, bool at_once, Work& work) {
    const std::size_t count = std::min(batch, work.stack.size());
    const Entry* const entries = work.stack.data() + work.stack.size() - count;
    for (std::size_t k = 0; k < count; ++k) unsowing_.prefetch(entries[k].own, entries[k].opp);
    Predecessor* end = work.predecessors.data();
    for (std::size_t k = 0; k < count; ++k)
      unsowing_.each(entries[k].own, entries[k].opp, [&](Side own, Side opp, std::uint8_t pit) {
        const std::uint64_t number = unsowing_.number(own, opp);
        if (!homes_.here(number)) return homes_.tell(number, own, opp, pit, entries[k].attack);
        const std::uint64_t place = homes_.place(number);
        sets_.prefetch(place);
        *end++ = {place, own, opp, pit, entries[k].attack};
      });
    work.stack.resize(work.stack.size() - count);
    homes_.worked(count);
    std::uint64_t noted = 0;
    for (const Predecessor* p = work.predecessors.data(); p != end; ++p) {
      if (!enters(p->place, p->pit, p->of_attack, t)) continue;
      if (at_once && work.stack.size() < most_entries) {
        work.stack.push_back({p->own, p->opp, !p->of_attack});
      } else {
        note(p->place, p->own, p->opp, !p->of_attack);
        ++noted;
      }
    }
    return noted;
  }

  // Whether a board with a quiet move from this pit, if it is one, into the attack or else the defence enters the other.
  bool enters(std::uint64_t place, int pit, bool of_attack, int t) {
    return of_attack ? sets_.defend_by(place, pit, t) : sets_.attack_by(place, pit, t);
  }
  void note(std::uint64_t place, Side own, Side opp, bool attack) {
    mark(homes_.all() ? unsowing_.number(opp, own) : place, attack);
  }
  void hear(std::uint64_t place, bool attack) {
    mark(place, attack);
    ++entered_;
  }
  void mark(std::uint64_t at, bool attack) { words_.set_bits(noted_[attack][at / 64], std::uint64_t{1} << at % 64); }

  const Unsowing<W>& unsowing_;
  const Index& index_;
  Sets& sets_;
  Homes& homes_;
  const SharedWords words_;
  const std::uint64_t few_;
  // A bit for each board that entered the defence, or the attack, and has not been followed. Where all boards are here, by
  // the number of the board seen from the other side: in this order the boards that lead to them lie side by side.
  std::array<HugeBlock<std::uint64_t>, 2> noted_;
  std::atomic<std::uint64_t> entered_{0};
};

}  // namespace sow
