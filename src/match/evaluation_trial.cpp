#include "match/evaluation_trial.h"

#include <fmt/format.h>

#include "match/match.h"

namespace sow {
namespace {

constexpr Sprt trial_test{.elo0 = 0, .elo1 = 20};
constexpr int trial_opening_plies = 6, max_trial_plies = 300;

}  // namespace

EvaluationTrial try_evaluation(const GameDef& game, const std::string& network_file,
                               const EvaluationTrialOptions& options) {
  const auto contestant = [&](const std::string& name, const std::string& evaluation) {
    PlayerSpec who = parse_player(fmt::format("engine:time={}", options.time_ms));
    who.evaluation = evaluation;
    return Contestant{.name = name, .make = [who, database = options.database](const std::atomic<bool>& stop) {
                        return make_agent(who, {.stop = &stop, .database = database});
                      }};
  };
  RandomOpenings openings(game, trial_opening_plies, options.seed, options.database);
  Match match({.players = {contestant("new", network_file), contestant("current", "")},
               .pairs = options.max_games / 2,
               .seed = options.seed,
               .threads = options.threads,
               .max_plies = max_trial_plies,
               .sprt = trial_test,
               .stop = options.stop},
              openings);
  match.play([&](const MatchGame&) {
    if (options.on_game) options.on_game();
  });
  const Tally& tally = match.standings().pairings[0].tally;
  return {tally, trial_test.verdict(tally.pairs)};
}

}  // namespace sow
