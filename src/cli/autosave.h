// Autosave of `sow play`: every session keeps its unfinished game in a file of its own in the user's data folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sow {

class Autosave {
 public:
  // `resumed`: the file of an earlier session, which this one continues.
  explicit Autosave(std::optional<std::filesystem::path> resumed = std::nullopt);

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
  std::filesystem::path path_;
  bool is_current_ = false;
};

}  // namespace sow
