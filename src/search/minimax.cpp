#include "search/minimax.h"

#include "board/game_ids.h"
#include "search/minimax_for.h"

namespace sow {

#define SOW_DECLARE(id) std::unique_ptr<Minimax> make_minimax_##id(const Ruleset& rules, int total);
SOW_EACH_GAME(SOW_DECLARE)
#undef SOW_DECLARE

namespace {

Ruleset without_majority(Ruleset rules) {
  rules.majority = false;
  return rules;
}

}  // namespace

std::unique_ptr<Minimax> make_minimax(const Ruleset& full_rules, int total) {
  const Ruleset rules = without_majority(full_rules);
#define SOW_TRY(id) \
  if (auto minimax = make_minimax_##id(rules, total)) return minimax;
  SOW_EACH_GAME(SOW_TRY)
#undef SOW_TRY
  return make_reference_minimax(rules);
}

std::unique_ptr<Minimax> make_reference_minimax(const Ruleset& rules) {
  return std::make_unique<MinimaxFor<ReferenceKernel>>(ReferenceKernel(without_majority(rules)));
}

}  // namespace sow
