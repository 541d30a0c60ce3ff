// A game's database in a folder: one file a level, FOLDER/GAME-FINGERPRINT/NN.sow, NN being the seeds in the pits.
//
// A level is built in memory and written whole, so whatever interrupts a build, the levels that are there are finished
// and the next build goes on after them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/file.h"
#include "db/endgame_table.h"
#include "rules/game_def.h"

namespace sow {

// Where databases are if nobody says otherwise: $XDG_DATA_HOME/sow, or ~/.local/share/sow. Empty if neither is known.
std::string default_database_folder();

// Where in such a folder things are that were made for this game.
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

  // The files of 0, 1, 2… seeds without a gap: the last; -1 if there is none.
  int levels() const;

  // An empty EndgameTable for this game.
  EndgameTable table() const { return EndgameTable(index_, kind_); }

  // Throws DamagedFile or Error.
  std::unique_ptr<LevelFile> open(int seeds) const;
  // Reads the next level into memory. Throws DamagedFile or Error, and then adds nothing.
  void read_level(EndgameTable& table, int threads) const;
  // Writes the level that is highest in memory. Throws Error.
  void write_level(const EndgameTable& table, int threads) const;
  // Writes a level whose values come from elsewhere. Throws Error.
  void write_level(int seeds, const ValueSource& values, int threads) const;

  // While it exists no other process builds this database. Makes the folder, and removes what a build that was killed
  // has left there.
  class Lock {
   public:
    // Throws Error if another process has it, or the folder cannot be written.
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

// What a build takes, and what there is of it.
struct BuildNeeds {
  std::uint64_t boards = 0;
  double memory = 0, disk = 0;            // bytes
  double memory_free = 0, disk_free = 0;  // bytes
};
BuildNeeds build_needs(const Database& database, int seeds);

struct BuildProgress {
  enum class Phase { reading, building, writing };
  Phase phase = Phase::reading;
  int seeds = 0;                                  // the level at hand
  std::uint64_t boards = 0, done = 0, built = 0;  // of all levels; `built` without those that were there already
  double seconds = 0;
  std::string damaged;  // why a level that was there is built again; said once
};

struct BuildOptions {
  int seeds = 0, threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const BuildProgress&)> on_progress;  // on the calling thread, some ten times a second
};

// Builds and writes the levels that are missing; those that are there are read and checked. False if stopped before the
// end. Throws Error.
bool build_database(const Database& database, const BuildOptions& options);

// How search and solver use databases.
struct DatabaseUse {
  std::string folder = {};  // empty: none
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::size_t cache_bytes = BlockCache::default_bytes;  // for blocks of the levels that are left in files
  std::function<void(const std::string&)> warn = {};    // hears of files that cannot be used
  bool write = true;                                    // a small database that is missing is kept in the folder
};

// What is known of the game's boards: the levels in the folder, those with few seeds in memory as far as there is room.
EndgameTable open_table(const GameDef& game, int total, const DatabaseUse& use, int threads);
// The same, and a small database that takes about a second is made if it is missing; where nothing is to be written, a smaller
// one is made in memory alone.
EndgameTable open_or_make_table(const GameDef& game, int total, const DatabaseUse& use, int threads);

}  // namespace sow
