// The engine as a client of the Kalah Game Protocol, the one of the Erlangen course server. Commands are lines,
//
//   [id][@ref] name argument…
//
// and a board is <n,south store,north store,south's pits…,north's pits…>; the client always moves as South, and pits count
// from 1. The server sends boards (`state`), several at once if it likes; for each the client may send one `move` after the
// other, the last of which counts, until the server says `stop` or the client says `yield`.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "protocol/bot.h"

namespace sow {

class KgpBot {
 public:
  static constexpr int usual_port = 2671;
  static constexpr std::size_t longest_line = 16384;

  struct Identity {
    std::string name = "Sow", token = {};  // the token keeps a player's identity between connections; empty: none
  };

  KgpBot(BotSetup setup, Identity identity);
  ~KgpBot();
  KgpBot(const KgpBot&) = delete;
  KgpBot& operator=(const KgpBot&) = delete;

  // False when the dialogue is over.
  bool obey(std::string_view line);

  // Whether the server has said goodbye, or was said goodbye to.
  bool took_leave() const { return took_leave_; }

 private:
  struct Command {
    std::string id, ref, name;
    std::vector<std::string> arguments;
  };
  struct Request {  // a board to move on
    std::string id;
    Game game;
    Limits limits;
    std::atomic<bool> stop = false;
  };

  static Command parse(std::string_view line);
  void greet(const Command& command);
  void state(const Command& command);
  void stop(const Command& command);
  void set(const Command& command);
  void pong(const Command& command);
  [[noreturn]] void leave(const std::string& reason);

  Game parse_board(std::string_view text);
  Limits limits() const;
  void say_move(const Request& request, Move move);
  // On the thread of the search.
  void work();
  void search(Request& request);

  BotSetup setup_;
  Identity identity_;
  bool greeted_ = false, took_leave_ = false;
  std::optional<GameDef> def_;  // of the size that came last
  Engine engine_;

  std::string time_mode_ = "none";
  std::optional<std::int64_t> clock_ms_;  // that one has left

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Request>> requests_;  // the first is being searched
  bool over_ = false;
  std::thread worker_;
};

}  // namespace sow
