#include "search/strategy.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace sow {
namespace {

// The moves for which score(position after the move) is highest.
template <class Score>
MoveSet best_moves(const AnyKernel& kernel, const Position& position, Score score) {
  MoveSet best = 0;
  int highest = std::numeric_limits<int>::min();
  for (MoveSet rest = kernel.moves(position); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position after = position;
    kernel.play(after, move);
    const int value = score(after);
    if (value > highest) best = 0;
    if (value >= highest) best |= set_of(move);
    highest = std::max(highest, value);
  }
  return best;
}

// Seeds held, without those that the end of the game awards.
int held_before_end(const AnyKernel& kernel, const Position& position, Player player) {
  return kernel.rules().has_stores() ? position.store_of(player) : position.seeds_on(position.side_of(player));
}

// Seeds awarded to the player at the end of the game; 0 if the game is not over.
int award(const AnyKernel& kernel, const Position& position, Player player) {
  return held(kernel, position, player) - held_before_end(kernel, position, player);
}

bool replies(const AnyKernel& kernel, const Position& after, Player opponent) {
  return after.mover == opponent && !kernel.ending(after);
}

}  // namespace

int held(const AnyKernel& kernel, const Position& position, Player player) {
  const auto ending = kernel.ending(position);
  return ending ? ending->seeds[index(player)] : held_before_end(kernel, position, player);
}

int max_taken(const AnyKernel& kernel, const Position& position) {
  int max = 0;
  if (kernel.ending(position)) return max;
  for (MoveSet rest = kernel.moves(position); rest != 0; rest &= rest - 1) {
    Position after = position;
    const int taken = kernel.play(after, std::countr_zero(rest));
    max = std::max(max, taken + award(kernel, after, position.mover));
  }
  return max;
}

MoveSet any_move(const AnyKernel& kernel, const Position& position) { return kernel.moves(position); }

MoveSet greedy_moves(const AnyKernel& kernel, const Position& position) {
  return best_moves(kernel, position, [&](const Position& after) { return held(kernel, after, position.mover); });
}

MoveSet cautious_moves(const AnyKernel& kernel, const Position& position) {
  const Player opponent = other(position.mover);
  return best_moves(kernel, position, [&](const Position& after) {
    if (!replies(kernel, after, opponent)) return -award(kernel, after, opponent);
    return -max_taken(kernel, after);
  });
}

MoveSet spoiler_moves(const AnyKernel& kernel, const Position& position) {
  const Player opponent = other(position.mover);
  return best_moves(kernel, position, [&](const Position& after) {
    if (!replies(kernel, after, opponent)) return -held(kernel, after, opponent);
    Position answered = after;
    kernel.play(answered, std::countr_zero(greedy_moves(kernel, after)));
    return -held(kernel, answered, opponent);
  });
}

}  // namespace sow
