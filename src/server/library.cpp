#include "server/library.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr std::size_t most_sized = 256;

}  // namespace

Library::Library(std::string folder) : folder_(std::move(folder)) {
  if (!folder_.empty() && !std::filesystem::is_directory(folder_)) throw Error(shown(folder_, 300) + " is no folder");
  for (const auto& name : builtin_names()) built_in_.push_back(std::make_shared<GameDef>(find_builtin_game(name)));
  read_folder();
}

void Library::read_folder() {
  if (folder_.empty()) return;
  std::map<std::string, std::shared_ptr<const GameDef>> files;
  std::vector<Broken> broken;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, code)) {
    const std::string id = entry.path().filename().string();
    if (!id.ends_with(".toml") || shown(id, id.size()) != id) continue;
    try {
      GameDef def = read_game_file(entry.path().string());
      def.spec = id;
      files.emplace(id, std::make_shared<GameDef>(std::move(def)));
    } catch (const RuleFileError& e) {
      std::vector<Error> faults;  // without the path of the folder
      for (const Error& f : e.faults()) faults.emplace_back(Place{id, f.place().line, f.place().column}, f.message());
      broken.push_back({id, RuleFileError(faults).what()});
    } catch (const Error& e) {
      broken.push_back({id, Error(Place{id, e.place().line, e.place().column}, e.message()).what()});
    }
  }
  std::sort(broken.begin(), broken.end(), [](const Broken& a, const Broken& b) { return a.id < b.id; });
  const std::lock_guard lock(mutex_);
  files_ = std::move(files);
  broken_ = std::move(broken);
  sized_.clear();
}

std::shared_ptr<const GameDef> Library::find(const std::string& id) const {
  const auto found = std::lower_bound(built_in_.begin(), built_in_.end(), id,
                                      [](const auto& def, const std::string& name) { return def->name < name; });
  if (found != built_in_.end() && (*found)->name == id) return *found;
  const std::lock_guard lock(mutex_);
  if (const auto file = files_.find(id); file != files_.end()) return file->second;
  if (const auto known = sized_.find(id); known != sized_.end()) return known->second;
  GameDef def;
  if (const auto colon = id.rfind(':'); colon != id.npos && files_.contains(id.substr(0, colon))) {
    def = find_game((std::filesystem::path(folder_) / id).string());
    def.spec = id;
  } else {
    def = find_builtin_game(id);
  }
  if (sized_.size() >= most_sized) sized_.clear();
  return sized_[id] = std::make_shared<GameDef>(std::move(def));
}

Library::Listing Library::list() {
  read_folder();
  const std::lock_guard lock(mutex_);
  Listing listing{built_in_, {}, broken_};
  for (const auto& [id, def] : files_) listing.files.push_back(def);
  return listing;
}

}  // namespace sow
