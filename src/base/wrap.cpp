#include "base/wrap.h"

#include <algorithm>

namespace sow {
namespace {

// False for the continuation bytes of UTF-8.
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// Offset of the last column of a table row, or of the first word if the line has no columns.
std::size_t last_column(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(' '), line.size());
  const auto gap = line.rfind("  ");
  return gap == std::string_view::npos || gap < begin ? begin : std::min(line.find_first_not_of(' ', gap), line.size());
}

void add_wrapped(std::string& out, std::string_view line, std::size_t width) {
  constexpr std::size_t readable = 20;  // continue under the last column only if this much width remains
  const std::size_t column = last_column(line), margin = text_width(line.substr(0, column));
  const std::size_t indent = margin + readable <= width ? margin : std::min<std::size_t>({margin, 2, width / 4});
  std::size_t at = 0;  // columns used so far
  for (std::size_t begin = 0; begin < line.size();) {
    const auto word = std::min(line.find_first_not_of(' ', begin), line.size());
    const auto end = std::min(line.find(' ', word), line.size());
    const std::size_t blanks = word - begin, letters = text_width(line.substr(word, end - word));
    if (begin > 0 && at > indent && at + blanks + letters > width) {
      at = std::min(indent, width - std::min(letters, width));  // long words are indented less
      out += "\n" + std::string(at, ' ');
      at += letters;
    } else {
      out.append(blanks, ' ');
      at += blanks + letters;
    }
    out += line.substr(word, end - word);
    begin = end;
  }
}

}  // namespace

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string clipped(std::string_view text, std::size_t width) {
  std::size_t left = width;
  const auto end = std::find_if(text.begin(), text.end(), [&](char c) { return starts_character(c) && left-- == 0; });
  return width == 0 ? std::string(text) : std::string(text.begin(), end);
}

std::string wrapped(std::string_view text, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (text_width(line) <= width)
      out += line;
    else
      add_wrapped(out, line, width);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace sow
