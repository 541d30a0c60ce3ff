// What is kept of each board of a level while the sets of retrograde.h grow: which of its moves are quiet, which escapes
// are left, what captures or the end bring, and in which sets it is. Beside the byte that becomes the value, that takes a
// byte a board for margins and two for forced seeds, on up to six pits a player, and twice that on larger boards.
//
// For any number of threads at once: a board enters a set once, and one thread is told so.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "base/huge_block.h"
#include "board/layout.h"

namespace sow {

// What is known of a board before the sets grow.
struct KnownOfBoard {
  MoveSet quiet = 0;
  bool other = false;  // there are captures, or the game is over
  int best = 0;        // that captures, or the end, bring the mover; 0 and below are of use for margins only
  int least = 0;       // seeds that the opponent can force after each capture, or gets at the end; for forced seeds
};

// Words that several threads, or only one, change.
class SharedWords {
 public:
  explicit SharedWords(bool shared) : shared_(shared) {}

  bool shared() const { return shared_; }

  template <class Word>
  static Word load(const Word& word) {
    return std::atomic_ref(const_cast<Word&>(word)).load(std::memory_order_acquire);
  }
  template <class Word>
  static void store(Word& word, Word value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
  }
  // These return what it was. A single thread needs no locked instructions, which are much slower.
  template <class Word>
  Word set_bits(Word& word, Word bits) const {
    if (shared_) return std::atomic_ref(word).fetch_or(bits);
    const Word before = load(word);
    store(word, static_cast<Word>(before | bits));
    return before;
  }
  template <class Word>
  Word clear_bits(Word& word, Word bits) const {
    if (shared_) return std::atomic_ref(word).fetch_and(static_cast<Word>(~bits));
    const Word before = load(word);
    store(word, static_cast<Word>(before & ~bits));
    return before;
  }
  template <class Word>
  Word subtract(Word& word, Word n) const {
    if (shared_) return std::atomic_ref(word).fetch_sub(n);
    const Word before = load(word);
    store(word, static_cast<Word>(before - n));
    return before;
  }

 private:
  bool shared_;
};

// Calls visit(i) for each word of [from, to) that is `value` in the bits of `mask`, eight bytes at a time: `from` is a
// multiple of eight, and after the last word there is memory up to such a multiple.
template <class Word, class Visit>
void each_equal(Word* words, std::uint64_t from, std::uint64_t to, Word mask, Word value, Visit&& visit) {
  constexpr int in_eight = 8 / sizeof(Word), bits = 8 * sizeof(Word);
  constexpr std::uint64_t ones = ~std::uint64_t{0} / static_cast<Word>(~Word{0});
  constexpr std::uint64_t tops = ones << (bits - 1);
  for (std::uint64_t i = from; i < to; i += in_eight) {
    const std::uint64_t eight = SharedWords::load(reinterpret_cast<std::uint64_t&>(words[i]));
    const std::uint64_t differences = (eight & mask * ones) ^ value * ones;
    // The top bit of each word without differences.
    for (std::uint64_t equal = ~((differences & ~tops) + ~tops | differences) & tops; equal != 0; equal &= equal - 1) {
      const std::uint64_t at = i + std::countr_zero(equal) / bits;
      if (at < to) visit(at);
    }
  }
}

// What both kinds of sets have: the values, a word a board, one bit of which says that the board is in the attack.
template <class Word>
class AttackSet {
 public:
  void prefetch(std::uint64_t i) const { __builtin_prefetch(&states_[i], 1); }

  // Whether the board entered the attack just now.
  bool attack_known(std::uint64_t i, int t) {
    if ((SharedWords::load(states_[i]) & in_attack_) != 0) return false;
    if ((words_.set_bits(states_[i], in_attack_) & in_attack_) != 0) return false;
    SharedWords::store(values_[i], static_cast<std::int8_t>(t));
    return true;
  }

  // A word a board: with the values, all that there is to know.
  Word* states() { return states_.get(); }

 protected:
  AttackSet(std::int8_t* values, std::uint64_t boards, bool shared, Word in_attack)
      : values_(values), states_(make_huge_block<Word>(boards)), words_(shared), in_attack_(in_attack) {}

  std::int8_t* values_;
  HugeBlock<Word> states_;
  SharedWords words_;
  Word in_attack_;
};

// Margins. A board is in one of the sets at most, so an escape that was lost leads to a board that never enters the
// defence: the quiet moves that are escapes are all that is ever asked about.
template <class Word>
class MarginSets : public AttackSet<Word> {
  using Base = AttackSet<Word>;
  using Base::in_attack_, Base::states_, Base::values_, Base::words_;

 public:
  static constexpr bool forced = false;

  MarginSets(std::int8_t* values, std::uint64_t boards, int pits, bool shared)
      : Base(values, boards, shared, 2u << pits), other_(1u << pits) {}

  void begin(std::uint64_t i, const KnownOfBoard& known) {
    values_[i] = known.other ? known.best : 0;
    states_[i] = known.quiet | (known.other ? other_ : 0);
  }
  // A capture of which begin() did not know brings this; it knew that there are some.
  void learn(std::uint64_t i, int best, int) { values_[i] = std::max<int>(values_[i], best); }

  // These, and attack_known, say whether the board entered the set just now: as its captures or its end bring t, or by its
  // quiet move from this pit, if there is one, which leads into the other set.
  using Base::attack_known;
  bool attack_by(std::uint64_t i, int pit, int t) {
    const Word escapes = SharedWords::load(states_[i]);
    return (escapes >> pit & 1) != 0 && attack_known(i, t);
  }
  bool defend_known(std::uint64_t i, int t) { return lose(i, other_, t); }
  bool defend_by(std::uint64_t i, int pit, int t) { return lose(i, Word{1} << pit, t); }

  // Calls attack(i) and defend(i) for the boards whose captures or end bring t.
  template <class Attack, class Defend>
  void each_known(std::uint64_t from, std::uint64_t to, int t, Attack&& attack, Defend&& defend) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(values_);
    each_equal<std::uint8_t>(bytes, from, to, 0xff, t, attack);
    each_equal<std::uint8_t>(bytes, from, to, 0xff, -t, defend);
  }

  // Who can escape for ever loses nothing.
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

  // States have a bit for each quiet move that is an escape, for all captures together or the end, and for the attack.
  Word other_;
};

// Forced seeds: the sets are found side by side, and a board enters one whatever it does in the other. So the quiet moves
// are kept beside the number of escapes.
template <class Word>
class ForcedSets : public AttackSet<Word> {
  using Base = AttackSet<Word>;
  using Base::states_, Base::values_, Base::words_;

 public:
  static constexpr bool forced = true;

  ForcedSets(std::int8_t* values, std::uint64_t boards, int pits, bool shared)
      : Base(values, boards, shared, Word{1} << (least_bits + pits)), escape_(Word{2} << (least_bits + pits)) {}

  void begin(std::uint64_t i, const KnownOfBoard& known) {
    values_[i] = known.best;
    states_[i] = known.least | known.quiet << least_bits | (std::popcount(known.quiet) + known.other) * escape_;
  }
  void learn(std::uint64_t i, int best, int least) {
    values_[i] = std::max<int>(values_[i], best);
    const int before = states_[i] & least_mask;
    states_[i] -= std::max(before - least, 0);
  }

  using Base::attack_known;
  bool attack_by(std::uint64_t i, int pit, int t) { return quiet(i, pit) && attack_known(i, t); }
  bool defend_known(std::uint64_t i, int) { return words_.subtract(states_[i], escape_) / escape_ == 1; }
  bool defend_by(std::uint64_t i, int pit, int) {
    const Word state = SharedWords::load(states_[i]), lost = (state >> (least_bits + pit) & 1) * escape_;
    if (words_.shared()) return lost != 0 && words_.subtract(states_[i], escape_) / escape_ == 1;
    // Whether the move is quiet is a toss-up, so it is no branch.
    SharedWords::store(states_[i], static_cast<Word>(state - lost));
    return static_cast<Word>(state - lost) < lost;
  }

  template <class Attack, class Defend>
  void each_known(std::uint64_t from, std::uint64_t to, int t, Attack&& attack, Defend&& defend) {
    each_equal<std::uint8_t>(reinterpret_cast<std::uint8_t*>(values_), from, to, 0xff, t, attack);
    each_equal<Word>(states_.get(), from, to, least_mask, t, defend);
  }

  void finish(std::uint64_t, std::uint64_t) {}

 private:
  static constexpr int least_bits = sizeof(Word) == 2 ? 6 : 7;
  static constexpr Word least_mask = (1 << least_bits) - 1;

  bool quiet(std::uint64_t i, int pit) const { return (SharedWords::load(states_[i]) >> (least_bits + pit) & 1) != 0; }

  // States have, from the lowest bit: the least of the captures, a bit for each quiet move, whether the board is in the
  // attack, escapes left.
  Word escape_;
};

// Boards of up to so many pits a player and seeds have the smaller words.
constexpr int few_pits = 6, few_seeds = 63;

// A board takes so many bytes beside its value.
constexpr int set_bytes(bool forced, int pits) { return (forced ? 2 : 1) * (pits <= few_pits ? 1 : 2); }

// Calls use with the type of the sets for boards with so many pits and seeds.
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
