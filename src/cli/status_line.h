// What is going on, on one line of a terminal that is drawn again and again, or as lines a second apart elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace sow {

class StatusLine {
 public:
  StatusLine();

  void show(const std::string& text);
  void clear();
  // A line that stays.
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  Clock::time_point next_;
};

// "1.2 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace sow
