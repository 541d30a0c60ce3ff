// How good the moves of a game were: names for losses, and accuracy.
//
// A loss is counted in seeds and judged as a share of all seeds of the game. Accuracy of a move is 100 · 2^(−loss / h): 100
// for the best, half for each further `half` share lost.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "server/json_text.h"

namespace sow {

enum class Mark { inaccuracy, mistake, blunder };
inline constexpr int marks = 3;
inline constexpr std::array<std::string_view, marks> mark_words = {"inaccuracy", "mistake", "blunder"};

void write_accuracy_shares(JsonText& json);

class Judge {
 public:
  explicit Judge(int seeds) : seeds_(seeds) {}

  // The least loss in seeds that gets the mark.
  double threshold(Mark mark) const;
  std::optional<Mark> mark(double loss) const;
  double accuracy(double loss) const;

 private:
  int seeds_;
};

}  // namespace sow
