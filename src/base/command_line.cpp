#include "base/command_line.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sow {

std::vector<std::string> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  if (quote != '\0') throw Error(fmt::format("missing closing quote in '{}'", shown(text)));
  if (words.empty() || words.front().empty()) throw Error("the command is empty");
  return words;
}

}  // namespace sow
