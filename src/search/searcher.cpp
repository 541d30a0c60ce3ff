#include "search/searcher.h"

#include "board/game_ids.h"
#include "search/searcher_for.h"
#include "search/solving_for.h"

namespace sow {

#define SOW_DECLARE(id)                                                                                       \
  std::unique_ptr<Searcher> make_searcher_##id(const GameDef& game, int total, const SearchOptions& options); \
  std::unique_ptr<Solving> make_solving_##id(const GameDef& game, int total, const SolveOptions& options);
SOW_EACH_GAME(SOW_DECLARE)
#undef SOW_DECLARE

std::unique_ptr<Searcher> make_searcher(const GameDef& game, int total, const SearchOptions& options) {
#define SOW_TRY(id) \
  if (auto searcher = make_searcher_##id(game, total, options)) return searcher;
  SOW_EACH_GAME(SOW_TRY)
#undef SOW_TRY
  return std::make_unique<SearcherFor<ReferenceKernel>>(game, ReferenceKernel(game.rules), total, options);
}

std::unique_ptr<Solving> make_solving(const GameDef& game, int total, const SolveOptions& options) {
  if (!game.rules.never_repeats() || !Index(game.rules.pits_per_player(), total).fits(table_key_bits)) return nullptr;
#define SOW_TRY(id) \
  if (auto solving = make_solving_##id(game, total, options)) return solving;
  SOW_EACH_GAME(SOW_TRY)
#undef SOW_TRY
  return std::make_unique<SolvingFor<ReferenceKernel>>(game, ReferenceKernel(game.rules), total, options);
}

}  // namespace sow
