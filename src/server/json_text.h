// A JSON writer that appends to a string. Responses of /api/play have hundreds of small values; building a tree of them
// first takes several times as long as the rest of the request.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace sow {

class JsonText {
 public:
  JsonText() { text_.reserve(8192); }

  JsonText& begin_object() { return open('{'); }
  JsonText& end_object() { return close('}'); }
  JsonText& begin_list() { return open('['); }
  JsonText& end_list() { return close(']'); }

  // Writes the name of the next value, unescaped.
  JsonText& key(std::string_view name) {
    separate();
    text_ += '"';
    text_ += name;
    text_ += "\":";
    first_ = true;
    return *this;
  }

  JsonText& value(int n) { return value(std::int64_t{n}); }
  JsonText& value(std::int64_t n) {
    separate();
    char digits[20];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
    return *this;
  }
  JsonText& value(bool b) { return raw(b ? "true" : "false"); }
  JsonText& null() { return raw("null"); }

  JsonText& value(std::string_view text);
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(const std::string& text) { return value(std::string_view(text)); }

  // Writes a value that is already JSON.
  JsonText& raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
  }

  template <class T>
  JsonText& field(std::string_view name, const T& value) {
    return key(name).value(value);
  }

  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  JsonText& open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  JsonText& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }

  std::string text_;
  bool first_ = true;  // the next value needs no comma
};

}  // namespace sow
