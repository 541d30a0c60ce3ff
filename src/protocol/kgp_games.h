// Follows the games behind the boards that a KGP server sends. The server may name the opponent, but it never sends a
// result, so the result is derived from the last board and the move played on it.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "game/game.h"

namespace sow {

class KgpGames {
 public:
  // Called with one line for each game that is over.
  using Report = std::function<void(const std::string& line)>;

  explicit KgpGames(Report report) : report_(std::move(report)) {}

  // The server's `game:id` and `game:opponent`, which apply to the boards that follow. Both may be empty.
  void set_id(std::string id) { id_ = std::move(id); }
  void set_opponent(std::string name) { opponent_ = std::move(name); }

  // A board to move on, with the bot as South. Returns the key of its game.
  std::string add_board(const Game& board);
  // The move that the server plays on the last board of this game.
  void add_move(const std::string& key, const Game& board, Move move);
  // Reports unfinished games and the totals, at the end of the connection.
  void finish();

 private:
  struct Followed {
    int number = 0;
    std::string opponent;
    Position last = {};  // the latest known position
  };
  enum class Outcome { won, drawn, lost, unknown };

  void report(const Followed& game, Outcome outcome, const std::string& text);
  void report_unfinished(const Followed& game);

  Report report_;
  std::string id_, opponent_;
  std::map<std::string, Followed> games_;  // by game:id
  int started_ = 0;
  std::map<Outcome, int> totals_;
};

}  // namespace sow
