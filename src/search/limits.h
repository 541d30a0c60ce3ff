// How long a search may go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace sow {

inline constexpr int max_depth = 60;

struct Limits {
  int depth = max_depth;
  std::optional<std::int64_t> time_ms;  // for this move
  std::optional<std::uint64_t> nodes;
  bool to_play = false;  // the answer is a move: the only one there is takes no time

  // A clock for the rest of the game; used when time_ms is not given.
  struct Clock {
    std::int64_t left_ms = 0, increment_ms = 0;
    int moves_to_go = 0;  // 0: all the rest
  };
  std::optional<Clock> clock;

  int lines = 1;  // how many moves get a full score

  const std::atomic<bool>* stop = nullptr;  // ends the search within milliseconds when another thread sets it
};

// What to spend on this move of what the clock shows.
inline std::int64_t time_for_move(const Limits::Clock& clock) {
  const std::int64_t moves = clock.moves_to_go > 0 ? clock.moves_to_go : 25;
  const std::int64_t reserve = clock.left_ms / 20 + 10;  // never run down to nothing
  const std::int64_t share = clock.left_ms / moves + clock.increment_ms * 3 / 4;
  const std::int64_t most = clock.left_ms > reserve ? clock.left_ms - reserve : 1;
  return share < 1 ? 1 : share < most ? share : most;
}

inline constexpr std::int64_t no_limit = -1;

// Milliseconds for this search, or no_limit.
inline std::int64_t time_budget(const Limits& limits) {
  if (limits.time_ms) return *limits.time_ms;
  return limits.clock ? time_for_move(*limits.clock) : no_limit;
}

}  // namespace sow
