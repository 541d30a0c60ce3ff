// Runs a scripted dialogue with a program that reads and writes lines:
//
//   > line      input
//   line        expected output; … matches anything within a line
//   …           any number of lines, up to one that matches the next line
//   <end>       end of the input
//   # …         comment
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace sow::tests {

// Output lines, written by any thread and read by the test.
class Heard {
 public:
  void add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    changed_.notify_all();
  }

  // Waits for the next line. Fails on timeout.
  std::string next() {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, 60s, [&] { return !lines_.empty(); })) {
      ADD_FAILURE() << "no answer";
      return "(no answer)";
    }
    std::string line = lines_.front();
    lines_.pop_front();
    return line;
  }

  bool empty() {
    const std::lock_guard lock(mutex_);
    return lines_.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
};

inline constexpr std::string_view anything = "…";

inline bool matches(std::string_view pattern, std::string_view text) {
  const auto gap = pattern.find(anything);
  if (gap == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, gap))) return false;
  text.remove_prefix(gap);
  pattern.remove_prefix(gap + anything.size());
  for (;; text.remove_prefix(1)) {
    if (matches(pattern, text)) return true;
    if (text.empty()) return false;
  }
}

inline void run_dialogue(const std::string& path, const std::function<void(const std::string&)>& say,
                         const std::function<void()>& end, Heard& heard) {
  std::ifstream in(path);
  ASSERT_TRUE(in) << path;
  bool skip = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    SCOPED_TRACE(path + ":" + std::to_string(++number));
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("> ") || line == ">") {
      say(line.substr(std::min<std::size_t>(line.size(), 2)));
    } else if (line == "<end>") {
      end();
    } else if (line == anything) {
      skip = true;
    } else {
      std::string answer = heard.next();
      while (skip && !matches(line, answer) && answer != "(no answer)") answer = heard.next();
      EXPECT_TRUE(matches(line, answer)) << "expected: " << line << "\nanswered: " << answer;
      skip = false;
    }
    if (testing::Test::HasFailure()) return;
  }
  end();
  EXPECT_TRUE(heard.empty()) << heard.next();
}

}  // namespace sow::tests
