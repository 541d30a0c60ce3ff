// The estimate of a board that is not searched further: what each pit is worth with the seeds it holds, own less the
// opponent's, and the tempo.
//
// Seeds held, empty and vulnerable pits, giant piles, pits that just reach the store: all of that is a number for each pit
// and count, so the fit decides what matters where. The numbers are made by `sow tune` from games the engine plays
// against itself (games/NAME.weights); a look-up for each pit is all they cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "board/board.h"
#include "rules/game_def.h"

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

// Whose weights the game uses: its own, those its file names, or those of the built-in game most like it. Throws Error if
// the file names a game without weights.
std::string evaluation_name(const GameDef& game);
// The same for people: "evaluation borrowed from kalah".
std::string evaluation_words(const GameDef& game);

// For a board of another size, each pit takes the weights of the pit at the same place along the side.
Weights weights_for(const GameDef& game);

class Evaluation {
 public:
  Evaluation(const Ruleset& rules, const Weights& weights);

  // Hundredths of a seed from the mover's view, never more than the board can bring.
  template <int W>
  int operator()(const Board<W>& b, int seeds_in_pits) const {
    int v = tempo_;
    for (int i = 0; i < pits_; ++i) {
      const auto& row = table_[i];
      v += row[b.own.get(i)] - row[b.opp.get(i)];
    }
    const int most = 100 * seeds_in_pits - 1;  // an estimate never claims everything
    return v < -most ? -most : v > most ? most : v;
  }

 private:
  int pits_, tempo_;
  std::array<std::array<std::int16_t, max_seeds + 1>, max_pits> table_{};
};

}  // namespace sow
