// Reads lines from a file descriptor. A signal interrupts the wait.
#pragma once

#include <atomic>

#include "base/line_buffer.h"

namespace sow {

class LineReader {
 public:
  using Line = LineBuffer::Line;

  // Reading ends when a signal handler sets `stop`; nothing else interrupts the wait.
  LineReader(int fd, std::size_t max_bytes, const std::atomic<bool>& stop) : fd_(fd), lines_(max_bytes), stop_(stop) {}

  std::size_t max_bytes() const { return lines_.max_length(); }

  // Empty at the end of the input and after `stop`.
  std::optional<Line> next();

 private:
  bool fill();

  int fd_;
  LineBuffer lines_;
  const std::atomic<bool>& stop_;
};

}  // namespace sow
