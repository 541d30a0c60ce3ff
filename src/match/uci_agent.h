// An external program as a player, controlled by the UCI protocol (docs/protocols.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "match/agent.h"
#include "search/options.h"

namespace sow {

// The program forfeits a game if it does not answer in time, exits, prints endlessly, or plays an illegal move. It is
// then stopped, and restarted for the next game. A program that does not get ready at all forfeits all further games
// immediately.
class UciAgent final : public Agent {
 public:
  static constexpr int default_time_ms = *options::time.default_value, default_margin_ms = 250;
  struct Setup {
    std::vector<std::string> command = {};
    // Limits per move; without any, the time limit is default_time_ms.
    std::optional<std::int64_t> depth = {}, time_ms = {}, nodes = {};
    std::map<std::string, std::string> options = {};  // UCI options to set
    int margin_ms = default_margin_ms;                // how late it may answer
    int patience_ms = 60'000;                 // timeout for getting ready, and for moves limited only by depth or nodes
    int hint_after_ms = 3'000;                // warn when the program has not answered for this long
    const std::atomic<bool>* stop = nullptr;  // another thread sets it to stop waiting; required
    DialogueLog log = {};
    WarningHandler warn = {};
  };

  // Throws Error if the program cannot be started.
  explicit UciAgent(Setup setup);

  // The name from `id name`, possibly empty. Throws Forfeit if the program does not get ready, and Error if it does not
  // have one of the options to set.
  std::string ask_name();

  void begin(const Game& game, std::uint64_t seed) override;
  void set_clocks(const Clocks& clocks) override { clocks_ = clocks; }
  Move choose(const Game& game) override;
  std::optional<int> depth() const override { return depth_; }

 private:
  using Words = std::vector<std::string>;

  struct Order {
    std::string text;  // "go movetime 1000"
    std::int64_t allowed_ms = 0;
  };

  void start();
  void greet();
  Order order(Player mover) const;
  void say(const std::string& line, Process::Time deadline);
  // Reads lines until one starts with this word, and returns its words. Empty if stopped. Forfeits with `complaint` at
  // the deadline. With a `hint`, warns if the program is silent for long.
  Words wait_for(const std::string& word, Process::Time deadline, const std::string& complaint,
                 const std::string& hint = "");
  // Sends `question` and waits for `answer`.
  void ask(const std::string& question, const std::string& answer);
  void parse_line(const Words& words);
  // Throws Error if the program does not have all options of the setup.
  void check_options() const;
  void note(char direction, std::string_view line) const {
    if (setup_.log) setup_.log(direction, line);
  }
  // Whether the agent was stopped; then the program has been dropped.
  bool dropped();
  [[noreturn]] void forfeit(EndReason reason, const std::string& message);

  Setup setup_;
  std::unique_ptr<Process> process_;
  bool greeted_ = false, began_ = false;
  std::set<std::string> options_;  // declared by the program
  std::string name_;
  std::optional<Forfeit> out_;  // the reason why it never got ready
  Clocks clocks_;
  std::optional<int> depth_;
};

}  // namespace sow
