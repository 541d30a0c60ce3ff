// The one error type for anything a person or a file can get wrong.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sow {

// Where in a user's text something was found; line and column count from 1, 0 means "not known".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

// what() is one line, "file:line:column: message" with the parts that are known.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message), message_(message) {}
  Error(const Place& place, const std::string& message)
      : std::runtime_error(prefix(place) + message), place_(place), message_(message) {}

  const Place& place() const { return place_; }
  const std::string& message() const { return message_; }

 private:
  static std::string prefix(const Place& place);

  Place place_;
  std::string message_;
};

// What somebody wrote, fit to stand in a message of one line: shortened, and without control characters or broken UTF-8.
std::string shown(std::string_view text, std::size_t longest = 40);

// What to tell of an error that is no Error: the library has no words for want of memory.
const char* words_of(const std::exception& e);

}  // namespace sow
