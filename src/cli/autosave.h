// Autosave of `sow play`: every session keeps its unfinished game in a file of its own in the user's data folder. The
// file is locked while the session is open, so that no other one resumes the same game.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"

namespace sow {

class Autosave {
 public:
  // A new file, which the first write() creates.
  Autosave();
  // The last unfinished game that is not open in another session, which this one continues. Throws Error if there is
  // none.
  static Autosave resume();

  // Replaces the file atomically. Throws Error.
  void write(const std::string& text);
  // Removes the file: the game is over.
  void remove();
  const std::filesystem::path& path() const { return path_; }
  // Whether the last change was written.
  bool is_current() const { return is_current_; }

  // The file of the last unfinished game, if any.
  static std::optional<std::filesystem::path> latest();

 private:
  explicit Autosave(std::filesystem::path path, std::unique_ptr<File> file);

  std::filesystem::path path_;
  std::unique_ptr<File> file_;  // holds the lock; null until the first write
  bool is_current_ = false;
};

}  // namespace sow
