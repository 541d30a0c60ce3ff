// A client of the Kalah Game Protocol (KGP), which is spoken by the course server of the University of Erlangen.
// Commands are lines:
//
//   [id][@ref] name argument…
//
// A board is <n,south store,north store,south pits…,north pits…>. The client always moves as South, and pits count from
// 1. The server sends boards (`state`), possibly several at once. The client may send any number of `move` commands for
// a board, of which the last counts, until the server sends `stop` or the client sends `yield`.
//
// The Erlangen server sends `state` before it has registered the id of the board. Until then it rejects a `move` ("No
// state associated with id") or drops it silently, and a board without a move gets a random one. Therefore the bot
// waits before the first move, sends rejected moves again, and repeats its last move before `yield`.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "protocol/bot.h"
#include "protocol/kgp_games.h"

namespace sow {

class KgpBot {
 public:
  static constexpr int default_port = 2671;
  static constexpr std::size_t max_line_bytes = 16384;

  struct Identity {
    std::string name = "Sow", token = {};  // a token identifies the player across connections; empty: none
  };

  KgpBot(BotSetup setup, Identity identity);
  ~KgpBot();
  KgpBot(const KgpBot&) = delete;
  KgpBot& operator=(const KgpBot&) = delete;

  // Returns false when the dialogue is over.
  bool handle_line(std::string_view line);

  // Whether the server has introduced itself.
  bool greeted() const { return greeted_; }
  // Whether either side has said goodbye.
  bool said_goodbye() const { return said_goodbye_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Command {
    std::string id, ref, name;
    std::vector<std::string> arguments;
  };
  struct Request {  // a board to move on
    std::string id;
    Game game;
    std::string game_key;
    Limits limits;
    Clock::time_point received = Clock::now();
    std::atomic<bool> stop = false;
    Move last_move = no_move;  // the last move sent
    bool yielded = false;
    int resent = 0;
  };

  static Command parse(std::string_view line);
  void greet(const Command& command);
  void state(const Command& command);
  void stop(const Command& command);
  void set(const Command& command);
  void pong(const Command& command);
  void error(const Command& command);
  [[noreturn]] void leave(const std::string& reason);

  Game parse_board(std::string_view text);
  Limits limits() const;
  void send_move(Request& request, Move move);
  void send_yield(Request& request);
  void resend();
  // Runs on the search thread.
  void work();
  void search(Request& request);

  BotSetup setup_;
  Identity identity_;
  bool greeted_ = false, said_goodbye_ = false;
  std::optional<GameDef> def_;  // game with the last board size
  Engine engine_;

  std::string time_mode_ = "none";
  std::optional<std::int64_t> clock_ms_;  // time left on the server's clock

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  KgpGames games_;
  std::deque<std::shared_ptr<Request>> requests_;  // the first is being searched
  std::deque<std::shared_ptr<Request>> yielded_;   // not confirmed by `stop` yet
  bool closing_ = false;
  std::thread worker_;
};

}  // namespace sow
