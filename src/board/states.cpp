#include "board/states.h"

#include <numeric>

#include "board/owners.h"

namespace sow {

States::States(const Ruleset& rules) : pits_(rules.pits_per_player()) {
  if (rules.owns()) number_owners(rules);
  if (rules.has_marks() || rules.depends_on_sides())
    turns_ = 256;  // the whole state lane
  else
    turns_ = rules.opening.turns + 1;
  if (turns_ > 1) owned_.clear();
  count_ = count_ > ~std::uint64_t{0} / turns_ ? ~std::uint64_t{0} : count_ * turns_;
}

void States::number_owners(const Ruleset& rules) {
  constexpr std::uint64_t max_states = 59049;  // 3 to the tenth power
  owns_without_capture_ = rules.any_land([](const Land& l) { return l.own && (l.closes() || l.sows_captured()); });
  if (rules.own.max_pits == 1) {
    one_pit_ = 2 * static_cast<std::uint64_t>(pits_) + 1;
    count_ = one_pit_ * one_pit_;
  } else {
    // Every pit has no owner, or belongs to the mover or the opponent. The limit avoids an overflow.
    constexpr int max_power = 40;
    for (int i = 0; i < 2 * pits_ && i < max_power; ++i) count_ *= 3;
  }
  owned_.clear();
  if (count_ > max_states) return;
  const Layout layout(rules);
  numbers_.resize(count_);
  for (std::uint64_t number = 0; number < count_; ++number)
    if (const auto owned = decode_owners(number); can_own(rules, layout, owned)) {
      numbers_[number] = static_cast<std::uint16_t>(owned_.size());
      owned_.push_back(owned);
    }
  count_ = owned_.size();
}

std::array<PitSet, 2> States::decode_owners(std::uint64_t number) const {
  const auto pit_bit = [&](int i) { return bit_of(pit(i / pits_, i % pits_)); };
  std::array<PitSet, 2> owned{};
  if (one_pit_ > 0) {
    if (const auto width = static_cast<int>(number / one_pit_); width > 0) owned[0] = pit_bit(width - 1);
    if (const auto width = static_cast<int>(number % one_pit_); width > 0) owned[1] = pit_bit(width - 1);
    return owned;
  }
  for (int i = 2 * pits_ - 1; i >= 0; --i, number /= 3)
    if (number % 3 > 0) owned[number % 3 - 1] |= pit_bit(i);
  return owned;
}

std::vector<std::vector<std::uint64_t>> States::groups() const {
  std::vector<std::uint64_t> all(owned_.size());
  std::iota(all.begin(), all.end(), 0);
  if (owns_without_capture_) return {all};
  std::vector<std::vector<std::uint64_t>> groups;
  for (const std::uint64_t state : all) {
    Position p;
    p.owned = owned_[state];
    p.turn();
    const std::uint64_t flipped = number(p);
    if (flipped == state) groups.push_back({state});
    if (flipped > state) groups.push_back({state, flipped});
  }
  return groups;
}

}  // namespace sow
