// The most points that anybody can expect against a simple player, even with its moves known beforehand: what a match
// against it can show at best.
//
// Every line is followed to its end. Where the player likes several moves it takes each as often. A position that comes a
// second time ends the game as the rules say. What is found of a position is kept for all ways that lead to it, so the result is
// not quite exact where positions can repeat.
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
  static constexpr std::size_t most_positions = 20'000'000;  // about 3 GB

  // The moves that the simple player likes equally well: a Strategy, or one that remembers something.
  using Liked = std::function<MoveSet(const AnyKernel&, const Position&)>;

  // `player` plays against the simple one.
  BestResponse(const AnyKernel& kernel, Liked liked, Player player)
      : kernel_(kernel), liked_(std::move(liked)), player_(player) {}

  // 1 for a win, half for a draw. None if there are too many positions. Games that count plies without a capture end earlier
  // than is seen here.
  std::optional<double> points(const Position& position) {
    const double found = follow(position);
    return known_.size() < most_positions ? std::optional(found) : std::nullopt;
  }

 private:
  double points(const Ending& end) const {
    const int margin = end.margin(player_);
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
  }

  double follow(const Position& position) {
    if (const auto end = kernel_.ending(position)) return points(*end);
    if (known_.size() >= most_positions) return 0;
    const auto [entry, fresh] = known_.try_emplace(diagram(kernel_.rules(), position), 0.0);
    double& value = entry->second;  // stays where it is when others are added
    if (!fresh) return value;
    value = points(final_count(kernel_.rules(), position, EndReason::repetition));  // should it come again below
    return value = position.mover == player_ ? best(position) : expected(position);
  }

  double best(const Position& position) {
    double most = 0;
    for (MoveSet moves = kernel_.moves(position); moves != 0 && most < 1; moves &= moves - 1)
      most = std::max(most, after(position, std::countr_zero(moves)));
    return most;
  }

  double expected(const Position& position) {
    const MoveSet liked = liked_(kernel_, position);
    double sum = 0;
    for (MoveSet moves = liked; moves != 0; moves &= moves - 1) sum += after(position, std::countr_zero(moves));
    return sum / std::popcount(liked);
  }

  double after(Position position, Move move) {
    kernel_.play(position, move);
    return follow(position);
  }

  const AnyKernel& kernel_;
  const Liked liked_;
  const Player player_;
  std::unordered_map<std::string, double> known_;
};

}  // namespace sow
