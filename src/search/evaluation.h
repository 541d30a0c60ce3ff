// Static evaluation: a neural network trained for the game (network.h), or a linear evaluation.
//
// The linear evaluation is a piece-square table: one value per pit and seed count, own side minus the opponent's, plus
// a tempo bonus. Training decides which features matter (empty or vulnerable pits, large piles, pits that just reach
// the store). It costs one lookup per pit, and similar games can share the weights (games/NAME.weights). A network
// serves one game (games/NAME.network). `sow tune` creates both.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board/board.h"
#include "board/margin.h"
#include "db/database.h"
#include "rules/game_def.h"
#include "search/evaluation_use.h"
#include "search/network.h"

namespace sow {

// Seed counts up to this one have their own weight; larger counts add the same value per seed.
inline constexpr int counted_seeds = 15;

// In hundredths of a seed.
struct Weights {
  // [0]: value per seed; [c]: bonus for exactly c seeds, the last for counted_seeds or more. An empty pit is worth 0.
  using PitWeights = std::array<double, counted_seeds + 1>;

  double tempo = 0;  // bonus for the side to move
  std::vector<PitWeights> pits;

  // std::fma rounds once on every processor. A separate product and sum may round once or twice, which could change the
  // result of the final rounding to an integer.
  static double value(const PitWeights& pit, int seeds) {
    return seeds == 0 ? 0 : std::fma(pit[0], seeds, pit[std::min(seeds, counted_seeds)]);
  }
};

// The game whose weights are used if there is no network: the game itself, the one named in its file, or the most
// similar built-in game. Throws Error if the file names a game without weights.
std::string evaluation_name(const GameDef& game);
// For display: "weights of kalah".
std::string evaluation_text(const GameDef& game);

// On a board of another size, each pit gets the weights of the pit at the same relative position.
Weights weights_for(const GameDef& game);

// Where the network trained for this game is expected: next to its rule file, or in the user's data folder for built-in
// games. Empty if there is no such place.
std::vector<std::string> network_paths(const GameDef& game, const std::string& folder);

// The network to use; null means weights. The order is: `use`, if it applies to the game, the files of network_paths(),
// the built-in network of the game (or of its base game, for variants and other seed counts). Throws Error if a file
// named in `use` is invalid or for another board; reports problems with other files through data.warn.
std::shared_ptr<const Network> network_for(const GameDef& game, const EvaluationUse& use, const DatabaseUse& data);

class Evaluation {
 public:
  // Linear if there is no network.
  Evaluation(const Ruleset& rules, const Weights& weights, std::shared_ptr<const Network> network = nullptr);

  // Hundredths of a seed from the mover's view, never more than the seeds left on the board.
  template <int W>
  int operator()(const Board<W>& b, int seeds_in_pits) const {
    int v = network_ ? (*network_)(b, seeds_in_pits) : linear(b);
    if (keeps_) v += seed_value * held_in_owned(b);
    const int limit = seed_value * seeds_in_pits - 1;  // an estimate never claims all seeds
    return v < -limit ? -limit : v > limit ? limit : v;
  }

 private:
  template <int W>
  int linear(const Board<W>& b) const {
    int v = tempo_;
    for (int i = 0; i < pits_; ++i) {
      const auto& row = table_[i];
      v += row[b.own.get(i)] - row[b.opp.get(i)];
    }
    if constexpr (Board<W>::has_state_lanes)
      if (keeps_) v -= owned_sum(b.own) - owned_sum(b.opp);
    return v;
  }

  // The part of the linear sum that comes from owned pits. Their seeds are safe and counted separately.
  template <int W>
  int owned_sum(const Lanes<W>& side) const {
    int v = 0;
    for (std::uint32_t owned = side.field(Board<W>::mine) | side.field(Board<W>::theirs); owned != 0;
         owned &= owned - 1)
      v += table_[std::countr_zero(owned)][side.get(std::countr_zero(owned))];
    return v;
  }

  int pits_, tempo_;
  bool keeps_;  // owned pits keep their seeds, which are added to the estimate of the unowned rest
  std::shared_ptr<const Network> network_;
  std::array<std::array<std::int16_t, max_seeds + 1>, max_pits> table_{};
};

}  // namespace sow
