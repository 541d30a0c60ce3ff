// The state of each board of a level while the sets of retrograde.h grow: its quiet moves, remaining escapes, the
// result of captures or the end of the game, and its sets. In addition to the value byte, this takes one byte per board
// for margins and two for forced seeds with up to six pits per player, and twice that on larger boards.
//
// Thread-safe: a board enters a set once, and exactly one caller learns that it was the first.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "base/huge_block.h"
#include "board/layout.h"

namespace sow {

// What is known about a board before the sets grow.
struct BoardInfo {
  MoveSet quiet = 0;
  bool exits = false;  // there are captures, or the game is over
  int best = 0;        // best result of captures or the end for the mover; values ≤ 0 matter for margins only
  int min_forced = 0;  // forced seeds only: minimum the opponent can force after a capture, or gets at the end
};

// Words that are changed by one thread or, if `shared`, by several.
class SharedWords {
 public:
  explicit SharedWords(bool shared) : shared_(shared) {}

  bool shared() const { return shared_; }

  template <class Word>
  static Word load(const Word& word) {
    return atomic_ref(const_cast<Word&>(word)).load(std::memory_order_acquire);
  }
  template <class Word>
  static void store(Word& word, Word value) {
    atomic_ref(word).store(value, std::memory_order_release);
  }
  // These return the previous value. A single thread avoids locked instructions, which are much slower.
  template <class Word>
  Word set_bits(Word& word, Word bits) const {
    if (shared_) return atomic_ref(word).fetch_or(bits);
    const Word before = load(word);
    store(word, static_cast<Word>(before | bits));
    return before;
  }
  template <class Word>
  Word clear_bits(Word& word, Word bits) const {
    if (shared_) return atomic_ref(word).fetch_and(static_cast<Word>(~bits));
    const Word before = load(word);
    store(word, static_cast<Word>(before & ~bits));
    return before;
  }
  template <class Word>
  Word subtract(Word& word, Word n) const {
    if (shared_) return atomic_ref(word).fetch_sub(n);
    const Word before = load(word);
    store(word, static_cast<Word>(before - n));
    return before;
  }

 private:
  bool shared_;
};

// Calls visit(i) for each word in [from, to) whose masked bits equal `value`, comparing eight bytes at a time. `from`
// is a multiple of eight, and the array is padded to such a multiple.
template <class Word, class Visit>
void each_equal(Word* words, std::uint64_t from, std::uint64_t to, Word mask, Word value, Visit&& visit) {
  constexpr int in_eight = 8 / sizeof(Word), bits = 8 * sizeof(Word);
  constexpr std::uint64_t ones = ~std::uint64_t{0} / static_cast<Word>(~Word{0});
  constexpr std::uint64_t tops = ones << (bits - 1);
  for (std::uint64_t i = from; i < to; i += in_eight) {
    const std::uint64_t eight = SharedWords::load(reinterpret_cast<std::uint64_t&>(words[i]));
    const std::uint64_t differences = (eight & mask * ones) ^ value * ones;
    // The top bit of each equal word.
    for (std::uint64_t equal = ~((differences & ~tops) + ~tops | differences) & tops; equal != 0; equal &= equal - 1) {
      const std::uint64_t at = i + std::countr_zero(equal) / bits;
      if (at < to) visit(at);
    }
  }
}

// Common part of both kinds of sets: the values, and one word per board with a bit for membership in the attack.
template <class Word>
class AttackSet {
 public:
  void prefetch(std::uint64_t i) const { __builtin_prefetch(&states_[i], 1); }

  // Returns whether the board just entered the attack.
  bool attack_known(std::uint64_t i, int t) {
    if ((SharedWords::load(states_[i]) & in_attack_) != 0) return false;
    if ((words_.set_bits(states_[i], in_attack_) & in_attack_) != 0) return false;
    SharedWords::store(values_[i], static_cast<std::int8_t>(t));
    return true;
  }

  // One word per board. Together with the values, this is the complete state.
  Word* states() { return states_.get(); }

 protected:
  AttackSet(std::int8_t* values, std::uint64_t boards, bool shared, Word in_attack)
      : values_(values), states_(make_huge_block<Word>(boards)), words_(shared), in_attack_(in_attack) {}

  std::int8_t* values_;
  HugeBlock<Word> states_;
  SharedWords words_;
  Word in_attack_;
};

// Sets for margins. A board is in at most one of the sets, so a lost escape leads to a board that never enters the
// defense: only the quiet moves that are still escapes matter.
template <class Word>
class MarginSets : public AttackSet<Word> {
  using Base = AttackSet<Word>;
  using Base::in_attack_, Base::states_, Base::values_, Base::words_;

 public:
  static constexpr bool forced = false;

  MarginSets(std::int8_t* values, std::uint64_t boards, int pits, bool shared)
      : Base(values, boards, shared, 2u << pits), exits_(1u << pits) {}

  void init(std::uint64_t i, const BoardInfo& info) {
    values_[i] = info.exits ? info.best : 0;
    states_[i] = info.quiet | (info.exits ? exits_ : 0);
  }
  // A capture is worth `best`. init() knew that there are captures, but not their value.
  void update(std::uint64_t i, int best, int) { values_[i] = std::max<int>(values_[i], best); }

  // These, and attack_known, return whether the board just entered the set: because its captures or its end are worth
  // t, or because its move from this pit, if quiet, leads into the other set.
  using Base::attack_known;
  bool attack_by(std::uint64_t i, int pit, int t) {
    const Word escapes = SharedWords::load(states_[i]);
    return (escapes >> pit & 1) != 0 && attack_known(i, t);
  }
  bool defend_known(std::uint64_t i, int t) { return lose(i, exits_, t); }
  bool defend_by(std::uint64_t i, int pit, int t) { return lose(i, Word{1} << pit, t); }

  // Calls attack(i) and defend(i) for the boards whose captures or end are worth t.
  template <class Attack, class Defend>
  void each_known(std::uint64_t from, std::uint64_t to, int t, Attack&& attack, Defend&& defend) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(values_);
    each_equal<std::uint8_t>(bytes, from, to, 0xff, t, attack);
    each_equal<std::uint8_t>(bytes, from, to, 0xff, -t, defend);
  }

  // A player who can escape forever loses nothing.
  void finish(std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i)
      if (values_[i] < 0 && states_[i] != 0) values_[i] = 0;
  }

 private:
  bool lose(std::uint64_t i, Word escape, int t) {
    const Word escapes = SharedWords::load(states_[i]);
    if ((escapes & in_attack_) != 0 || (escapes & escape) == 0) return false;
    if (words_.clear_bits(states_[i], escape) != escape) return false;
    SharedWords::store(values_[i], static_cast<std::int8_t>(-t));
    return true;
  }

  // A state has one bit per quiet move that is an escape, one for all captures or the end, and one for the attack.
  Word exits_;
};

// Sets for forced seeds. The two sets are independent: a board may be in both. So the quiet moves are kept in addition
// to the number of escapes.
template <class Word>
class ForcedSets : public AttackSet<Word> {
  using Base = AttackSet<Word>;
  using Base::states_, Base::values_, Base::words_;

 public:
  static constexpr bool forced = true;

  ForcedSets(std::int8_t* values, std::uint64_t boards, int pits, bool shared)
      : Base(values, boards, shared, Word{1} << (min_bits + pits)), escape_(Word{2} << (min_bits + pits)) {}

  void init(std::uint64_t i, const BoardInfo& info) {
    values_[i] = info.best;
    states_[i] = info.min_forced | info.quiet << min_bits | (std::popcount(info.quiet) + info.exits) * escape_;
  }
  void update(std::uint64_t i, int best, int min_forced) {
    values_[i] = std::max<int>(values_[i], best);
    const int before = states_[i] & min_mask;
    states_[i] -= std::max(before - min_forced, 0);
  }

  using Base::attack_known;
  bool attack_by(std::uint64_t i, int pit, int t) { return quiet(i, pit) && attack_known(i, t); }
  bool defend_known(std::uint64_t i, int) { return words_.subtract(states_[i], escape_) / escape_ == 1; }
  bool defend_by(std::uint64_t i, int pit, int) {
    const Word state = SharedWords::load(states_[i]), lost = (state >> (min_bits + pit) & 1) * escape_;
    if (words_.shared()) return lost != 0 && words_.subtract(states_[i], escape_) / escape_ == 1;
    // Branchless, because whether the move is quiet is unpredictable.
    SharedWords::store(states_[i], static_cast<Word>(state - lost));
    return static_cast<Word>(state - lost) < lost;
  }

  template <class Attack, class Defend>
  void each_known(std::uint64_t from, std::uint64_t to, int t, Attack&& attack, Defend&& defend) {
    each_equal<std::uint8_t>(reinterpret_cast<std::uint8_t*>(values_), from, to, 0xff, t, attack);
    each_equal<Word>(states_.get(), from, to, min_mask, t, defend);
  }

  void finish(std::uint64_t, std::uint64_t) {}

 private:
  static constexpr int min_bits = sizeof(Word) == 2 ? 6 : 7;
  static constexpr Word min_mask = (1 << min_bits) - 1;

  bool quiet(std::uint64_t i, int pit) const { return (SharedWords::load(states_[i]) >> (min_bits + pit) & 1) != 0; }

  // A state has, from the lowest bit: the minimum of the captures, one bit per quiet move, membership in the attack,
  // and the number of remaining escapes.
  Word escape_;
};

// Boards with at most this many pits per player and seeds use the smaller words.
constexpr int few_pits = 6, few_seeds = 63;

// Bytes per board in addition to the value.
constexpr int set_bytes(bool forced, int pits) { return (forced ? 2 : 1) * (pits <= few_pits ? 1 : 2); }

// Calls use() with the type of the sets for boards with this many pits and seeds.
template <class Use>
auto with_sets(bool forced, int pits, int seeds, Use&& use) {
  const bool few = pits <= few_pits;
  if (forced)
    return few && seeds <= few_seeds ? use.template operator()<ForcedSets<std::uint16_t>>()
                                     : use.template operator()<ForcedSets<std::uint32_t>>();
  return few ? use.template operator()<MarginSets<std::uint8_t>>()
             : use.template operator()<MarginSets<std::uint16_t>>();
}

}  // namespace sow
