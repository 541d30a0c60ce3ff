// Search limits and time management.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace sow {

inline constexpr int max_depth = 60;

struct Limits {
  int depth = max_depth;
  std::optional<std::int64_t> time_ms = {};  // time limit for this move
  std::optional<std::uint64_t> nodes = {};
  bool to_play = false;  // only the move matters: a forced move is played at once

  // The clock of the game; ignored if time_ms is set.
  struct Clock {
    std::int64_t left_ms = 0, increment_ms = 0;
    int moves_to_go = 0;  // 0: the rest of the game
  };
  std::optional<Clock> clock = {};

  std::optional<int> threads = {};  // at most this many of the search's threads (default: all of them)

  int lines = 1;  // number of moves that get an exact score and a principal variation (MultiPV)

  const std::atomic<bool>* stop = nullptr;  // another thread sets it to end the search within milliseconds
};

// The time to spend on this move.
inline std::int64_t time_for_move(const Limits::Clock& clock) {
  constexpr int expected_moves = 25;  // moves left in the game, if the time control does not say
  const std::int64_t moves = clock.moves_to_go > 0 ? clock.moves_to_go : expected_moves;
  constexpr std::int64_t reserve_divisor = 20, min_reserve_ms = 10;  // never spent on one move
  const std::int64_t reserve = clock.left_ms / reserve_divisor + min_reserve_ms;
  const std::int64_t spent_increment = clock.increment_ms * 3 / 4;  // the rest saves time for later moves
  const std::int64_t share = clock.left_ms / moves + spent_increment;
  const std::int64_t max_share = clock.left_ms > reserve ? clock.left_ms - reserve : 1;
  return share < 1 ? 1 : share < max_share ? share : max_share;
}

inline constexpr std::int64_t no_limit = -1;

// Time for this search in milliseconds, or no_limit.
inline std::int64_t time_budget(const Limits& limits) {
  if (limits.time_ms) return *limits.time_ms;
  return limits.clock ? time_for_move(*limits.clock) : no_limit;
}

}  // namespace sow
