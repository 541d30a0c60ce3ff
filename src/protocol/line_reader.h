// Lines from a file descriptor, read so that a signal ends the waiting.
#pragma once

#include <atomic>

#include "base/line_buffer.h"

namespace sow {

class LineReader {
 public:
  using Line = LineBuffer::Line;

  // Reading ends when `stop` is set: by a signal, as nothing else ends the waiting.
  LineReader(int fd, std::size_t longest, const std::atomic<bool>& stop) : fd_(fd), lines_(longest), stop_(stop) {}

  std::size_t longest() const { return lines_.longest(); }

  // None at the end of the input, or when stopped.
  std::optional<Line> next();

 private:
  bool fill();

  int fd_;
  LineBuffer lines_;
  const std::atomic<bool>& stop_;
};

}  // namespace sow
