// The file that keeps the games of a match. Each game is added as it ends, so that a match that was interrupted, however
// rudely, can be taken up again.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "game/record.h"

namespace sow {

class MatchFile {
 public:
  // A new file. Throws Error, also if there is something in it already.
  static MatchFile create(const std::string& path);

  // A file to go on with, or a new one if there is none. What is left of a game that was not written to its end is cut
  // off. Throws Error.
  static MatchFile resume(const std::string& path, const GameDef& def);

  // Those that were in the file.
  const std::vector<Record>& games() const { return games_; }

  // Throws Error.
  void add(const Record& record);

 private:
  explicit MatchFile(const std::string& path);
  std::string read() const;

  File file_;
  std::vector<Record> games_;
};

}  // namespace sow
