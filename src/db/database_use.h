// How the search and the solver use endgame databases.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace sow {

inline constexpr std::size_t default_block_cache_bytes = std::size_t{64} << 20;

struct DatabaseUse {
  std::string folder = {};  // empty: do not use a database
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::size_t cache_bytes = default_block_cache_bytes;  // cache for the levels that stay in files
  std::function<void(const std::string&)> warn = {};    // called for files that cannot be used
  const std::atomic<bool>* stop = nullptr;              // ends building a small database
  bool write = true;                                    // save a missing small database after building it
  bool named_games_only = false;  // for servers: games defined in a request (without a spec) never touch the folder
};

// The default folder: $XDG_DATA_HOME/sow, or ~/.local/share/sow. Empty if neither variable is set.
std::string default_database_folder();

}  // namespace sow
