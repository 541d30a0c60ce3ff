#include "cli/status_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/wrap.h"
#include "cli/terminal.h"

namespace sow {

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + std::chrono::seconds(1)) {}

void StatusLine::show(const std::string& text) {
  if (!terminal_ && Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::seconds(1);
  // A line that is wrapped could not be drawn again in its place.
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", clipped(text, std::max<std::size_t>(columns_of(STDERR_FILENO), 1) - 1));
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void StatusLine::clear() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

void StatusLine::say(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", wrapped(text, columns_of(STDERR_FILENO)));
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(seconds);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace sow
