#include "db/index.h"

#include <limits>

namespace sow {

Index::Index(int pits_per_player, int most_seeds, States states)
    : pits_(pits_per_player),
      most_(most_seeds),
      stride_(most_seeds + 1),
      states_(std::move(states)),
      pit_lanes_(Lanes<32>::below(pits_per_player)) {
  // C(s + i, i + 1) is C(s - 1 + i, i + 1) + C(s + i - 1, i): the entry to the left plus the one above.
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
  // Sums of products of 64-bit numbers could pass 128 bits; compare in floating point first.
  long double boards = 0;
  for (std::size_t n = 0; n < stride_; ++n)
    for (std::size_t k = 0; k <= n; ++k) boards += static_cast<long double>(sides_[k]) * sides_[n - k];
  long double limit = 1;
  for (int i = 0; i < bits; ++i) limit *= 2;
  return boards * static_cast<long double>(states_.count()) < limit;
}

// The largest prefix sum whose term still fits comes from the last pit backwards.
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
