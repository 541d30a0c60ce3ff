#include "board/ending.h"

#include <cstdlib>

namespace sow {

namespace {

struct ReasonInfo {
  EndReason reason;
  std::string_view word, termination;
};
constexpr std::string_view normal = "normal";
constexpr std::array reasons = {
    ReasonInfo{EndReason::side_empty, "side-empty", normal},
    ReasonInfo{EndReason::majority, "majority", normal},
    ReasonInfo{EndReason::even, "even", normal},
    ReasonInfo{EndReason::stuck, "stuck", normal},
    ReasonInfo{EndReason::repetition, "repetition", normal},
    ReasonInfo{EndReason::quiet, "quiet", normal},
    ReasonInfo{EndReason::resigned, "resigned", normal},
    ReasonInfo{EndReason::time, "time", "time forfeit"},
    ReasonInfo{EndReason::illegal_move, "illegal-move", "rules infraction"},
    ReasonInfo{EndReason::crash, "crash", "abandoned"},
    ReasonInfo{EndReason::agreement, "agreement", "agreement"},
};

}  // namespace

std::string_view reason_word(EndReason reason) { return reasons[static_cast<std::size_t>(reason)].word; }

std::string_view termination_word(EndReason reason) { return reasons[static_cast<std::size_t>(reason)].termination; }

std::optional<EndReason> parse_reason(std::string_view word) {
  for (const ReasonInfo& info : reasons)
    if (info.word == word) return info.reason;
  return std::nullopt;
}

std::optional<EndReason> parse_termination(std::string_view word) {
  for (const ReasonInfo& info : reasons)
    if (info.termination == word && word != normal) return info.reason;
  return std::nullopt;
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
  const bool all_to_one = reason == EndReason::stuck && (rules.stuck == Stuck::lose || rules.stuck == Stuck::win);
  switch (reason) {
    case EndReason::majority:
    case EndReason::even:
    case EndReason::resigned:
    case EndReason::time:
    case EndReason::illegal_move:
    case EndReason::crash:
    case EndReason::agreement: break;  // only the stores count
    case EndReason::repetition:
    case EndReason::quiet:
      if (rules.repeat != Repeat::split) {
        count[0] += own;
        count[1] += opp;
      }  // sharing the seeds equally does not change the margin
      break;
    case EndReason::stuck:
    case EndReason::side_empty:
      if (all_to_one) {
        count = {0, 0};
        count[rules.stuck == Stuck::win ? 0 : 1] = everything(p.total());
      } else if (rules.rest == Rest::owner) {
        count[0] += own;
        count[1] += opp;
      } else if (rules.rest == Rest::split) {
        for (int& n : count) n += (own + opp) / 2;
      } else if (rules.rest == Rest::opponent || rules.rest == Rest::emptied) {
        const int margin = rest_margin(rules, reason, own, opp);
        count[margin < 0 ? 1 : 0] += std::abs(margin);
      }
      break;
  }
  if (!all_to_one && !ended_by_players(reason))
    for (std::size_t side = 0; side < 2; ++side) count[side] += p.seeds_owned(side);
  if (p.mover == Player::north) std::swap(count[0], count[1]);
  return Ending{reason, count};
}

}  // namespace sow
