#include "cli/status_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace sow {

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + std::chrono::seconds(1)) {}

void StatusLine::show(const std::string& text) {
  if (!terminal_ && Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::seconds(1);
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\033[K" : "", text, terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void StatusLine::clear() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

void StatusLine::say(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", text);
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(seconds);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace sow
