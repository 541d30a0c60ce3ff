// The estimate of a board that is not searched further: a number for each pit and count, own minus opponent's.
//
// The numbers come from a few weights per game (weights.toml), fitted by `sow tune` on games the engine played against
// itself. What a pit with c seeds adds is looked up in a table, so the features cost nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "board/position.h"
#include "rules/game_def.h"

namespace sow {

// What the fit sees of one pit; each is counted for the mover and subtracted for the opponent.
enum class Feature : std::uint8_t {
  held,      // its seeds
  forward,   // its seeds times how far along the side the pit lies, 0 to 1
  occupied,  // it has a seed
  single,    // it has one
  pair,      // it has two
  giant,     // its seeds go all the way round
  reaches,   // its last seed falls just behind the own last pit (the store, if it is sown)
  crosses,   // it sows on to the opponent's side
};
inline constexpr int feature_count = 8;

struct Weights {
  std::array<double, feature_count> features{};  // in hundredths of a seed
  double tempo = 0;                              // of being the one to move

  static constexpr std::array<const char*, feature_count> names = {"held", "forward", "occupied", "single",
                                                                   "pair", "giant",   "reaches",  "crosses"};
};

// The value of feature f for a pit with c seeds.
double feature_value(const Ruleset& rules, Feature f, int pit, int c);

// Fitted weights for a built-in game or one of its sizes, or those of the nearest family for others.
Weights weights_for(const GameDef& game);

class Evaluation {
 public:
  Evaluation(const Ruleset& rules, const Weights& weights);

  // Hundredths of a seed from the mover's view, never more than the board can bring.
  template <class Board>
  int operator()(const Board& b, int seeds_in_pits) const {
    int v = tempo_;
    for (int i = 0; i < pits_; ++i) {
      const auto& row = table_[static_cast<std::size_t>(i)];
      if constexpr (requires { b.own; })
        v += row[b.own.get(i)] - row[b.opp.get(i)];
      else
        v += row[b.pits[0][static_cast<std::size_t>(i)]] - row[b.pits[1][static_cast<std::size_t>(i)]];
    }
    const int most = 100 * seeds_in_pits - 1;  // an estimate never claims everything
    return v < -most ? -most : v > most ? most : v;
  }

 private:
  int pits_, tempo_;
  std::array<std::array<std::int16_t, max_seeds + 1>, max_pits> table_{};
};

}  // namespace sow
