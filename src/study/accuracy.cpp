#include "study/accuracy.h"

#include <algorithm>
#include <cmath>

namespace sow {

// Losses below one seed get no mark: estimates are not that precise. The minimum loss grows by one seed per mark.
double Grader::threshold(Mark mark) const {
  const double minimum = 1.0 + index(mark);
  return std::max(std::round(mark_table[index(mark)].share * seeds_), minimum);
}

std::optional<Mark> Grader::mark(double loss) const {
  std::optional<Mark> worst;
  for (const MarkInfo& info : mark_table)
    if (loss >= threshold(info.mark)) worst = info.mark;
  return worst;
}

double Grader::accuracy(double loss) const { return 100 * std::exp2(-loss / (half_share * seeds_)); }

}  // namespace sow
