#include "cli/autosave.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/new_file.h"
#include "db/database.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 20;

fs::path folder() {
  const std::string data = default_database_folder();
  return data.empty() ? fs::path() : fs::path(data) / "unfinished";
}

// All saved files, latest first.
std::vector<fs::path> saved_files() {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code code;
  for (fs::directory_iterator entry(folder(), code), end; !code && entry != end; entry.increment(code)) {
    std::error_code ignored;
    if (entry->path().extension() == ".ogn" && entry->is_regular_file(ignored))
      files.emplace_back(entry->last_write_time(ignored), entry->path());
  }
  std::sort(files.rbegin(), files.rend());
  std::vector<fs::path> paths;
  for (auto& [time, path] : files) paths.push_back(std::move(path));
  return paths;
}

// File systems without locks are used without them.
bool try_lock(File& file) {
  try {
    return file.try_lock();
  } catch (const Error&) {
    return true;
  }
}

// Opens and locks a saved file. Null if another session has locked, replaced, or removed it.
std::unique_ptr<File> lock_saved(const fs::path& path) {
  try {
    auto file = std::make_unique<File>(path, O_RDONLY);
    if (!try_lock(*file)) return nullptr;
    struct stat opened = {}, current = {};
    const bool same = fstat(file->descriptor(), &opened) == 0 && stat(path.c_str(), &current) == 0 &&
                      opened.st_ino == current.st_ino && opened.st_dev == current.st_dev;
    return same ? std::move(file) : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

void remove_oldest() {
  const auto files = saved_files();
  std::error_code ignored;
  for (std::size_t i = max_files; i < files.size(); ++i)
    if (const auto locked = lock_saved(files[i])) fs::remove(files[i], ignored);
}

}  // namespace

Autosave::Autosave(fs::path path, std::unique_ptr<File> file) : path_(std::move(path)), file_(std::move(file)) {}

Autosave::Autosave() {
  static int count = 0;
  if (const fs::path in = folder(); !in.empty())
    path_ = in / fmt::format("{:%Y%m%d-%H%M%S}-{}-{}.ogn", fmt::localtime(std::time(nullptr)), getpid(), ++count);
}

Autosave Autosave::resume() {
  const auto files = saved_files();
  for (const fs::path& path : files)
    if (auto file = lock_saved(path)) return Autosave(path, std::move(file));
  if (files.empty()) throw Error("there is no unfinished game to resume");
  throw Failure("all unfinished games are open in other terminals");
}

std::optional<fs::path> Autosave::latest() {
  const auto files = saved_files();
  return files.empty() ? std::nullopt : std::optional(files.front());
}

void Autosave::write(const std::string& text) {
  is_current_ = false;
  if (path_.empty()) throw Error("no data folder, because neither XDG_DATA_HOME nor HOME is set");
  std::error_code code;
  const bool is_new = !fs::exists(path_, code);
  fs::create_directories(path_.parent_path(), code);
  if (code) throw Error(Location{path_.parent_path()}, "cannot create the folder: " + code.message());
  NewFile part(path_);
  part.file().write(text);
  try_lock(part.file());  // nobody else knows its name
  part.finish();
  file_ = std::make_unique<File>(std::move(part.file()));  // the lock moves to the new file
  is_current_ = true;
  if (is_new) remove_oldest();
}

void Autosave::remove() {
  std::error_code ignored;
  fs::remove(path_, ignored);
  file_.reset();
}

}  // namespace sow
