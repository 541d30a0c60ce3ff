// How good the moves of a game were: names for losses, and accuracy.
//
// A loss is counted in seeds and judged as a share of all seeds of the game. Accuracy of a move is 100 · 2^(−loss / h): 100
// for the best, half for each further `half_share` lost.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sow {

enum class Mark { inaccuracy, mistake, blunder };

struct MarkInfo {
  Mark mark;
  std::string_view word;
  double share;  // of all seeds: the least loss that gets the mark
};
inline constexpr std::array mark_table = {
    MarkInfo{Mark::inaccuracy, "inaccuracy", 0.02},
    MarkInfo{Mark::mistake, "mistake", 0.06},
    MarkInfo{Mark::blunder, "blunder", 0.12},
};
inline constexpr double half_share = 0.06;

constexpr std::size_t index(Mark mark) { return static_cast<std::size_t>(mark); }
constexpr std::string_view mark_word(Mark mark) { return mark_table[index(mark)].word; }

class Grader {
 public:
  explicit Grader(int seeds) : seeds_(seeds) {}

  // The least loss in seeds that gets the mark.
  double threshold(Mark mark) const;
  std::optional<Mark> mark(double loss) const;
  double accuracy(double loss) const;

 private:
  int seeds_;
};

}  // namespace sow
