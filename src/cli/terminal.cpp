#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "cli/interrupt.h"

namespace sow {

bool wants_colour() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

bool input_is_terminal() { return isatty(STDIN_FILENO) == 1; }

Paint board_paint() {
  return [](Ink ink, std::optional<Player> player, const std::string& text) {
    constexpr const char *faint = "2", *bold = "1", *south = "36", *north = "33";
    const std::string side = player == Player::north ? north : south;
    switch (ink) {
      case Ink::label:
      case Ink::empty: return fmt::format("\033[{}m{}\033[0m", faint, text);
      case Ink::count: return fmt::format("\033[{}m{}\033[0m", side, text);
      case Ink::store:
      case Ink::mover: return fmt::format("\033[{};{}m{}\033[0m", bold, side, text);
    }
    return text;
  };
}

bool LineReader::fill() {
  for (;;) {
    if (interrupted) return false;
    const auto n = read(STDIN_FILENO, buffer_, sizeof buffer_);
    if (n < 0 && errno == EINTR) continue;
    begin_ = 0;
    end_ = n > 0 ? static_cast<std::size_t>(n) : 0;
    return n > 0;
  }
}

std::optional<LineReader::Line> LineReader::next() {
  Line line;
  bool any = false;
  while (begin_ < end_ || fill()) {
    any = true;
    const auto* from = buffer_ + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline - from) : end_ - begin_;
    const std::size_t room = longest - line.text.size();
    line.text.append(from, std::min(length, room));
    line.too_long |= length > room;
    begin_ += length + (newline != nullptr ? 1 : 0);
    if (newline == nullptr) continue;
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return line;
  }
  return any && !interrupted ? std::optional(line) : std::nullopt;
}

}  // namespace sow
