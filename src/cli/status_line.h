// Progress on standard error: one line that is redrawn in a terminal, or at most one line per second elsewhere.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace sow {

class StatusLine {
 public:
  StatusLine();

  void show(const std::string& text);
  void clear();
  // Prints a line that stays.
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  Clock::time_point next_;
};

// Shows progress from another thread, starting after one second.
class Ticker {
 public:
  // `text` is called on that thread with the seconds since the start.
  explicit Ticker(std::function<std::string(double seconds)> text);
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  StatusLine line_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread thread_;  // declared last, so that it is joined first
};

// "1.2 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

// "1,234,567 of 5,000,000 boards, 12.3 M/s, 0.3 s left"
std::string progress_text(std::uint64_t done, std::uint64_t all, std::string_view what, double seconds);
// "12.3 M/s, 0.3 s left". `share` is the fraction of the work done so far.
std::string rate_text(std::uint64_t done, double share, double seconds);

}  // namespace sow
