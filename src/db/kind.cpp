#include "db/kind.h"

#include <xxhash.h>

#include "board/states.h"
#include "rules/game_def.h"

namespace sow {
namespace {

bool gives_turns_away(const Ruleset& rules) {
  return rules.stuck == Stuck::pass || rules.grand_slam == GrandSlam::again ||
         rules.any_land([](const Land& land) { return land.then == AfterLand::again; });
}

}  // namespace

DatabaseAnswer database_kind(const Ruleset& rules) {
  if (!rules.has_stores())
    return {DatabaseKind::nothing,
            rules.own.out ? "nobody wins the seeds that leave its pits" : "its seeds never leave the pits"};
  if (rules.owns() && rules.own.keep)
    return {DatabaseKind::nothing, "owned pits keep their seeds, which are not in the index of its boards"};
  if (rules.closes()) return {DatabaseKind::nothing, "pits are closed in this round"};
  if (rules.opening.turns > 0)
    return {DatabaseKind::nothing, "the turns of its opening are not in the index of its boards"};
  if (rules.has_marks())
    return {DatabaseKind::nothing, "what the turn before forbids is not in the index of its boards"};
  if (rules.knows_first()) return {DatabaseKind::nothing, "who began is not in the index of its boards"};
  if (rules.quiet > 0) return {DatabaseKind::nothing, "it counts plies without a capture"};
  if (rules.owns() && !States(rules).listed())
    return {DatabaseKind::nothing, "pits can be owned in too many ways to number them"};
  if (rules.never_repeats() || rules.repeat == Repeat::split) return {DatabaseKind::margin, ""};
  if (rules.repeat == Repeat::most) return {DatabaseKind::nothing, "a repetition decides who wins"};
  // With turns that do not alternate the opponent's forced seeds would have to be kept as well.
  if (gives_turns_away(rules))
    return {DatabaseKind::nothing,
            "its turns do not alternate, and what a repetition awards depends on the game before"};
  if (rules.pays_opponent())
    return {DatabaseKind::nothing,
            "a move can bring the opponent seeds, and what a repetition awards depends on the game before"};
  return {DatabaseKind::forced, ""};
}

Ruleset database_rules(Ruleset rules) {
  rules.majority = false;
  return rules;
}

std::uint64_t rules_fingerprint(const Ruleset& rules) {
  const std::string text = canonical_rules(database_rules(rules));
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace sow
