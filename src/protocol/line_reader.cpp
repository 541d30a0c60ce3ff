#include "protocol/line_reader.h"

#include <unistd.h>

#include <cerrno>

namespace sow {

bool LineReader::fill() {
  char buffer[1 << 14];
  for (;;) {
    if (stop_) return false;
    const auto n = read(fd_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    lines_.add({buffer, static_cast<std::size_t>(n)});
    return true;
  }
}

std::optional<LineReader::Line> LineReader::next() {
  while (lines_.empty() && fill()) {
  }
  if (lines_.empty() && !stop_) lines_.end();
  return lines_.next();
}

}  // namespace sow
