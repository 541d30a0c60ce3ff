// The OGN file of a match. Each game is appended and synced when it ends, so that a match can be resumed even after a
// power failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "game/record.h"

namespace sow {

class MatchFile {
 public:
  // Throws Error if the file cannot be created, or if it exists and is not empty.
  static MatchFile create(const std::string& path);

  // The Event tag of the games.
  static constexpr const char* event = "Match";

  // Opens an existing file or creates a new one. An incomplete game at the end is ignored. Throws Error.
  static MatchFile resume(const std::string& path, const GameDef& def);

  // The games found in the file when it was opened.
  const std::vector<Record>& games() const { return games_; }

  // Appends a game, in place of an incomplete one. Returns when the game is on disk. Throws Error.
  void add(const Record& record);

 private:
  explicit MatchFile(const std::string& path);
  std::string read() const;

  File file_;
  std::vector<Record> games_;
  std::optional<std::size_t> cut_;  // where an incomplete game starts
  bool needs_newline_ = false;      // the empty line after the last game is missing
};

}  // namespace sow
