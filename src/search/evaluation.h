// The estimate of a board that is not searched further: by a network that learnt the game (network.h), or else the linear one,
// which is what each pit is worth with the seeds it holds, own less the opponent's, and the tempo.
//
// Linear: seeds held, empty and vulnerable pits, giant piles, pits that just reach the store, all of that is a number for each
// pit and count, so the fit decides what matters where. A look-up for each pit is all they cost, and games that are played
// alike can share the numbers (games/NAME.weights). A network belongs to one game (games/NAME.network). `sow tune` makes both.
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
#include "db/database.h"
#include "rules/game_def.h"
#include "search/network.h"

namespace sow {

// Counts up to this have a number of their own; from there on it grows by the same amount with each seed.
inline constexpr int counted_seeds = 15;

// In hundredths of a seed.
struct Weights {
  // Of one pit: [0] for each seed; [c] in addition with c seeds, the last with that many or more. Empty is worth 0.
  using OfPit = std::array<double, counted_seeds + 1>;

  double tempo = 0;  // of being the one to move
  std::vector<OfPit> pits;

  // Rounded once, as std::fma promises. A product and a sum would be rounded once or twice as the processor has it, and halves
  // go up or down by that.
  static double value(const OfPit& pit, int seeds) {
    return seeds == 0 ? 0 : std::fma(pit[0], seeds, pit[std::min(seeds, counted_seeds)]);
  }
};

// Whose weights the game uses if it has no network: its own, those its file names, or those of the built-in game most like it. Throws Error if
// the file names a game without weights.
std::string evaluation_name(const GameDef& game);
// The same for people: "evaluation borrowed from kalah".
std::string evaluation_words(const GameDef& game);

// For a board of another size, each pit takes the weights of the pit at the same place along the side.
Weights weights_for(const GameDef& game);

// Asks for the weights even if there is a network.
inline constexpr std::string_view linear_evaluation = "linear";

// Which evaluation the engine uses.
struct EvaluationUse {
  std::string file = {};  // a network, or linear_evaluation; empty: what there is for the game
  std::shared_ptr<const Network> network = nullptr;  // what the file holds, if it was read already

  bool operator==(const EvaluationUse&) const = default;
};

// Reads the file now, once for many games, if it names a network. Throws Error if it is no good.
EvaluationUse read_evaluation(const std::string& file);
// Throws Error if a network that was read is for another board.
void require_fit(const EvaluationUse& use, const GameDef& game);
// What those who play many games use for this one: a network that was read serves the game it learnt and its variants on the
// same board, others have their own.
EvaluationUse where_it_fits(const EvaluationUse& use, const GameDef& game);

// Where a network is looked for that was made for this game, first to last: beside the rules of a user's game, and in the
// folder of the user's data.
std::vector<std::string> network_paths(const GameDef& game, const std::string& folder);

// The network to use; null: the weights. Where neither the use nor the user's data beside the databases has one, it is that of
// the built-in game; a variant and another number of seeds use that of the game itself. A file that is named must be good and
// for the game's board, or Error is thrown; of others that cannot be used, those who use databases hear.
std::shared_ptr<const Network> network_for(const GameDef& game, const EvaluationUse& use, const DatabaseUse& data);

class Evaluation {
 public:
  // Without a network it is linear.
  Evaluation(const Ruleset& rules, const Weights& weights, std::shared_ptr<const Network> network = nullptr);

  // Hundredths of a seed from the mover's view, never more than the board can bring.
  template <int W>
  int operator()(const Board<W>& b, int seeds_in_pits) const {
    int v = network_ ? (*network_)(b, seeds_in_pits) : linear(b);
    if (keeps_) v += 100 * held_in_owned(b);
    const int most = 100 * seeds_in_pits - 1;  // an estimate never claims everything
    return v < -most ? -most : v > most ? most : v;
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

  // What the sum has for the pits of a side that are owned: their seeds are safe, wherever they lie.
  template <int W>
  int owned_sum(const Lanes<W>& side) const {
    int v = 0;
    for (std::uint32_t owned = side.field(Board<W>::mine) | side.field(Board<W>::theirs); owned != 0;
         owned &= owned - 1)
      v += table_[std::countr_zero(owned)][side.get(std::countr_zero(owned))];
    return v;
  }

  int pits_, tempo_;
  bool keeps_;  // owned pits keep their seeds; the network learns the rest
  std::shared_ptr<const Network> network_;
  std::array<std::array<std::int16_t, max_seeds + 1>, max_pits> table_{};
};

}  // namespace sow
