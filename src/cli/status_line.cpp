#include "cli/status_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/wrap.h"
#include "cli/analysis_text.h"
#include "cli/terminal.h"

namespace sow {

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + std::chrono::seconds(1)) {}

void StatusLine::show(const std::string& text) {
  if (!terminal_ && Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::seconds(1);
  // A line that wraps could not be redrawn in place.
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

Ticker::Ticker(std::function<std::string(double seconds)> text)
    : thread_([this, text = std::move(text)](const std::stop_token& done) {
        const auto start = std::chrono::steady_clock::now();
        std::unique_lock lock(mutex_);
        const auto ended_within = [&](std::chrono::milliseconds time) {
          changed_.wait_for(lock, done, time, [] { return false; });
          return done.stop_requested();
        };
        for (auto wait = std::chrono::milliseconds(1000); !ended_within(wait); wait = std::chrono::milliseconds(100))
          line_.show(text(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
        line_.clear();
      }) {}

std::string rate_text(std::uint64_t done, double share, double seconds) {
  std::string text = rounded(static_cast<double>(done) / std::max(seconds, 0.001)) + "/s";
  if (share > 0) text += fmt::format(", {} left", duration_text(seconds * std::max(0.0, 1 / share - 1)));
  return text;
}

std::string progress_text(std::uint64_t done, std::uint64_t all, std::string_view what, double seconds) {
  const double share = static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  return fmt::format("{} of {} {}, {}", grouped(done), grouped(all), what, rate_text(done, share, seconds));
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(seconds);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace sow
