#include "db/kind.h"

#include <xxhash.h>

#include "board/position.h"
#include "board/states.h"
#include "rules/game_def.h"

namespace sow {
namespace {

bool turns_may_not_alternate(const Ruleset& rules) {
  return rules.stuck == Stuck::pass || rules.grand_slam == GrandSlam::again ||
         rules.any_land([](const Land& land) { return land.then == AfterLand::again; });
}

}  // namespace

DatabaseAnswer database_kind(const Ruleset& rules) {
  if (!rules.known()) return {DatabaseKind::nothing, "databases do not support one of the rules yet"};
  if (!rules.has_stores())
    return {DatabaseKind::nothing, rules.own.out || rules.store_out ? "seeds that leave the pits count for nobody"
                                                                    : "seeds never leave the pits"};
  if (rules.owns() && rules.own.keep) return {DatabaseKind::nothing, "the index does not cover seeds in owned pits"};
  if (rules.closes()) return {DatabaseKind::nothing, "some pits are closed in this round"};
  if (rules.opening.turns > 0) return {DatabaseKind::nothing, "the index does not cover the turns of the opening"};
  if (rules.has_marks())
    return {DatabaseKind::nothing, "the index does not cover moves that the previous turn forbids"};
  if (rules.depends_on_first()) return {DatabaseKind::nothing, "the index does not cover who moved first"};
  if (rules.quiet > 0) return {DatabaseKind::nothing, "the rules count plies without a capture"};
  if (rules.owns() && !States(rules).listed())
    return {DatabaseKind::nothing, "there are too many combinations of owned pits"};
  if (rules.never_repeats() || rules.repeat == Repeat::split) return {DatabaseKind::margin, ""};
  if (rules.repeat == Repeat::most) return {DatabaseKind::nothing, "a repetition decides the winner"};
  // If turns do not alternate, the opponent's forced seeds would have to be stored too.
  if (turns_may_not_alternate(rules))
    return {DatabaseKind::nothing, "turns do not alternate, and the award for a repetition depends on earlier moves"};
  if (rules.pays_opponent())
    return {DatabaseKind::nothing,
            "a move can give seeds to the opponent, and the award for a repetition depends on earlier moves"};
  return {DatabaseKind::forced, ""};
}

SeedParity seed_parity(const Ruleset& rules) {
  if (!rules.removes_even_numbers()) return SeedParity::any;
  return start_position(rules).seeds_in_pits() % 2 == 0 ? SeedParity::even : SeedParity::odd;
}

Ruleset database_rules(Ruleset rules) {
  rules.majority = false;
  rules.repeat_agreed = false;
  return rules;
}

std::uint64_t rules_fingerprint(const Ruleset& rules) {
  std::string text = canonical_rules(database_rules(rules));
  if (seed_parity(rules) == SeedParity::odd) text += "odd numbers of seeds\n";  // has other levels than an even start
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace sow
