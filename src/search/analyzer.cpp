#include "search/analyzer.h"

namespace sow {

void Analyzer::set_options(SearchOptions options) {
  options_ = std::move(options);
  searcher_.reset();
}

void Analyzer::prepare(const Game& game, const std::atomic<bool>* stop) {
  const int total = game.position().total();
  const bool same =
      searcher_ && rules_ == game.rules() && name_ == game.def().name && spec_ == game.def().spec && total_ == total;
  if (same && opened_) return;
  SearchOptions options = options_;
  if (stop != nullptr) options.database.stop = stop;
  if (same) {
    searcher_->open_databases(game, options.database);
  } else {
    searcher_.reset();  // frees its memory first; and if the next one cannot be created, none of another game remains
    rules_ = game.rules();
    name_ = game.def().name;
    spec_ = game.def().spec;
    total_ = total;
    searcher_ = make_searcher(game, options);
  }
  opened_ = options.database.stop == nullptr || !*options.database.stop;
}

Analysis Analyzer::analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) {
  prepare(game, limits.stop);
  return searcher_->analyze(game, limits, on_progress);
}

}  // namespace sow
