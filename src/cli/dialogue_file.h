// The file of --log: what was said to programs and what they said, line by line, with the time.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/file.h"

namespace sow {

class DialogueFile {
 public:
  // A new file, or an old one that is written over. Throws Error.
  explicit DialogueFile(const std::string& path);

  // "09:12:31.204 Greedy in Python.1 > go movetime 1000". From any thread. Throws Error.
  void add(std::string_view who, char direction, std::string_view line);

 private:
  std::mutex mutex_;
  File file_;
};

}  // namespace sow
