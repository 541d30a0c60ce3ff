#include "server/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sow {
namespace {

constexpr std::array<double, marks> shares = {0.02, 0.06, 0.12};
constexpr double half_share = 0.06;

}  // namespace

void write_accuracy_shares(JsonText& json) {
  json.begin_object();
  for (std::size_t i = 0; i < marks; ++i) json.key(mark_words[i]).raw(fmt::format("{}", shares[i]));
  json.key("half").raw(fmt::format("{}", half_share)).end_object();
}

// Nobody is blamed for less than a seed: estimates are no finer than that.
double Judge::threshold(Mark mark) const {
  const auto i = static_cast<std::size_t>(mark);
  return std::max(std::round(shares[i] * seeds_), 1.0 + static_cast<double>(i));
}

std::optional<Mark> Judge::mark(double loss) const {
  for (const Mark mark : {Mark::blunder, Mark::mistake, Mark::inaccuracy})
    if (loss >= threshold(mark)) return mark;
  return std::nullopt;
}

double Judge::accuracy(double loss) const { return 100 * std::exp2(-loss / (half_share * seeds_)); }

}  // namespace sow
