#include "db/index.h"

#include <limits>

namespace sow {

Index::Index(int pits_per_player, int max_seeds, States states, SeedParity parity)
    : pits_(pits_per_player),
      max_(max_seeds),
      parity_mask_(parity == SeedParity::any ? 0 : 1),
      odd_(parity == SeedParity::odd ? 1 : 0),
      stride_(max_seeds + 1),
      states_(std::move(states)),
      pit_lanes_(Lanes<32>::below(pits_per_player)) {
  // Pascal's rule: C(s + i, i + 1) = C(s - 1 + i, i + 1) + C(s + i - 1, i), the entry to the left plus the one above.
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(pits_); ++i)
    for (std::size_t s = 1; s <= stride_; ++s) {
      const std::uint64_t left = terms_[i][s - 1], above = i == 0 ? 1 : terms_[i - 1][s];
      if (left > std::numeric_limits<std::uint64_t>::max() - above) sides_fit_ = false;
      terms_[i][s] = left + above;
    }
  for (std::size_t k = 0; k < stride_; ++k) sides_.push_back(pits_ == 1 ? 1 : terms_[pits_ - 2][k + 1]);
  blocks_.resize(stride_ * stride_);
  level_.push_back(0);
  for (std::size_t n = 0; n < stride_; ++n) {
    Wide sum = 0;
    for (std::size_t k = 0; k <= n; ++k) {
      blocks_[n * stride_ + k] = sum;
      sum += Wide{sides_[k]} * sides_[n - k];
    }
    level_.push_back(level_.back() + sum);
  }
}

bool Index::fits(int bits) const {
  if (!sides_fit_) return false;
  // The exact sum could overflow 128 bits.
  long double boards = 0;
  for (std::size_t n = 0; n < stride_; ++n)
    for (std::size_t k = 0; k <= n; ++k) boards += static_cast<long double>(sides_[k]) * sides_[n - k];
  long double limit = 1;
  for (int i = 0; i < bits; ++i) limit *= 2;
  return boards * static_cast<long double>(states_.count()) < limit;
}

// Greedy from the last pit: the largest prefix sum whose term fits.
Pits Index::unrank(std::uint64_t rank, int seeds) const {
  Pits pits{};
  int sum = seeds;
  for (int i = pits_ - 2; i >= 0; --i) {
    int s = sum;
    while (term(i, s) > rank) --s;
    rank -= term(i, s);
    pits[i + 1] = sum - s;
    sum = s;
  }
  pits[0] = sum;
  return pits;
}

Position Index::position(int seeds, std::uint64_t number) const {
  Position p;
  p.owned = states_.owned(number / size_of_state(seeds));
  number %= size_of_state(seeds);
  int own = 0;
  while (own < seeds && block(seeds, own + 1) <= number) ++own;
  number -= block(seeds, own);
  p.pits = {unrank(number / sides(seeds - own), own), unrank(number % sides(seeds - own), seeds - own)};
  return p;
}

}  // namespace sow
