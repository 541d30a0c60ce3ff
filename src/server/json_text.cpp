#include "server/json_text.h"

#include <fmt/format.h>

#include <iterator>

namespace sow {

JsonText& JsonText::value(std::string_view text) {
  separate();
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text_ += c;
    }
  }
  text_ += '"';
  return *this;
}

}  // namespace sow
