#define SOW_TOML_PARSER 1  // before base/toml.h
#include "base/parse_toml.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

constexpr int max_dots = 16;
constexpr std::size_t max_description = 200;  // bytes of an error message from toml++

// Length of the string at the front, including its quotes. The result for an unterminated string does not matter: the
// parser rejects it.
std::size_t string_length(std::string_view text) {
  const char quote = text[0];
  const std::string triple(3, quote);
  const bool multiline = text.starts_with(triple);
  for (std::size_t i = multiline ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"')
      ++i;
    else if (multiline ? text.substr(i).starts_with(triple) : text[i] == quote)
      return std::min(multiline ? text.find_first_not_of(quote, i) : i + 1, text.size());
  }
  return text.size();
}

// Counts dots between the characters that can delimit a key. Dots in numbers count too, which is harmless.
void check_depth(std::string_view text, const std::string& file) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i += string_length(text.substr(i)) - 1;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '.' && ++dots > max_dots) {
      const int line = 1 + std::count(text.begin(), text.begin() + i, '\n');
      throw Error(Location{file, line}, fmt::format("a key has more than {} dots", max_dots));
    } else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) {
      dots = 0;
    }
  }
}

// The parser's message without "Error while parsing …: ", reworded where people are likely to see it.
std::string plain_message(std::string_view text) {
  if (const auto colon = text.find(": "); text.starts_with("Error while parsing") && colon != text.npos)
    text.remove_prefix(colon + 2);
  constexpr std::pair<std::string_view, std::string_view> plainer[] = {
      {"could not determine value type", "not a valid value; text needs quotes"},
      {"expected value, saw '\\n'", "missing value"},
      {"unescaped control characters", "missing closing quote, or a control character in the text"},
      {"cannot redefine existing", "defined twice"},
  };
  for (const auto& [raw, plain] : plainer) {
    if (!text.starts_with(raw)) continue;
    const auto quote =
        raw.starts_with("cannot") ? text.find('\'') : text.npos;  // "cannot redefine existing string 'name'"
    return quote == text.npos ? std::string(plain) : fmt::format("{} is {}", text.substr(quote), plain);
  }
  return std::string(text);
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  check_depth(text, file);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& e) {
    const auto at = e.source().begin;
    throw Error(Location{file, static_cast<int>(at.line), static_cast<int>(at.column)},
                shown(plain_message(e.description()), max_description));
  }
}

}  // namespace sow
