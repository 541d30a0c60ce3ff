// Talking with a person, on a terminal or through pipes.
#pragma once

#include <optional>
#include <string>

#include "board/notation.h"

namespace sow {

// Whether standard output is a terminal that wants colour (NO_COLOR, TERM).
bool wants_colour();

// Colours for the board: South's seeds, North's, and the rest faint.
Paint board_paint();

bool input_is_terminal();

// Lines from standard input, read so that a signal ends the waiting.
class LineReader {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  // the rest of it was thrown away
  };
  static constexpr std::size_t longest = 1000;

  // None at the end of the input, or when the user interrupts.
  std::optional<Line> next();

 private:
  bool fill();

  char buffer_[4096];
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace sow
