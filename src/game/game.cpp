#include "game/game.h"

#include <algorithm>

#include "board/reference.h"

namespace sow {

Game::Game(GameDef def, const Position& start)
    : def_(std::make_shared<const GameDef>(std::move(def))), kernel_(make_kernel(rules(), start.total())) {
  begin(start);
}

Game Game::from(const Position& start) const {
  Game game = *this;
  if (start.total() > kernel_->total()) game.kernel_ = make_kernel(rules(), start.total());
  game.begin(start);
  return game;
}

void Game::begin(const Position& start) {
  start_ = start;
  kernel_->settle(start_);
  position_ = start_;
  quiet_ = 0;
  plies_.clear();
  played_on_.clear();
  update_ending();
}

bool Game::may_play_on() const { return ending_ && ending_->reason == EndReason::repetition && rules().repeat_agreed; }

void Game::play_on() {
  if (!may_play_on()) return;
  played_on_.push_back(plies_.size());
  ending_.reset();
}

Legality Game::play(Move move) {
  if (ending_ && !may_play_on()) return Legality::over;
  if (move < 0 || move >= max_moves || !has(moves_, move)) return ReferenceKernel(rules()).legality(position_, move);
  play_on();
  const Position before = position_;
  const int taken = kernel_->play(position_, move);
  plies_.push_back({move, before, taken, quiet_});
  quiet_ = taken > 0 ? 0 : quiet_ + 1;
  update_ending();
  return Legality::ok;
}

void Game::forfeit(Player loser, EndReason reason) {
  if (ending_) return;
  Ending ending{reason, {}};
  ending.seeds[index(other(loser))] = position_.total();
  ending_ = ending;
}

void Game::agree_to_draw() {
  const int half = position_.total() / 2;
  if (!ending_) ending_ = Ending{EndReason::agreement, {half, half}};
}

bool Game::undo() {
  if (ending_ && ended_by_players(ending_->reason)) {
    ending_.reset();
    return true;
  }
  if (plies_.empty()) return false;
  position_ = plies_.back().before;
  quiet_ = plies_.back().quiet_before;
  plies_.pop_back();
  while (!played_on_.empty() && played_on_.back() > plies_.size()) played_on_.pop_back();
  update_ending();
  return true;
}

// Seeds never leave a store, so only positions since the last change of a store can be equal.
int Game::occurrences_since(std::size_t first) const {
  int count = 1;
  for (std::size_t i = plies_.size(); i > first; --i) {
    const Position& before = plies_[i - 1].before;
    if (before.store_of(Player::south) != position_.store_of(Player::south) ||
        before.store_of(Player::north) != position_.store_of(Player::north))
      break;
    if (before == position_) ++count;
  }
  return count;
}

void Game::update_ending() {
  moves_ = kernel_->moves(position_);
  ending_ = kernel_->ending(position_, moves_);
  if (ending_ || rules().never_repeats()) return;
  if (rules().repeat_count > 0 && occurrences_since(counted_from()) >= rules().repeat_count)
    ending_ = final_count(rules(), position_, EndReason::repetition);
  else if (rules().quiet > 0 && quiet_ >= rules().quiet)
    ending_ = final_count(rules(), position_, EndReason::quiet);
}

}  // namespace sow
