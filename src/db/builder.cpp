#include "db/builder.h"

#include "board/game_ids.h"
#include "db/builder_for.h"

namespace sow {

#define SOW_DECLARE(id) std::unique_ptr<LevelBuilder> make_level_builder_##id(const Ruleset& rules, int most_seeds);
SOW_EACH_GAME(SOW_DECLARE)
#undef SOW_DECLARE

std::unique_ptr<LevelBuilder> make_level_builder(const Ruleset& game_rules, int most_seeds) {
  const Ruleset rules = database_rules(game_rules);
#define SOW_TRY(id) \
  if (auto builder = make_level_builder_##id(rules, most_seeds)) return builder;
  SOW_EACH_GAME(SOW_TRY)
#undef SOW_TRY
  return make_builder_for(ReferenceKernel(rules));
}

}  // namespace sow
