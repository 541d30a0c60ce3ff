// The highest expected score against a simple player whose moves are known in advance: an upper limit for any match
// result against it.
//
// Searches every line to the end of the game. The simple player chooses its best moves with equal probability. A
// repeated position ends the game. Values are cached per position, so the result is not quite exact if positions can
// repeat.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "board/kernel.h"
#include "board/notation.h"

namespace sow {

class BestResponse {
 public:
  static constexpr std::size_t max_positions = 20'000'000;  // about 3 GB

  // Returns the moves that the simple player considers equally good: a Strategy, or a function with state.
  using BestMoves = std::function<MoveSet(const AnyKernel&, const Position&)>;

  // `player` is the side that plays against the simple player.
  BestResponse(const AnyKernel& kernel, BestMoves best_moves, Player player)
      : kernel_(kernel), best_moves_(std::move(best_moves)), player_(player) {}

  // 1 for a win, ½ for a draw. Empty if there are too many positions. Ignores limits on plies without a capture.
  std::optional<double> points(const Position& position) {
    const double found = value_of(position);
    return known_.size() < max_positions ? std::optional(found) : std::nullopt;
  }

 private:
  double points(const Ending& end) const {
    const int margin = end.margin(player_);
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
  }

  double value_of(const Position& position) {
    if (const auto end = kernel_.ending(position)) return points(*end);
    if (known_.size() >= max_positions) return 0;
    const auto [entry, fresh] = known_.try_emplace(diagram(kernel_.rules(), position), 0.0);
    double& value = entry->second;  // references remain valid when entries are added
    if (!fresh) return value;
    value =
        points(final_count(kernel_.rules(), position, EndReason::repetition));  // used if the position repeats below
    return value = position.mover == player_ ? best(position) : expected(position);
  }

  double best(const Position& position) {
    double max = 0;
    for (MoveSet moves = kernel_.moves(position); moves != 0 && max < 1; moves &= moves - 1)
      max = std::max(max, after(position, std::countr_zero(moves)));
    return max;
  }

  double expected(const Position& position) {
    const MoveSet best = best_moves_(kernel_, position);
    double sum = 0;
    for (MoveSet moves = best; moves != 0; moves &= moves - 1) sum += after(position, std::countr_zero(moves));
    return sum / std::popcount(best);
  }

  double after(Position position, Move move) {
    kernel_.play(position, move);
    return value_of(position);
  }

  const AnyKernel& kernel_;
  const BestMoves best_moves_;
  const Player player_;
  std::unordered_map<std::string, double> known_;
};

}  // namespace sow
