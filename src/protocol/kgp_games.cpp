#include "protocol/kgp_games.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sow {
namespace {

constexpr std::size_t max_followed = 256;  // a server that keeps inventing game ids must not fill the memory

// Whether `next` can be a later position of the same game: captured seeds never leave the stores.
bool continues(const Position& last, const Position& next) {
  if (last.total() != next.total()) return false;
  for (const Player player : {Player::south, Player::north})
    if (next.store_of(player) < last.store_of(player)) return false;
  return true;
}

}  // namespace

std::string KgpGames::add_board(const Game& board) {
  auto found = games_.find(id_);
  // Without an id, only the position shows that a new game has started.
  if (found != games_.end() && id_.empty() && !continues(found->second.last, board.position())) {
    report_unfinished(found->second);
    games_.erase(found);
    found = games_.end();
  }
  if (found == games_.end()) {
    if (games_.size() >= max_followed) games_.erase(games_.begin());
    found = games_.emplace(id_, Followed{.number = ++started_, .opponent = opponent_}).first;
  }
  found->second.last = board.position();
  return id_;
}

void KgpGames::add_move(const std::string& key, const Game& board, Move move) {
  const auto found = games_.find(key);
  if (found == games_.end()) return;
  Game after = board;
  after.play(move);
  found->second.last = after.position();
  if (!after.ending()) return;
  const auto& [own, theirs] = after.ending()->seeds;
  const Outcome outcome = own > theirs ? Outcome::won : own < theirs ? Outcome::lost : Outcome::drawn;
  const char* const word = own > theirs ? "won" : own < theirs ? "lost" : "drawn";
  report(found->second, outcome, fmt::format("{} {}-{}", word, own, theirs));
  games_.erase(found);
}

// The opponent's last moves are unknown, but more than half of the seeds in a store decides the game.
void KgpGames::report_unfinished(const Followed& game) {
  const int own = game.last.store_of(Player::south), theirs = game.last.store_of(Player::north);
  const int total = game.last.total();
  const Outcome outcome = 2 * own > total ? Outcome::won : 2 * theirs > total ? Outcome::lost : Outcome::unknown;
  const char* const word = 2 * own > total ? "won" : 2 * theirs > total ? "lost" : "result unknown";
  report(game, outcome, fmt::format("{}, {}-{} after the bot's last move", word, own, theirs));
}

void KgpGames::report(const Followed& game, Outcome outcome, const std::string& text) {
  ++totals_[outcome];
  const std::string opponent = game.opponent.empty() ? "an unknown opponent" : shown(game.opponent);
  report_(fmt::format("game {} against {}: {}", game.number, opponent, text));
}

void KgpGames::finish() {
  for (const auto& [id, game] : games_) report_unfinished(game);
  games_.clear();
  if (started_ == 0) return;
  report_(fmt::format("{} {}: {} won, {} drawn, {} lost, {} unknown", started_, started_ == 1 ? "game" : "games",
                      totals_[Outcome::won], totals_[Outcome::drawn], totals_[Outcome::lost],
                      totals_[Outcome::unknown]));
  started_ = 0;
  totals_.clear();
}

}  // namespace sow
