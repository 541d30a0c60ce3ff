// The games the server offers: the built-in ones and the rule files in the user's folder.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "rules/game_def.h"

namespace sow {

class Library {
 public:
  // Reads the TOML files in `folder`; empty: built-in games only.
  explicit Library(std::string folder);

  // Finds a game by id: a built-in name or the name of a file in the folder, optionally with sizes. No other file can
  // be reached. The `spec` of the result is the id. Throws Error.
  std::shared_ptr<const GameDef> find(const std::string& id) const;

  struct Broken {
    std::string id, error;
  };
  struct Listing {
    std::vector<std::shared_ptr<const GameDef>> built_in, files;
    std::vector<Broken> broken;
  };

  // Reads the folder again if a file has been added, removed, or changed. Returns whether it was read.
  bool refresh();
  Listing list() const;
  bool has_folder() const { return !folder_.empty(); }

 private:
  // Identifies the contents of the folder: names, inodes, sizes, and modification times.
  using Fingerprint = std::vector<std::tuple<std::string, std::uint64_t, std::int64_t, std::int64_t, std::int64_t>>;
  Fingerprint fingerprint() const;
  void read_folder();

  const std::string folder_;
  Fingerprint fingerprint_;  // as of the last read_folder()
  mutable std::mutex mutex_;
  // By name. Each is read when it is first used: reading all takes 0.2 s in a browser, which mostly needs one.
  mutable std::map<std::string, std::shared_ptr<const GameDef>> built_in_;
  std::map<std::string, std::shared_ptr<const GameDef>> files_;  // by id
  std::vector<Broken> broken_;
  mutable std::map<std::string, std::shared_ptr<const GameDef>> sized_;  // cache of games requested with sizes
};

}  // namespace sow
