// A file that takes the place of another at once, when it is finished: whoever looks, and whatever is interrupted, there
// is the old file or the new one.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace sow {

class NewFile {
 public:
  // Begins a file beside `path`, of a name that nobody has; messages call it `name`, or by the path. Throws Error, as all
  // of this does.
  explicit NewFile(const std::filesystem::path& path, const std::string& name = "");
  // Unless it was finished, nothing is left of it.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  File& file() { return file_; }

  // Syncs the file, gives it its name, and syncs the folder.
  void finish();

 private:
  const std::filesystem::path path_, temporary_;
  File file_;
  bool finished_ = false;
};

// Removes what was left in the folder by processes that were killed. Nobody may be writing a new file there.
void remove_unfinished(const std::filesystem::path& folder);

}  // namespace sow
