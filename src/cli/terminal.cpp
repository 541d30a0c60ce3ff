#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/wrap.h"
#include "search/options.h"

namespace sow {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool wants_color() { return output_is_terminal() && variable("NO_COLOR").empty() && variable("TERM") != "dumb"; }

bool input_is_terminal() { return isatty(STDIN_FILENO) == 1; }
bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

std::size_t columns_of(int fd) {
  constexpr int max_columns = 10'000;
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return static_cast<std::size_t>(parse_number(variable("COLUMNS"), 1, max_columns).value_or(0));
}

std::string fitted(std::string_view text) { return wrapped(text, columns_of(STDOUT_FILENO)); }

std::string fitted_picture(const Ruleset& rules, const Position& position, const Paint& paint) {
  return picture(rules, position, paint, static_cast<int>(columns_of(STDOUT_FILENO)));
}

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

}  // namespace sow
