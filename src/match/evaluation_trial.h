// A match between a new evaluation and the current one, which decides whether `sow tune` keeps the new one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "db/database.h"
#include "match/standings.h"
#include "rules/game_def.h"

namespace sow {

struct EvaluationTrial {
  Tally tally;  // from the view of the new evaluation
  Sprt::Verdict verdict = Sprt::Verdict::open;

  // Rejects a new evaluation that the sequential test rejects, or that scores less than half of the points.
  bool accepted() const { return verdict != Sprt::Verdict::elo0 && 2 * tally.points() >= tally.games(); }
};

struct EvaluationTrialOptions {
  int max_games = 400, time_ms = 10, threads = 1;
  std::uint64_t seed = 1;
  DatabaseUse database = {};
  const std::atomic<bool>* stop = nullptr;  // required
  std::function<void()> on_game = {};       // called after each game
};

// `network_file` is the new evaluation. Throws Error.
EvaluationTrial try_evaluation(const GameDef& game, const std::string& network_file,
                               const EvaluationTrialOptions& options);

}  // namespace sow
