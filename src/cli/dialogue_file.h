// The file of --log: every line exchanged with external programs, with the time.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/file.h"

namespace sow {

class DialogueFile {
 public:
  // Creates the file or replaces an older log. Throws Error, for example if the file is not a log.
  explicit DialogueFile(const std::string& path);

  // "09:12:31.204 Greedy in Python.1 > go movetime 1000". Thread-safe. Throws Error.
  void add(std::string_view who, char direction, std::string_view line);

 private:
  std::mutex mutex_;
  File file_;
};

}  // namespace sow
