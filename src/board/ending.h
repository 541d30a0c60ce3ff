// How games end, and the final count: the one place that awards the seeds left on the board.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "board/position.h"

namespace sow {

enum class EndReason : std::uint8_t {
  // Ended by the rules.
  side_empty,
  majority,
  even,
  stuck,
  repetition,
  quiet,
  // Forfeited: the opponent gets all seeds.
  resigned,
  time,
  illegal_move,
  crash,
  // Both players accepted a draw.
  agreement,
};

// The reason's name in JSON, such as "side-empty".
std::string_view reason_word(EndReason reason);
std::optional<EndReason> parse_reason(std::string_view word);

// Whether one player lost without being beaten on the board.
constexpr bool is_forfeit(EndReason reason) {
  return reason == EndReason::resigned || reason == EndReason::time || reason == EndReason::illegal_move ||
         reason == EndReason::crash;
}
// Whether the players ended the game, rather than the rules.
constexpr bool ended_by_players(EndReason reason) { return is_forfeit(reason) || reason == EndReason::agreement; }

// The value of OGN's Termination tag: PGN's word where it has one. A resignation is a "normal" end.
std::string_view termination_word(EndReason reason);
// The reason behind a Termination tag; nullopt for "normal", "adjudication", and anything else.
std::optional<EndReason> parse_termination(std::string_view word);

struct Ending {
  EndReason reason;
  std::array<int, 2> seeds;  // South's and North's final counts
  bool operator==(const Ending&) const = default;

  int margin(Player p) const { return seeds[index(p)] - seeds[1 - index(p)]; }
  std::optional<Player> winner() const {
    const int south = margin(Player::south);
    return south == 0 ? std::nullopt : std::optional(south > 0 ? Player::south : Player::north);
  }
};

// What the winner gets if one player loses or wins everything: at least one seed, because on an empty board, too, one
// player has won.
constexpr int everything(int seeds) { return seeds > 0 ? seeds : 1; }

// The mover's share of the seeds left on the board minus the opponent's, when the mover is stuck or a side is empty.
// `own` and `opp` are the seeds on the two sides. Used by both kernels.
constexpr int rest_margin(const Ruleset& rules, EndReason reason, int own, int opp) {
  if (reason == EndReason::stuck && rules.stuck == Stuck::lose) return -everything(own + opp);
  if (reason == EndReason::stuck && rules.stuck == Stuck::win) return everything(own + opp);
  switch (rules.rest) {
    case Rest::owner: return own - opp;
    case Rest::none:
    case Rest::split: return 0;
    case Rest::opponent: return own == 0 || reason == EndReason::stuck ? -(own + opp) : own + opp;
    case Rest::emptied: {
      const int all = rules.has_stores() ? own + opp : everything(own + opp);
      return own == 0 || reason == EndReason::stuck ? all : -all;
    }
  }
  return 0;
}

// The ending if the game is over in this position, ignoring repetitions. `can_move`: the mover has a legal move.
std::optional<Ending> find_ending(const Ruleset& rules, const Position& position, bool can_move);

// The final count of a game that the rules ended for `reason` in this position.
Ending final_count(const Ruleset& rules, const Position& position, EndReason reason);

}  // namespace sow
