// The engine as everything else uses it: give it a game, get an analysis. It keeps a searcher for the game it saw last.
#pragma once

#include <memory>
#include <utility>

#include "search/searcher.h"

namespace sow {

class Engine {
 public:
  explicit Engine(SearchOptions options = {}) : options_(std::move(options)) {}

  const SearchOptions& options() const { return options_; }
  void set_options(SearchOptions options);

  // Makes ready for positions of this game, which can take a moment: tables, databases. Analysing does it otherwise.
  void prepare(const Game& game);

  // The game may be another one each time. Lines are empty if it is over.
  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress = {});

  int hash_permille() const { return searcher_ ? searcher_->hash_permille() : 0; }

  // Forgets what was learnt so far.
  void clear() {
    if (searcher_) searcher_->clear();
  }

 private:
  SearchOptions options_;
  GameDef def_;
  int total_ = 0;
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace sow
