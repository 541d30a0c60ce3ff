#include "server/json_text.h"

#include <fmt/format.h>

#include <iterator>

namespace sow {

JsonText& JsonText::value(std::string_view text) {
  separate();
  text_ += '"';
  std::size_t plain = 0;  // start of the current run without escapes
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    text_.append(text, plain, i - plain);
    plain = i + 1;
    if (c == '"' || c == '\\')
      text_.append({'\\', c});
    else if (c == '\n')
      text_ += "\\n";
    else
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
  }
  text_.append(text, plain);
  text_ += '"';
  return *this;
}

}  // namespace sow
