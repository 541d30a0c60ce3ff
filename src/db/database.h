// A game's database in a folder: one file per level, FOLDER/GAME-FINGERPRINT/NN.sow, where NN is the number of seeds in
// the pits.
//
// A level is built in memory and written all at once. An interrupted build therefore leaves only finished levels, and
// the next build resumes after them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/file.h"
#include "db/database_use.h"
#include "db/endgame_table.h"
#include "rules/game_def.h"

namespace sow {

// The subfolder for this game.
std::filesystem::path game_folder(const GameDef& game, const std::string& folder);

class Database {
 public:
  // Throws Error if the game cannot have a database.
  Database(const GameDef& game, const std::string& folder);

  const GameDef& game() const { return game_; }
  DatabaseKind kind() const { return kind_; }
  const std::filesystem::path& folder() const { return folder_; }
  const Index& index() const { return index_; }
  std::string level_path(int seeds) const;

  // The highest n such that the files of levels 0…n exist; -1 if there are none.
  int max_seeds() const;

  // An empty EndgameTable for this game.
  EndgameTable table() const { return EndgameTable(index_, kind_); }

  // Throws DamagedFile or Error.
  std::unique_ptr<LevelFile> open(int seeds) const;
  // Reads the next level into memory. Throws DamagedFile or Error, in which case nothing is added.
  void read_level(EndgameTable& table, int threads) const;
  // Writes the highest level in memory. Throws Error.
  void write_level(const EndgameTable& table, int threads) const;
  // Writes a level from a stream of values. Throws Error.
  void write_level(int seeds, const ValueSource& values, int threads) const;

  // Keeps other processes from building this database. Creates the folder and removes temporary files of killed builds.
  class Lock {
   public:
    // Throws Error if another process holds the lock, or the folder cannot be written.
    explicit Lock(const Database& database);

   private:
    File file_;
  };

 private:
  GameDef game_;
  DatabaseKind kind_;
  Index index_;
  std::uint64_t fingerprint_;
  std::filesystem::path folder_;
};

// Memory and disk space that a build needs, and that are available.
struct BuildNeeds {
  std::uint64_t boards = 0;
  double memory = 0, disk = 0;            // bytes
  double memory_free = 0, disk_free = 0;  // bytes
};
BuildNeeds build_needs(const Database& database, int seeds);

struct BuildProgress {
  enum class Phase { reading, building, writing };
  Phase phase = Phase::reading;
  int seeds = 0;                                  // level in progress
  std::uint64_t boards = 0, done = 0, built = 0;  // boards of all levels; `built` excludes levels read from files
  double seconds = 0;
  std::string damaged;  // why an existing level is being rebuilt; reported once
};

struct BuildOptions {
  int seeds = 0, threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const BuildProgress&)> on_progress;  // called on the calling thread, about ten times per second
};

// Builds and writes the missing levels; existing levels are read and checked. Returns false if stopped early. Throws
// Error.
bool build_database(const Database& database, const BuildOptions& options);

// The levels in the folder: as many of the smallest ones as fit are loaded into memory, the others are read from their
// files.
EndgameTable open_table(const GameDef& game, int total, const DatabaseUse& use, int threads);
// The same, but builds a small database if it is missing, which takes about a second. If `use` does not
// allow saving it, a smaller one is built in memory.
EndgameTable open_or_build_table(const GameDef& game, int total, const DatabaseUse& use, int threads);

}  // namespace sow
