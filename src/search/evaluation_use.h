// Selects the static evaluation of a search.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "rules/game_def.h"

namespace sow {

class Network;

// Selects the weights even if there is a network.
inline constexpr std::string_view linear_evaluation = "linear";

struct EvaluationUse {
  std::string file = {};  // network file, or linear_evaluation; empty: the best one available for the game
  std::shared_ptr<const Network> network = nullptr;  // the contents of `file`, if already loaded
  // For front ends that serve many games: a loaded network is used for the game it was trained on and for its variants
  // on the same board; other games use their own evaluation.
  bool trained_games_only = false;

  bool operator==(const EvaluationUse&) const = default;
};

// Loads the network file, if `file` names one, so that many games can share it. Throws Error if the file is invalid.
EvaluationUse read_evaluation(const std::string& file);
// Throws Error if the loaded network is for a board of another size.
void require_fit(const EvaluationUse& use, const GameDef& game);

}  // namespace sow
