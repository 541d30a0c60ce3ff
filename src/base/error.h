// The error type for everything a user or a file can get wrong.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sow {

// A position in a user's text. Lines and columns start at 1; 0 means unknown.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
};

// what() is "file:line:column: message", without the parts that are unknown.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message), message_(message) {}
  Error(const Location& location, const std::string& message)
      : std::runtime_error(prefix(location) + message), location_(location), message_(message) {}

  const Location& location() const { return location_; }
  const std::string& message() const { return message_; }

 private:
  static std::string prefix(const Location& location);

  Location location_;
  std::string message_;
};

// The input was fine, but the work failed: a full disk, a damaged file, a refused connection. Exits with code 1.
class Failure : public Error {
 public:
  using Error::Error;
};

// A file in one of the program's own formats exists, but its contents are invalid.
class DamagedFile : public Failure {
 public:
  using Failure::Failure;
};

// Makes untrusted text safe for a one-line message: truncates it, and replaces control characters and invalid UTF-8
// with "?".
std::string shown(std::string_view text, std::size_t max_bytes = 40);

// e.what(), except that a plain std::bad_alloc reads "out of memory".
const char* message_of(const std::exception& e);

}  // namespace sow
