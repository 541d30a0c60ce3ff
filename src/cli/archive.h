// The file a game is kept in. Other games of the same file stay as they are.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"

namespace sow {

class Archive {
 public:
  // A game that comes from no file yet, with the tags of its players.
  explicit Archive(std::map<std::string, std::string> tags) : record_{.tags = std::move(tags)} {}

  // The last game of the file; if `given`, it must be of that game. Throws Error.
  static Archive load(const std::string& path, const GameDef* given);

  const Record& record() const { return record_; }

  // The game, a round, is over and another begins: it is kept, and the next one has its tags.
  void begin_round(Record finished, int round);

  // Saves the game in the place of the record, after the rounds before it. Throws Error.
  void save(const std::string& path, const Record& game) const;

 private:
  Record record_;
  std::string path_;
  std::vector<Record> before_;  // the other games of the file
  std::vector<Record> rounds_;  // of this match, wherever it is saved
};

}  // namespace sow
