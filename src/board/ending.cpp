#include "board/ending.h"

namespace sow {

std::string_view reason_word(EndReason reason) {
  switch (reason) {
    case EndReason::side_empty: return "side-empty";
    case EndReason::majority: return "majority";
    case EndReason::even: return "even";
    case EndReason::stuck: return "stuck";
    case EndReason::repetition: return "repetition";
    case EndReason::quiet: return "quiet";
    case EndReason::resigned: return "resigned";
  }
  return "?";
}

std::optional<Ending> find_ending(const Ruleset& rules, const Position& p, bool can_move) {
  const auto ended = [&](EndReason reason) { return final_count(rules, p, reason); };
  if (rules.majority) {
    if (2 * p.store[0] > p.total() || 2 * p.store[1] > p.total()) return ended(EndReason::majority);
    if (p.seeds_in_pits() == 0) return ended(EndReason::even);
  }
  if (rules.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0)) return ended(EndReason::side_empty);
  if (!can_move) return ended(EndReason::stuck);
  return std::nullopt;
}

Ending final_count(const Ruleset& rules, const Position& p, EndReason reason) {
  const int own = p.seeds_on(0), opp = p.seeds_on(1);
  std::array<int, 2> count = {p.store[0], p.store[1]};  // mover, opponent
  switch (reason) {
    case EndReason::majority:
    case EndReason::even:
    case EndReason::resigned: break;  // the stores stand as they are
    case EndReason::repetition:
    case EndReason::quiet:
      if (rules.repeat != Repeat::split) {
        count[0] += own;
        count[1] += opp;
      }  // an equal share changes nothing between the players, and half seeds do not exist
      break;
    case EndReason::stuck:
    case EndReason::side_empty:
      if (reason == EndReason::stuck && (rules.stuck == Stuck::lose || rules.stuck == Stuck::win)) {
        count = {0, 0};
        count[rules.stuck == Stuck::win ? 0 : 1] = p.total();
      } else if (rules.rest == Rest::owner) {
        count[0] += own;
        count[1] += opp;
      } else if (rules.rest == Rest::split) {
        for (int& n : count) n += (own + opp) / 2;
      } else if (rules.rest == Rest::opponent || rules.rest == Rest::emptied) {
        count[rest_margin(rules, reason, own, opp) < 0 ? 1 : 0] += own + opp;
      }
      break;
  }
  const bool everything = reason == EndReason::stuck && (rules.stuck == Stuck::lose || rules.stuck == Stuck::win);
  if (!everything && reason != EndReason::resigned)
    for (std::size_t side = 0; side < 2; ++side) count[side] += p.seeds_owned(side);
  if (p.mover == Player::north) std::swap(count[0], count[1]);
  return Ending{reason, count};
}

}  // namespace sow
