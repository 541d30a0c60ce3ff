#include "server/library.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "rules/catalog.h"
#include "search/network_file.h"

namespace sow {
namespace {

constexpr std::size_t max_cached = 256;

}  // namespace

Library::Library(std::string folder) : folder_(std::move(folder)) {
  if (!folder_.empty() && !std::filesystem::is_directory(folder_))
    throw Error(shown(folder_, 300) + " is not a folder");
  refresh();
}

Library::Fingerprint Library::fingerprint() const {
  Fingerprint files;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, code)) {
    struct stat status {};
    if (entry.path().extension() != ".toml" || stat(entry.path().c_str(), &status) != 0) continue;
    files.emplace_back(entry.path().filename().string(), status.st_ino, status.st_size, status.st_mtim.tv_sec,
                       status.st_mtim.tv_nsec);
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool Library::refresh() {
  if (folder_.empty()) return false;
  Fingerprint now = fingerprint();
  if (now == fingerprint_) return false;
  read_folder();
  fingerprint_ = std::move(now);
  return true;
}

void Library::read_folder() {
  std::map<std::string, std::shared_ptr<const GameDef>> files;
  std::vector<Broken> broken;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, code)) {
    const std::string id = entry.path().filename().string();
    if (!id.ends_with(".toml") || shown(id, id.size()) != id) continue;
    try {
      GameDef def = read_game_file(entry.path().string(), folder_);
      def.spec = id;
      const auto network = std::filesystem::path(def.file).replace_extension(network_suffix);
      if (std::filesystem::is_symlink(network, code)) def.file.clear();  // it may lead out of the folder
      files.emplace(id, std::make_shared<GameDef>(std::move(def)));
    } catch (const RuleFileError& e) {
      std::vector<Error> problems;  // their messages name the file without its folder
      for (const Error& f : e.problems())
        problems.emplace_back(Location{id, f.location().line, f.location().column}, f.message());
      broken.push_back({id, RuleFileError(problems).what()});
    } catch (const Error& e) {
      broken.push_back({id, Error(Location{id, e.location().line, e.location().column}, e.message()).what()});
    }
  }
  std::sort(broken.begin(), broken.end(), [](const Broken& a, const Broken& b) { return a.id < b.id; });
  const std::lock_guard lock(mutex_);
  files_ = std::move(files);
  broken_ = std::move(broken);
  sized_.clear();
}

std::shared_ptr<const GameDef> Library::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  if (std::binary_search(builtin_names().begin(), builtin_names().end(), id)) {
    auto& def = built_in_[id];
    if (!def) def = std::make_shared<GameDef>(find_builtin_game(id));
    return def;
  }
  if (const auto file = files_.find(id); file != files_.end()) return file->second;
  if (const auto cached = sized_.find(id); cached != sized_.end()) return cached->second;
  GameDef def;
  if (const auto colon = id.rfind(':'); colon != id.npos && files_.contains(id.substr(0, colon))) {
    def = with_sizes(*files_.at(id.substr(0, colon)), id);
  } else {
    def = find_builtin_game(id);
  }
  if (sized_.size() >= max_cached) sized_.clear();
  return sized_[id] = std::make_shared<GameDef>(std::move(def));
}

Library::Listing Library::list() const {
  Listing listing;
  for (const auto& name : builtin_names()) listing.built_in.push_back(find(name));
  const std::lock_guard lock(mutex_);
  listing.broken = broken_;
  for (const auto& [id, def] : files_) listing.files.push_back(def);
  return listing;
}

}  // namespace sow
