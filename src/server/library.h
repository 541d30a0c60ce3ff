// The games the server knows: the built-in ones, and those of a folder of the user's.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rules/game_def.h"

namespace sow {

class Library {
 public:
  // `folder` is looked into for TOML files; empty: there are built-in games only.
  explicit Library(std::string folder);

  // A game by its id: a built-in name, or the name of a file in the folder, with sizes if wanted. No other file is
  // reachable. Its `spec` is the id. Throws Error.
  std::shared_ptr<const GameDef> find(const std::string& id) const;

  struct Broken {
    std::string id, error;
  };
  struct Listing {
    std::vector<std::shared_ptr<const GameDef>> built_in, files;
    std::vector<Broken> broken;
  };

  // Every game there is; the folder is looked into anew.
  Listing list();

 private:
  void read_folder();

  const std::string folder_;
  std::vector<std::shared_ptr<const GameDef>> built_in_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const GameDef>> files_;  // by id
  std::vector<Broken> broken_;
  mutable std::map<std::string, std::shared_ptr<const GameDef>> sized_;  // those that were asked for, with any size
};

}  // namespace sow
