// Splits a stream of bytes into lines. Lines longer than the limit are truncated, so memory stays bounded.
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
    bool too_long = false;  // truncated
  };

  explicit LineBuffer(std::size_t max_length) : max_length_(max_length) {}

  std::size_t max_length() const { return max_length_; }

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto newline = bytes.find('\n');
      const auto part = bytes.substr(0, newline);
      const std::size_t room = max_length_ - partial_.text.size();
      partial_.text.append(part.substr(0, room));
      partial_.too_long |= part.size() > room;
      has_partial_ = true;
      bytes.remove_prefix(part.size());
      if (newline == std::string_view::npos) return;
      bytes.remove_prefix(1);
      end_line();
    }
  }

  // Call at the end of the stream: text after the last newline counts as a line.
  void end() {
    if (has_partial_) end_line();
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
    if (!partial_.text.empty() && partial_.text.back() == '\r') partial_.text.pop_back();
    lines_.push_back(std::move(partial_));
    partial_ = {};
    has_partial_ = false;
  }

  std::size_t max_length_;
  Line partial_;
  bool has_partial_ = false;
  std::deque<Line> lines_;
};

}  // namespace sow
