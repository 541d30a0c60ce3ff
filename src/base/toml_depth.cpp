#include "base/toml_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

constexpr int most_dots = 16;

// The string that begins here, with its quotes. One that never ends is an error for the parser, so anything will do.
std::size_t string_length(std::string_view text) {
  const char quote = text[0];
  const std::string three(3, quote);
  const bool lines = text.starts_with(three);
  for (std::size_t i = lines ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"')
      ++i;
    else if (lines ? text.substr(i).starts_with(three) : text[i] == quote)
      return std::min(lines ? text.find_first_not_of(quote, i) : i + 1, text.size());
  }
  return text.size();
}

}  // namespace

// Within a key nothing but its parts, dots and blanks can stand; dots in numbers do not matter.
void limit_toml_depth(std::string_view text, const std::string& file) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i += string_length(text.substr(i)) - 1;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '.' && ++dots > most_dots) {
      const int line = 1 + std::count(text.begin(), text.begin() + i, '\n');
      throw Error(Place{file, line}, fmt::format("a key has more than {} dots", most_dots));
    } else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) {
      dots = 0;
    }
  }
}

}  // namespace sow
