#include "match/uci_agent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <sstream>

#include "board/notation.h"
#include "game/play_moves.h"
#include "match/explain_answer.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

Process::Time in_ms(std::int64_t ms) { return Clock::now() + std::chrono::milliseconds(ms); }

std::string position_command(const Game& game) {
  std::string text = "position ";
  text += game.start() == start_position(game.rules()) ? "startpos" : "fen " + diagram(game.rules(), game.start());
  if (!game.plies().empty()) text += " moves ";
  for (const auto& ply : game.plies()) text += move_text(game.rules(), ply.before, ply.move);
  return text;
}

}  // namespace

UciAgent::UciAgent(Setup setup) : setup_(std::move(setup)) { start(); }

void UciAgent::start() {
  process_ = std::make_unique<Process>(setup_.command);
  greeted_ = false;
  options_.clear();
}

void UciAgent::forfeit(EndReason reason, const std::string& message) {
  process_.reset();
  throw Forfeit(reason, message);
}

// After a stop, the program may still be working on the last command, and its answer would be mistaken for the answer
// to the next one. It is restarted when needed.
bool UciAgent::dropped() {
  if (!*setup_.stop) return false;
  process_.reset();
  return true;
}

void UciAgent::say(const std::string& line, Process::Time deadline) {
  note('>', line);
  if (process_->send(line + "\n", deadline)) return;
  const std::string reason = process_->stop_and_explain();
  forfeit(EndReason::crash, reason);
}

void UciAgent::parse_line(const Words& words) {
  if (words.empty()) return;
  if (words[0] == "id" && words.size() > 2 && words[1] == "name") {
    name_ = words[2];
    for (std::size_t i = 3; i < words.size(); ++i) name_ += " " + words[i];
    name_ = shown(name_);
  }
  if (words[0] == "option" && words.size() > 2 && words[1] == "name") {
    std::string name = words[2];
    for (std::size_t i = 3; i < words.size() && words[i] != "type"; ++i) name += " " + words[i];
    options_.insert(name);
  }
  if (words[0] != "info") return;
  for (std::size_t i = 1; i + 1 < words.size() && words[i] != "string"; ++i) {
    int depth = 0;
    const auto& number = words[i + 1];
    if (words[i] == "depth" && std::from_chars(number.data(), number.data() + number.size(), depth).ec == std::errc{})
      depth_ = depth;
  }
}

UciAgent::Words UciAgent::wait_for(const std::string& word, Process::Time deadline, const std::string& complaint,
                                   const std::string& hint) {
  std::string line;
  bool hinted = hint.empty() || !setup_.warn;
  for (;;) {
    const auto hint_time = hinted ? deadline : std::min(deadline, in_ms(setup_.hint_after_ms));
    auto result = process_->read_line(line, hint_time, *setup_.stop);
    if (result == Process::ReadResult::timeout && hint_time < deadline) {
      setup_.warn(hint);
      hinted = true;
      result = process_->read_line(line, deadline, *setup_.stop);
    }
    switch (result) {
      case Process::ReadResult::line: break;
      case Process::ReadResult::stopped: return {};
      case Process::ReadResult::timeout: forfeit(EndReason::time, complaint);
      case Process::ReadResult::too_much: forfeit(EndReason::crash, "printed endlessly");
      case Process::ReadResult::closed: forfeit(EndReason::crash, process_->stop_and_explain());
    }
    note('<', line);
    std::istringstream in(line);
    Words words;
    for (std::string w; in >> w;) words.push_back(w);
    if (!words.empty() && words[0] == word) return words;
    parse_line(words);
  }
}

void UciAgent::ask(const std::string& question, const std::string& answer) {
  const auto deadline = in_ms(setup_.patience_ms);
  process_->discard_output();
  say(question, deadline);
  wait_for(answer, deadline, fmt::format("did not answer {} with {} (does it flush its output?)", question, answer),
           fmt::format("{} has not answered {} with {} for {} s; does it flush its output?",
                       shown(fmt::format("{}", fmt::join(setup_.command, " ")), 60), question, answer,
                       setup_.hint_after_ms / 1000));
}

void UciAgent::check_options() const {
  for (const auto& [name, value] : setup_.options)
    if (!options_.contains(name))
      throw Error(
          fmt::format("{} has no UCI option '{}'; {}", shown(setup_.command.front(), 60), shown(name),
                      options_.empty() ? "it has none" : fmt::format("its options are {}", fmt::join(options_, ", "))));
}

void UciAgent::greet() {
  if (out_) throw *out_;
  if (process_ && greeted_) return;
  try {
    if (!process_) start();
    ask("uci", "uciok");
    if (dropped()) return;
  } catch (const Forfeit& forfeit) {
    if (!*setup_.stop) out_ = forfeit;
    throw;
  } catch (const Error& e) {
    out_ = Forfeit(EndReason::crash, e.what());
    throw *out_;
  }
  greeted_ = true;
}

std::string UciAgent::ask_name() {
  greet();
  if (process_) check_options();
  return name_;
}

void UciAgent::begin(const Game& game, std::uint64_t /*seed*/) {
  greet();
  if (!process_) return;
  check_options();
  for (const auto& [name, value] : setup_.options)
    say(fmt::format("setoption name {} value {}", name, value), in_ms(setup_.patience_ms));
  // A program without this option supports only one game, which is assumed to be the right one.
  if (options_.contains("Variant"))
    say("setoption name Variant value " + (game.def().spec.empty() ? game.def().name : game.def().spec),
        in_ms(setup_.patience_ms));
  say("ucinewgame", in_ms(setup_.patience_ms));
  try {
    ask("isready", "readyok");
  } catch (const Forfeit& forfeit) {
    if (forfeit.reason() == EndReason::time) out_ = forfeit;
    throw;
  }
  began_ = !dropped();
}

UciAgent::Order UciAgent::order(Player mover) const {
  Order order{"go", setup_.patience_ms};
  const auto& clock = clocks_[index(mover)];
  if (setup_.depth) order.text += fmt::format(" depth {}", *setup_.depth);
  if (setup_.nodes) order.text += fmt::format(" nodes {}", *setup_.nodes);
  if (setup_.time_ms || (!setup_.depth && !setup_.nodes && !clock)) {
    const std::int64_t time = setup_.time_ms.value_or(default_time_ms);
    order.text += fmt::format(" movetime {}", time);
    order.allowed_ms = time + setup_.margin_ms;
  } else if (clock) {
    // Only clocks that exist: an opponent without a clock has no time to report.
    if (clocks_[0]) order.text += fmt::format(" wtime {}", clocks_[0]->left_ms);
    if (clocks_[1]) order.text += fmt::format(" btime {}", clocks_[1]->left_ms);
    if (clocks_[0]) order.text += fmt::format(" winc {}", clocks_[0]->increment_ms);
    if (clocks_[1]) order.text += fmt::format(" binc {}", clocks_[1]->increment_ms);
    order.allowed_ms = clock->left_ms + setup_.margin_ms;
  }
  return order;
}

Move UciAgent::choose(const Game& game) {
  if (!process_ || !began_) begin(game, 0);
  if (*setup_.stop) return no_move;
  const auto [go, allowed] = order(game.position().mover);
  depth_.reset();
  process_->discard_output();
  say(position_command(game), in_ms(allowed));
  say(go, in_ms(allowed));
  const Words words = wait_for("bestmove", in_ms(allowed), fmt::format("did not move within {} ms", allowed));
  if (words.empty()) {
    dropped();
    return no_move;
  }

  const std::string text = words.size() > 1 ? words[1] : "";
  try {
    return read_move(game, text);
  } catch (const IllegalMove&) {
    forfeit(EndReason::illegal_move, explain_answer(game, text));
  }
}

}  // namespace sow
