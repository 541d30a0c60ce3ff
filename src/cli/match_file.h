// The OGN file of a match. Each game is appended and synced when it ends, so that a match can be resumed even after a
// power failure.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "game/record.h"

namespace sow {

class MatchFile {
 public:
  // Throws Error if the file cannot be created, or if it exists and is not empty.
  static MatchFile create(const std::string& path);

  // Opens an existing file or creates a new one. Cuts off an incomplete game at the end. Throws Error.
  static MatchFile resume(const std::string& path, const GameDef& def);

  // The games found in the file when it was opened.
  const std::vector<Record>& games() const { return games_; }

  // Returns when the game is on disk. Throws Error.
  void add(const Record& record);

 private:
  explicit MatchFile(const std::string& path);
  std::string read() const;

  File file_;
  std::vector<Record> games_;
};

}  // namespace sow
