// Analyzes positions of any game. Keeps a searcher, with its transposition table, for the most recent game.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "search/searcher.h"

namespace sow {

class Analyzer {
 public:
  explicit Analyzer(SearchOptions options = {}) : options_(std::move(options)) {}

  const SearchOptions& options() const { return options_; }
  void set_options(SearchOptions options);

  // Builds tables and opens databases for this game, which can take a moment. analyze() does it if needed. After a
  // stop, part of a small database may be missing; the next call builds it.
  void prepare(const Game& game, const std::atomic<bool>* stop = nullptr);

  // The endgame databases have grown: opens them again before the next search, which keeps its transposition table.
  void reopen_databases() { opened_ = false; }

  // Each call may pass a different game. The result has no lines if the game is over.
  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress = {});

  int hash_permille() const { return searcher_ ? searcher_->hash_permille() : 0; }

  // Clears the transposition table and the move-ordering history.
  void clear() {
    if (searcher_) searcher_->clear();
  }

 private:
  SearchOptions options_;
  Ruleset rules_;
  std::string name_, spec_;
  int total_ = 0;
  bool opened_ = false;  // the searcher has opened all databases; prepare() was not stopped
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace sow
