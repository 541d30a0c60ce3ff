#include "cli/autosave.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "base/error.h"
#include "base/text_file.h"
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

void remove_oldest() {
  const auto files = saved_files();
  std::error_code ignored;
  for (std::size_t i = max_files; i < files.size(); ++i) fs::remove(files[i], ignored);
}

}  // namespace

Autosave::Autosave(std::optional<fs::path> resumed) {
  static int count = 0;
  if (resumed)
    path_ = std::move(*resumed);
  else if (const fs::path in = folder(); !in.empty())
    path_ = in / fmt::format("{:%Y%m%d-%H%M%S}-{}-{}.ogn", fmt::localtime(std::time(nullptr)), getpid(), ++count);
}

void Autosave::write(const std::string& text) {
  is_current_ = false;
  if (path_.empty()) throw Error("no data folder, because neither XDG_DATA_HOME nor HOME is set");
  std::error_code code;
  const bool is_new = !fs::exists(path_, code);
  fs::create_directories(path_.parent_path(), code);
  if (code) throw Error(Location{path_.parent_path()}, "cannot create the folder: " + code.message());
  write_text_file(path_, text);
  is_current_ = true;
  if (is_new) remove_oldest();
}

void Autosave::remove() {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

std::optional<fs::path> Autosave::latest() {
  const auto files = saved_files();
  return files.empty() ? std::nullopt : std::optional(files.front());
}

}  // namespace sow
