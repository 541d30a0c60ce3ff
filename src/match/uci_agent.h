// A player that is another program, spoken to in the engine protocol (docs/protocols.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
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

// Hears every line of a dialogue with a program: '>' to the program, '<' from it.
using DialogueLog = std::function<void(char direction, std::string_view line)>;

// It loses a game (Forfeit) by not answering in time, ending, printing without end, or an illegal move; it is then ended,
// and started anew for the next game. One that does not get ready at all loses every further game at once: waiting for it
// again would cost everybody's time.
class UciAgent final : public Agent {
 public:
  static constexpr int usual_time_ms = *options::time.default_value, usual_margin_ms = 250;
  struct Setup {
    std::vector<std::string> command = {};
    // Of a move; the time is `usual_time_ms` if nothing is given.
    std::optional<std::int64_t> depth = {}, time_ms = {}, nodes = {};
    int margin_ms = usual_margin_ms;  // how much longer than its time it may take to answer
    int patience_ms = 60'000;  // for what has no time of its own: getting ready, or a move limited by depth or nodes
    const std::atomic<bool>* stop = nullptr;  // ends the waiting when set; not null
    DialogueLog log = {};
  };

  // Throws Error if the program cannot be started.
  explicit UciAgent(Setup setup);

  // What it calls itself, `id name`; empty if it does not say. Throws Forfeit if it does not get ready.
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
  // Reads lines until one begins with this word, and returns its words; none if stopped.
  Words wait_for(const std::string& word, Process::Time deadline, const char* complaint);
  // Says `question` and waits for `answer`.
  void ask(const std::string& question, const std::string& answer);
  void listen(const Words& words);
  void note(char direction, std::string_view line) const {
    if (setup_.log) setup_.log(direction, line);
  }
  [[noreturn]] void forfeit(Fault fault, const std::string& reason);

  Setup setup_;
  std::unique_ptr<Process> process_;
  bool greeted_ = false, began_ = false;
  std::set<std::string> options_;  // that it has
  std::string name_;
  std::optional<Forfeit> out_;  // why it never got ready
  Clocks clocks_;
  std::optional<int> depth_;
};

}  // namespace sow
