// How games end, and what each player has then: the one place that awards the seeds that are left.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "board/position.h"

namespace sow {

enum class EndReason : std::uint8_t { side_empty, majority, even, stuck, repetition, quiet, resigned };

// One line for people, and a word for programs.
std::string_view reason_word(EndReason reason);

struct Ending {
  EndReason reason;
  std::array<int, 2> seeds;  // of South, of North, after everything has been awarded
  bool operator==(const Ending&) const = default;

  int margin(Player p) const { return seeds[index(p)] - seeds[1 - index(p)]; }
};

// What the seeds left in the pits bring the mover less what they bring the opponent, when the mover is stuck or a
// side is empty. Used by both kernels; `own` and `opp` are the seeds on the two sides.
constexpr int rest_margin(const Ruleset& rules, EndReason reason, int own, int opp) {
  if (reason == EndReason::stuck && rules.stuck == Stuck::lose) return -(own + opp);
  if (reason == EndReason::stuck && rules.stuck == Stuck::win) return own + opp;
  switch (rules.rest) {
    case Rest::owner: return own - opp;
    case Rest::none:
    case Rest::split: return 0;
    case Rest::opponent: return own == 0 || reason == EndReason::stuck ? -(own + opp) : own + opp;
    case Rest::emptied: return own == 0 || reason == EndReason::stuck ? own + opp : -(own + opp);
  }
  return 0;
}

// Whether the game is over in this position, apart from what its history says; `can_move`: the mover has a legal move.
std::optional<Ending> find_ending(const Ruleset& rules, const Position& position, bool can_move);

// The final count of a game that ended for `reason` in this position.
Ending final_count(const Ruleset& rules, const Position& position, EndReason reason);

}  // namespace sow
