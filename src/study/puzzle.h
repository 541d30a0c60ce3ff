// Puzzles: positions in which one move is provably better than all others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "game/game.h"
#include "search/engine.h"

namespace sow {

inline constexpr int puzzle_gain =
    3;  // seeds that the move is better than any other, at least, if it does not win alone
inline constexpr int deepest_puzzle = 12;     // plies; what is not seen by then counts as one more
inline constexpr int most_puzzle_seeds = 16;  // in the pits, so that positions can be proven

struct Puzzle {
  Position position;
  std::vector<Move> line;    // the move, and what follows
  int margin = 0, next = 0;  // how the game ends for the mover: with the move, and with the best of the others
  int plies = 0;             // the least depth from which on a plain search finds the move and no other

  bool wins() const { return margin > 0 && next <= 0; }
};

struct PuzzleSetup {
  std::uint64_t seed = 1;
  int count = 10;
  int least_plies = 1, most_plies = deepest_puzzle + 1;
  DatabaseUse database = {};
  const std::atomic<bool>* stop = nullptr;  // ends the search for puzzles when set; not null
};

// Walks through games that are played half by chance and tells every puzzle met, until there are enough or `stop` is set. The same
// setup, with the same databases, gives the same puzzles.
void make_puzzles(const GameDef& def, const PuzzleSetup& setup, const std::function<void(const Puzzle&)>& on_puzzle);

}  // namespace sow
