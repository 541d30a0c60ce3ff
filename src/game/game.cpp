#include "game/game.h"

#include <algorithm>

namespace sow {

int seeds_taken(const Trace& trace) {
  int taken = 0;
  for (const auto& event : trace)
    if (event.kind == Event::Kind::capture || event.kind == Event::Kind::join) taken += event.seeds;
  return taken;
}

Game::Game(GameDef def, const Position& start) : def_(std::move(def)), kernel_(def_.rules), start_(start) {
  kernel_.settle(start_);
  position_ = start_;
  judge();
}

Legality Game::play(Move move) {
  if (ending_) return Legality::over;
  const Legality legality = kernel_.legality(position_, move);
  if (legality != Legality::ok) return legality;
  Ply ply{move, position_, {}};
  kernel_.play_unchecked(position_, move, &ply.trace);
  plies_.push_back(std::move(ply));
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
  plies_.pop_back();
  judge();
  return true;
}

int Game::occurrences() const {
  return 1 + static_cast<int>(std::count_if(plies_.begin(), plies_.end(), [&](const Ply& ply) {
           return ply.before.mover == position_.mover && ply.before.pits == position_.pits;
         }));
}

int Game::quiet_plies() const {
  int quiet = 0;
  for (auto ply = plies_.rbegin(); ply != plies_.rend() && seeds_taken(ply->trace) == 0; ++ply) ++quiet;
  return quiet;
}

void Game::judge() {
  ending_ = kernel_.ending(position_);
  if (ending_ || rules().never_repeats()) return;
  if (rules().repeat_count > 0 && occurrences() >= rules().repeat_count)
    ending_ = final_count(rules(), position_, EndReason::repetition);
  else if (rules().quiet > 0 && quiet_plies() >= rules().quiet)
    ending_ = final_count(rules(), position_, EndReason::quiet);
}

}  // namespace sow
