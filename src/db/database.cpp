#include "db/database.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/new_file.h"
#include "db/builder.h"
#include "db/level_file.h"

namespace sow {
namespace {

constexpr int max_database_seeds = 127;  // a value is a signed byte

std::string folder_name(const GameDef& game, std::uint64_t fingerprint) {
  std::string name = game.name.substr(0, game.name.find(':'));
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return fmt::format("{}-{:016x}", name, fingerprint);
}

DatabaseKind checked_kind(const GameDef& game) {
  const DatabaseAnswer answer = database_kind(game.rules);
  if (answer.kind == DatabaseKind::nothing)
    throw Error(fmt::format("{} does not support databases: {}", game.name, answer.why_not));
  return answer.kind;
}

double memory_free() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("MemAvailable:"))
      return std::strtod(line.c_str() + std::strlen("MemAvailable:"), nullptr) * 1024;
  return 1e18;  // unknown: let the allocation fail instead
}

double disk_free(std::filesystem::path folder) {
  std::error_code code;
  folder = std::filesystem::absolute(folder, code);
  while (!std::filesystem::exists(folder, code) && folder.has_relative_path()) folder = folder.parent_path();
  const auto space = std::filesystem::space(folder, code);
  return code ? 1e18 : space.available;
}

File lock_file(const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) throw Failure(fmt::format("cannot create the folder {}: {}", folder.string(), code.message()));
  return File(folder / "lock", O_RDWR | O_CREAT);
}

}  // namespace

std::string default_database_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string data = variable("XDG_DATA_HOME"), home = variable("HOME");
  if (!data.empty()) return data + "/sow";
  return home.empty() ? "" : home + "/.local/share/sow";
}

std::filesystem::path game_folder(const GameDef& game, const std::string& folder) {
  return std::filesystem::path(folder) / folder_name(game, rules_fingerprint(game.rules));
}

Database::Database(const GameDef& game, const std::string& folder)
    : game_(game),
      kind_(checked_kind(game)),
      index_(game.rules, max_database_seeds),
      fingerprint_(rules_fingerprint(game.rules)),
      folder_(game_folder(game, folder)) {}

std::string Database::level_path(int seeds) const { return folder_ / fmt::format("{:02}.sow", seeds); }

int Database::max_seeds() const {
  std::error_code code;
  int seeds = -1;
  while (std::filesystem::exists(level_path(seeds + 1), code)) ++seeds;
  return seeds;
}

std::unique_ptr<LevelFile> Database::open(int seeds) const {
  return std::make_unique<LevelFile>(level_path(seeds), LevelName{fingerprint_, seeds, index_.size(seeds)});
}

void Database::read_level(EndgameTable& table, int threads) const {
  const auto file = open(table.max_seeds() + 1);
  std::int8_t* const to = table.add_level();
  try {
    file->read_all(to, threads);
  } catch (...) {
    table.remove_last_level();
    throw;
  }
}

void Database::write_level(const EndgameTable& table, int threads) const {
  const int seeds = table.max_seeds();
  sow::write_level(level_path(seeds), {fingerprint_, seeds, index_.size(seeds)},
                   {table.level(seeds), static_cast<std::size_t>(index_.size(seeds))}, threads);
}

void Database::write_level(int seeds, const ValueSource& values, int threads) const {
  sow::write_level(level_path(seeds), {fingerprint_, seeds, index_.size(seeds)}, values, threads);
}

// The lock file is never removed: otherwise a third process could lock a new file while a second one still holds the
// old one.
Database::Lock::Lock(const Database& database) : file_(lock_file(database.folder())) {
  if (!file_.try_lock())
    throw Failure(fmt::format("another process is building this database ({})", database.folder().string()));
  remove_unfinished(database.folder());
}

BuildNeeds build_needs(const Database& database, int seeds) {
  BuildNeeds needs;
  double missing = 0;
  const int there = database.max_seeds();
  for (int n = 0; n <= seeds; ++n) {
    needs.boards += database.index().size(n);
    if (n > there) missing += database.index().size(n);
  }
  const auto builder = make_level_builder(database.game().rules, seeds);
  needs.memory =
      needs.boards + (seeds > there ? static_cast<double>(database.index().size(seeds)) * builder->work_bytes() : 0);
  needs.disk = missing * LevelFile::typical_bytes_per_board;
  needs.memory_free = memory_free();
  needs.disk_free = disk_free(database.folder());
  return needs;
}

}  // namespace sow
