// Replaces a file atomically: readers see either the old file or the complete new one, even after a crash.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace sow {

class NewFile {
 public:
  // Creates a temporary file next to `path`. Error messages show `name`, or the path if it is empty. All members throw
  // Error.
  explicit NewFile(const std::filesystem::path& path, const std::string& name = "");
  // Removes the temporary file unless finish() succeeded.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  File& file() { return file_; }

  // Syncs the file, renames it to `path`, and syncs the folder.
  void finish();

 private:
  const std::filesystem::path path_, temporary_;
  File file_;
  bool finished_ = false;
};

// Removes temporary files that killed processes left in the folder. No NewFile may be open there.
void remove_unfinished(const std::filesystem::path& folder);

}  // namespace sow
