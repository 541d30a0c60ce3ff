#include "game/game.h"

#include <algorithm>

namespace sow {

Game::Game(GameDef def, const Position& start)
    : def_(std::move(def)), kernel_(make_kernel(def_.rules, start.total())), start_(start) {
  kernel_->settle(start_);
  position_ = start_;
  judge();
}

Legality Game::play(Move move) {
  if (ending_) return Legality::over;
  if (move < 0 || move >= max_moves || !has(moves_, move)) return ReferenceKernel(rules()).legality(position_, move);
  const Position before = position_;
  const int taken = kernel_->play(position_, move);
  plies_.push_back({move, before, taken, quiet_});
  quiet_ = taken > 0 ? 0 : quiet_ + 1;
  judge();
  return Legality::ok;
}

void Game::resign(Player player) {
  if (ending_) return;
  Ending ending{EndReason::resigned, {}};
  ending.seeds[index(other(player))] = position_.total();
  ending_ = ending;
}

bool Game::undo() {
  if (ending_ && ending_->reason == EndReason::resigned) {
    ending_.reset();
    return true;
  }
  if (plies_.empty()) return false;
  position_ = plies_.back().before;
  quiet_ = plies_.back().quiet_before;
  plies_.pop_back();
  judge();
  return true;
}

// Seeds that went into a store never come back, so only plies since then can repeat.
int Game::occurrences() const {
  int times = 1;
  for (auto ply = plies_.rbegin(); ply != plies_.rend(); ++ply) {
    const Position& before = ply->before;
    if (before.store_of(Player::south) != position_.store_of(Player::south) ||
        before.store_of(Player::north) != position_.store_of(Player::north))
      break;
    if (before == position_) ++times;
  }
  return times;
}

void Game::judge() {
  moves_ = kernel_->moves(position_);
  ending_ = kernel_->ending(position_, moves_);
  if (ending_ || rules().never_repeats()) return;
  if (rules().repeat_count > 0 && occurrences() >= rules().repeat_count)
    ending_ = final_count(rules(), position_, EndReason::repetition);
  else if (rules().quiet > 0 && quiet_ >= rules().quiet)
    ending_ = final_count(rules(), position_, EndReason::quiet);
}

}  // namespace sow
