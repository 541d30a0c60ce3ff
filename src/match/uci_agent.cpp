#include "match/uci_agent.h"

#include <fmt/format.h>

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

void UciAgent::forfeit(Fault fault, const std::string& reason) {
  process_.reset();
  throw Forfeit(fault, reason);
}

void UciAgent::say(const std::string& line, Process::Time deadline) {
  note('>', line);
  if (process_->send(line + "\n", deadline)) return;
  const std::string reason = process_->obituary();
  forfeit(Fault::crash, reason);
}

void UciAgent::listen(const Words& words) {
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

UciAgent::Words UciAgent::wait_for(const std::string& word, Process::Time deadline, const char* complaint) {
  std::string line;
  for (;;) {
    switch (process_->read_line(line, deadline, *setup_.stop)) {
      case Process::Heard::line: break;
      case Process::Heard::stopped: return {};
      case Process::Heard::nothing: forfeit(Fault::time, complaint);
      case Process::Heard::too_much: forfeit(Fault::crash, "printed without end");
      case Process::Heard::closed: forfeit(Fault::crash, process_->obituary());
    }
    note('<', line);
    std::istringstream in(line);
    Words words;
    for (std::string w; in >> w;) words.push_back(w);
    if (!words.empty() && words[0] == word) return words;
    listen(words);
  }
}

void UciAgent::ask(const std::string& question, const std::string& answer) {
  const auto deadline = in_ms(setup_.patience_ms);
  process_->forget_output();
  say(question, deadline);
  wait_for(answer, deadline, fmt::format("did not answer {} with {}", question, answer).c_str());
}

void UciAgent::greet() {
  if (out_) throw *out_;
  if (process_ && greeted_) return;
  try {
    if (!process_) start();
    ask("uci", "uciok");
  } catch (const Forfeit& forfeit) {
    if (!*setup_.stop) out_ = forfeit;
    throw;
  } catch (const Error& e) {
    out_ = Forfeit(Fault::crash, e.what());
    throw *out_;
  }
  greeted_ = true;
}

std::string UciAgent::ask_name() {
  greet();
  return name_;
}

void UciAgent::begin(const Game& game, std::uint64_t /*seed*/) {
  greet();
  // One that has no such option is written for one game, and is trusted to be in the right match.
  if (options_.contains("Variant"))
    say("setoption name Variant value " + (game.def().spec.empty() ? game.def().name : game.def().spec),
        in_ms(setup_.patience_ms));
  say("ucinewgame", in_ms(setup_.patience_ms));
  try {
    ask("isready", "readyok");
  } catch (const Forfeit& forfeit) {
    if (forfeit.fault() == Fault::time) out_ = forfeit;
    throw;
  }
  began_ = true;
}

UciAgent::Order UciAgent::order(Player mover) const {
  Order order{"go", setup_.patience_ms};
  const auto& clock = clocks_[index(mover)];
  if (setup_.depth) order.text += fmt::format(" depth {}", *setup_.depth);
  if (setup_.nodes) order.text += fmt::format(" nodes {}", *setup_.nodes);
  if (setup_.time_ms || (!setup_.depth && !setup_.nodes && !clock)) {
    const std::int64_t time = setup_.time_ms.value_or(usual_time_ms);
    order.text += fmt::format(" movetime {}", time);
    order.allowed_ms = time + setup_.margin_ms;
  } else if (clock) {
    // An opponent without a clock has as much, as far as the program is told.
    const auto south = clocks_[0].value_or(*clock), north = clocks_[1].value_or(*clock);
    order.text += fmt::format(" wtime {} btime {} winc {} binc {}", south.left_ms, north.left_ms, south.increment_ms,
                              north.increment_ms);
    order.allowed_ms = clock->left_ms + setup_.margin_ms;
  }
  return order;
}

Move UciAgent::choose(const Game& game) {
  if (!process_ || !began_) begin(game, 0);
  if (*setup_.stop) return no_move;
  const auto [go, allowed] = order(game.position().mover);
  depth_.reset();
  process_->forget_output();
  say(position_command(game), in_ms(allowed));
  say(go, in_ms(allowed));
  const Words words = wait_for("bestmove", in_ms(allowed), fmt::format("did not move within {} ms", allowed).c_str());
  if (words.empty()) return no_move;  // stopped

  const std::string text = words.size() > 1 ? words[1] : "";
  try {
    return read_move(game, text);
  } catch (const IllegalMove&) {
    forfeit(Fault::illegal_move, explain_answer(game, text));
  }
}

}  // namespace sow
