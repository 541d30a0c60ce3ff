// The engine for interfaces that speak UCI, in the dialect of Oware programs: docs/protocols.md.
//
// Lines are obeyed as they come; a search runs on a thread of its own, so that everything else is answered meanwhile. A line
// that is wrong is answered by "info string error: …" and changes nothing.
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
#include "protocol/uci_options.h"
#include "search/engine.h"

namespace sow {

class UciSession {
 public:
  // Called with one line at a time, without its end, from any thread.
  using Write = std::function<void(const std::string& line)>;

  UciSession(UciSettings settings, Write write);
  ~UciSession();
  UciSession(const UciSession&) = delete;
  UciSession& operator=(const UciSession&) = delete;

  // False when the session is over.
  bool obey(std::string_view line);
  // Says that the line that came was longer than any line may be.
  void refuse_long_line(std::size_t longest);
  // Ends a search that runs, with its best move so far, and waits for it.
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

  void say(const std::string& line);
  void require_idle();
  Go parse_go(const Words& words) const;
  // Runs it on the thread of the search.
  void start(std::function<void()> work, bool pondering = false);
  void apply(const UciSettings& settings);
  SearchOptions search_options(const UciSettings& settings);

  // On the thread of the search.
  void search(const Game& game, const Go& go);
  Analysis think(const Game& game, const Limits& limits);
  void tell(const Game& game, const Analysis& analysis);
  void count(const Game& game, int depth);

  Write write_;
  std::mutex writing_;
  UciSettings settings_;
  const UciSettings first_;  // as at the beginning
  Game game_;
  Engine engine_;
  Random random_;

  std::thread worker_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  bool busy_ = false, stopped_ = false, pondering_ = false;
  std::atomic<bool> halt_ = false;  // what the search looks at
};

}  // namespace sow
