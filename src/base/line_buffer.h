// Bytes as they come, lines as they are wanted. A line that is too long costs no more memory than the longest.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace sow {

class LineBuffer {
 public:
  struct Line {
    std::string text = {};
    bool too_long = false;  // the rest of it was thrown away
  };

  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  std::size_t longest() const { return longest_; }

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto newline = bytes.find('\n');
      const auto part = bytes.substr(0, newline);
      const std::size_t room = longest_ - begun_.text.size();
      begun_.text.append(part.substr(0, room));
      begun_.too_long |= part.size() > room;
      any_ = true;
      bytes.remove_prefix(part.size());
      if (newline == std::string_view::npos) return;
      bytes.remove_prefix(1);
      end_line();
    }
  }

  // What stands after the last newline is a line too, when no more will come.
  void end() {
    if (any_) end_line();
  }

  bool empty() const { return lines_.empty(); }

  std::optional<Line> next() {
    if (lines_.empty()) return std::nullopt;
    std::optional<Line> line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }

 private:
  void end_line() {
    if (!begun_.text.empty() && begun_.text.back() == '\r') begun_.text.pop_back();
    lines_.push_back(std::move(begun_));
    begun_ = {};
    any_ = false;
  }

  std::size_t longest_;
  Line begun_;
  bool any_ = false;  // something of `begun_` has come
  std::deque<Line> lines_;
};

}  // namespace sow
