// Grades for moves: inaccuracy, mistake, or blunder, by the seeds a move loses, and accuracy in percent.
//
// Losses are measured as a share of all seeds in the game. A move's accuracy is 100 · 2^(−loss / h), where h is
// `half_share` of the seeds: 100 for the best move, halved for every h lost.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sow {

enum class Mark { inaccuracy, mistake, blunder };

struct MarkInfo {
  Mark mark;
  std::string_view word;
  double share;  // smallest loss that gets the mark, as a share of all seeds
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

  // The smallest loss in seeds that gets the mark.
  double threshold(Mark mark) const;
  std::optional<Mark> mark(double loss) const;
  double accuracy(double loss) const;

 private:
  int seeds_;
};

}  // namespace sow
