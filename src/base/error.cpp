#include "base/error.h"

#include <new>
#include <typeinfo>

namespace sow {
namespace {

bool between(char c, int min, int max) {
  const int byte = static_cast<unsigned char>(c);
  return byte >= min && byte <= max;
}

// Length in bytes of the UTF-8 character at the front, or 0 if it is invalid or a control character.
std::size_t printable_length(std::string_view s) {
  const char c = s[0];
  if (between(c, 0x20, 0x7e)) return 1;
  const std::size_t length = between(c, 0xc2, 0xdf) ? 2 : between(c, 0xe0, 0xef) ? 3 : between(c, 0xf0, 0xf4) ? 4 : 0;
  if (length == 0 || s.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!between(s[i], 0x80, 0xbf)) return 0;
  const int second = static_cast<unsigned char>(s[1]);
  const bool control = c == '\xc2' && second < 0xa0,
             overlong = (c == '\xe0' && second < 0xa0) || (c == '\xf0' && second < 0x90);
  const bool not_unicode = (c == '\xed' && second > 0x9f) || (c == '\xf4' && second > 0x8f);
  return control || overlong || not_unicode ? 0 : length;
}

}  // namespace

std::string Error::prefix(const Location& at) {
  constexpr std::size_t max_path = 300;
  std::string text = shown(at.file, max_path);  // untrusted: the path may come from another file
  if (at.line > 0) text += (text.empty() ? "line " : ":") + std::to_string(at.line);
  if (at.line > 0 && at.column > 0) text += (at.file.empty() ? ", column " : ":") + std::to_string(at.column);
  return text.empty() ? text : text + ": ";
}

std::string shown(std::string_view text, std::size_t max_bytes) {
  std::string out;
  while (!text.empty()) {
    if (out.size() >= max_bytes) return out + "…";
    const auto length = printable_length(text);
    out += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

const char* message_of(const std::exception& e) {
  return typeid(e) == typeid(std::bad_alloc) ? "out of memory" : e.what();
}

}  // namespace sow
