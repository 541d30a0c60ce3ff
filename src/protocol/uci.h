// `sow uci`: the engine as a UCI engine, in the dialect of oware programs. docs/protocols.md describes the protocol.
//
// A search runs on its own thread, so other commands are answered in the meantime. An invalid line is answered with
// "info string error: …" and changes nothing.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "board/random_move.h"
#include "engine/engine.h"
#include "protocol/uci_options.h"

namespace sow {

class UciSession {
 public:
  // Writes one line, without a line break. Called from any thread, one call at a time.
  using Write = std::function<void(const std::string& line)>;

  UciSession(UciSettings settings, Write write);
  ~UciSession();
  UciSession(const UciSession&) = delete;
  UciSession& operator=(const UciSession&) = delete;

  // Returns false after `quit`.
  bool handle_line(std::string_view line);
  // Reports a line that exceeded the limit.
  void reject_long_line(std::size_t max_bytes);
  // Stops a running search and waits until it has printed its best move.
  void finish();

 private:
  using Words = std::vector<std::string>;
  struct Command;
  static const std::vector<Command> commands;
  struct Go {
    Limits limits;
    bool infinite = false, ponder = false;
  };

  void uci(const Words&);
  void is_ready(const Words&);
  void new_game(const Words&);
  void set_option(const Words& words);
  void position(const Words& words);
  void go(const Words& words);
  void stop(const Words&);
  void ponder_hit(const Words&);
  void perft(const Words& words);
  void eval(const Words&);
  void draw(const Words&);

  const Game& game() const { return engine_.game(); }
  void send(const std::string& line);
  void require_idle();
  Go parse_go(const Words& words) const;
  // Runs `work` on the search thread.
  void start(std::function<void()> work, bool pondering = false);
  void apply(const UciSettings& settings);
  SearchOptions search_options(const UciSettings& settings);

  // Runs on the search thread.
  void search(const Game& game, const Go& go);
  Analysis analyze(const Game& game, const Limits& limits);
  void send_info(const Game& game, const Analysis& analysis);
  void run_perft(const Game& game, int depth);

  Write write_;
  std::mutex write_mutex_;
  UciSettings settings_;
  const UciSettings initial_settings_;  // the defaults that `uci` lists
  Engine engine_;                       // with the game of the last `position`
  Random random_;

  std::thread worker_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool busy_ = false, stopped_ = false, pondering_ = false;
  std::atomic<bool> halt_ = false;  // polled by the search
};

}  // namespace sow
