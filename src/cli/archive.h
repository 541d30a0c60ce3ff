// The OGN file of a game. Saving never destroys other data: a game is appended to an OGN file, or updated if this file
// already contains it. Any other file is replaced only by force.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "game/record.h"

namespace sow {

class Archive {
 public:
  // A new game.
  explicit Archive(std::map<std::string, std::string> tags) : record_{.tags = std::move(tags)} {}

  // The last game in a file; it must be a game of `given`, if set. Throws Error.
  static Archive load(const std::string& path, const GameDef* given);
  // An autosaved game. Other games in the file are earlier rounds of the same match. Throws Error.
  static Archive resume(const std::string& path);

  const Record& record() const { return record_; }
  // Removes and returns a tag of the record; empty if there is none.
  std::string take_tag(const std::string& name);
  void set_tag(const std::string& name, std::string value) { record_.tags[name] = std::move(value); }

  // Keeps a finished round and starts the next one with the same tags.
  void start_round(Record finished, int round);

  // All rounds of the match up to `game`.
  std::string text(const Record& game) const;

  // Throws Error if save() would refuse the file. The message says that `how` replaces it.
  void check_target(const std::string& path, const std::string& how);
  // Writes the file atomically. Throws Error if it exists and is neither OGN nor `forced`.
  void save(const std::string& path, const Record& game, bool forced = false, const std::string& how = "--force");

 private:
  // A file that contains this game: `before` and `game` are its first bytes.
  struct Known {
    std::string before, game;
  };

  Record record_;
  std::vector<Record> rounds_;          // finished rounds of this match
  std::map<std::string, Known> known_;  // by canonical path
};

}  // namespace sow
