#include "search/engine.h"

namespace sow {

void Engine::set_options(SearchOptions options) {
  options_ = std::move(options);
  searcher_.reset();
}

void Engine::prepare(const Game& game) {
  const int total = game.position().total();
  if (searcher_ && def_.rules == game.rules() && def_.name == game.def().name && total_ == total) return;
  def_ = game.def();
  total_ = total;
  searcher_ = make_searcher(def_, total, options_);
}

Analysis Engine::analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) {
  prepare(game);
  return searcher_->analyze(game, limits, on_progress);
}

}  // namespace sow
