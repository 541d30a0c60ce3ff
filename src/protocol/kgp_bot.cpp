#include "protocol/kgp_bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t max_requests = 64;  // boards at once
constexpr std::int64_t network_ms = 100;  // allowance for network latency
constexpr auto first_move_delay = 5ms;    // time for the server to register the id of a board
constexpr auto min_yield_delay = 20ms;    // from `state` to `yield`
constexpr int max_resent = 5;             // per board
constexpr std::string_view unregistered = "No state associated with id";

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Splits at whitespace. A quoted string is one word, without quotes and escapes.
std::vector<std::string> parse_words(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t') {
      ++i;
      continue;
    }
    std::string word;
    const bool in_quotes = line[i] == '"';
    for (i += in_quotes; i < line.size() && (in_quotes ? line[i] != '"' : line[i] != ' ' && line[i] != '\t'); ++i) {
      if (in_quotes && line[i] == '\\' && i + 1 < line.size()) ++i;
      word += line[i];
    }
    if (in_quotes && i++ == line.size()) throw Error("missing closing quote");
    words.push_back(std::move(word));
  }
  return words;
}

// Escapes everything that would end the string or the line.
std::string quote(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + '"';
}

}  // namespace

KgpBot::KgpBot(BotSetup setup, Identity identity)
    : setup_(std::move(setup)),
      identity_(std::move(identity)),
      engine_(setup_.search),
      games_(setup_.report),
      worker_([this] { work(); }) {}

KgpBot::~KgpBot() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (auto& request : requests_) request->stop = true;
  }
  changed_.notify_all();
  worker_.join();
  games_.finish();
}

KgpBot::Command KgpBot::parse(std::string_view line) {
  Command command;
  auto words = parse_words(line);
  if (!words.empty()) {
    const auto at = words[0].find('@');
    const std::string id = words[0].substr(0, at), ref = at == std::string::npos ? "" : words[0].substr(at + 1);
    const bool numbered = (at == std::string::npos || all_digits(ref)) && (id.empty() ? !ref.empty() : all_digits(id));
    if (numbered) {
      command.id = id;
      command.ref = ref;
      words.erase(words.begin());
    }
  }
  if (words.empty()) throw Error("missing command");
  command.name = words[0];
  command.arguments.assign(words.begin() + 1, words.end());
  return command;
}

void KgpBot::leave(const std::string& reason) {
  setup_.send("error " + quote(reason));
  setup_.send("goodbye");
  said_goodbye_ = true;
  throw Error(reason);
}

void KgpBot::greet(const Command& command) {
  if (greeted_) throw Error("kgp was already received");
  const auto& version = command.arguments;
  if (version.size() != 3 || !std::all_of(version.begin(), version.end(), all_digits))
    throw Error("kgp must be followed by three numbers");
  if (version[0] != "1") leave(fmt::format("unsupported protocol version {}", shown(version[0], 10)));
  greeted_ = true;
  setup_.send("set info:name " + quote(identity_.name));
  if (!identity_.token.empty()) setup_.send("set auth:token " + quote(identity_.token));
  setup_.send("mode freeplay");
}

Game KgpBot::parse_board(std::string_view text) {
  if (text.size() < 2 || text.front() != '<' || text.back() != '>') throw Error("a board must be enclosed in < and >");
  const auto fields = split_at(text.substr(1, text.size() - 2), ',');
  const auto size = parse_number(fields[0], 1, max_pits);
  if (!size) throw Error(fmt::format("'{}' is not a number of pits from 1 to {}", shown(fields[0]), max_pits));
  const auto pits = static_cast<int>(*size);
  const auto counts =
      parse_counts({fields.begin() + 1, fields.end()}, 2 * static_cast<std::size_t>(pits) + 2, max_seeds);
  if (!def_ || def_->rules.pits != pits) def_ = find_game(fmt::format("kalah:pits={},seeds=1", pits));
  const auto south = counts.begin() + 2, north = south + pits;
  const Position position = make_position(def_->rules, std::vector(south, north), std::vector(north, counts.end()),
                                          {counts[0], counts[1]}, Player::south);
  Game game(*def_, position);
  if (game.ending()) throw Error("the board has no legal move");
  return game;
}

// The configured limits, shortened if the server's clock requires it.
Limits KgpBot::limits() const {
  Limits limits = setup_.limits;
  if (!clock_ms_ || time_mode_ == "none") return limits;
  const std::int64_t left = std::max<std::int64_t>(1, *clock_ms_ - network_ms);
  const std::int64_t time = time_mode_ == "relative" ? left : time_for_move({.left_ms = left});
  limits.time_ms = limits.time_ms ? std::min(*limits.time_ms, time) : time;
  return limits;
}

void KgpBot::send_move(Request& request, Move move) {
  request.last_move = move;
  const std::string reference = request.id.empty() ? "" : fmt::format("@{} ", request.id);
  setup_.send(fmt::format("{}move {}", reference, move + 1));
}

void KgpBot::send_yield(Request& request) {
  request.yielded = true;
  setup_.send(request.id.empty() ? "yield" : fmt::format("@{} yield", request.id));
}

// Sends the first legal move before the search, so that every board has a move whatever happens to the search.
void KgpBot::state(const Command& command) {
  if (!greeted_) throw Error("state before kgp");
  if (command.arguments.size() != 1) throw Error("state must be followed by a board");
  Game board = parse_board(command.arguments[0]);
  std::shared_ptr<Request> request;
  {
    const std::lock_guard lock(mutex_);
    if (requests_.size() >= max_requests) throw Error(fmt::format("more than {} boards at once", max_requests));
    const std::string key = games_.add_board(board);
    request = std::make_shared<Request>(command.id, std::move(board), key, limits());
  }
  request->limits.stop = &request->stop;
  std::this_thread::sleep_for(first_move_delay);
  const std::lock_guard lock(mutex_);
  send_move(*request, std::countr_zero(request->game.moves()));
  requests_.push_back(std::move(request));
  changed_.notify_all();
}

void KgpBot::stop(const Command& command) {
  const std::lock_guard lock(mutex_);
  const auto is_meant = [&](const auto& request) { return command.ref.empty() || request->id == command.ref; };
  std::erase_if(yielded_, is_meant);
  if (requests_.empty()) return;
  if (is_meant(requests_.front())) requests_.front()->stop = true;
  requests_.erase(std::remove_if(requests_.begin() + 1, requests_.end(), is_meant), requests_.end());
  changed_.notify_all();
}

void KgpBot::set(const Command& command) {
  if (command.arguments.size() != 2) throw Error("set must be followed by an option and a value");
  const std::string &option = command.arguments[0], &value = command.arguments[1];
  if (option == "time:mode") {
    if (value != "none" && value != "absolute" && value != "relative")
      throw Error(fmt::format("unknown time mode '{}'", shown(value)));
    time_mode_ = value;
  } else if (option == "time:clock") {
    const auto seconds = parse_number(value, 0, options::max_time_ms / 1000);
    if (!seconds) throw Error(fmt::format("'{}' is not a number of seconds", shown(value)));
    clock_ms_ = *seconds * 1000;
  } else if (option == "game:id" || option == "game:opponent") {
    const std::lock_guard lock(mutex_);
    option == "game:id" ? games_.set_id(value) : games_.set_opponent(value);
  }
}

void KgpBot::pong(const Command& command) {
  setup_.send(command.id.empty() ? "pong" : fmt::format("@{} pong", command.id));
}

void KgpBot::error(const Command& command) {
  const std::string message = command.arguments.empty() ? "the server reported an error" : command.arguments[0];
  if (message.find(unregistered) != std::string::npos) return resend();
  throw Error(shown(message, 200));
}

// The error does not name the board, and a repeated move does no harm: send the moves of all open boards again.
void KgpBot::resend() {
  std::this_thread::sleep_for(first_move_delay);
  const std::lock_guard lock(mutex_);
  for (const auto* list : {&requests_, &yielded_})
    for (const auto& request : *list) {
      if (++request->resent > max_resent) continue;
      send_move(*request, request->last_move);
      if (request->yielded) send_yield(*request);
    }
}

bool KgpBot::handle_line(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return true;
  try {
    const Command command = parse(line);
    if (command.name == "goodbye") {
      said_goodbye_ = true;
      return false;
    }
    if (command.name == "kgp") greet(command);
    if (command.name == "state") state(command);
    if (command.name == "stop") stop(command);
    if (command.name == "set") set(command);
    if (command.name == "ping") pong(command);
    if (command.name == "error") error(command);
  } catch (const Error& e) {
    setup_.warn(fmt::format("'{}': {}", shown(line, 80), e.what()));
  }
  return !said_goodbye_;
}

void KgpBot::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closing_ || !requests_.empty(); });
    if (closing_) return;
    const auto request = requests_.front();
    lock.unlock();
    if (!request->stop) search(*request);
    lock.lock();
    const auto interrupted = [&] { return closing_ || request->stop; };
    changed_.wait_until(lock, request->received + min_yield_delay, interrupted);
    if (!closing_) games_.add_move(request->game_key, request->game, request->last_move);
    if (!interrupted()) {
      send_move(*request, request->last_move);
      send_yield(*request);
      yielded_.push_back(request);
      if (yielded_.size() > max_requests) yielded_.pop_front();
    }
    requests_.pop_front();
  }
}

void KgpBot::search(Request& request) {
  const auto send_best = [&](const Analysis& analysis) {
    const std::lock_guard lock(mutex_);
    if (analysis.best() != request.last_move && !request.stop) send_move(request, analysis.best());
  };
  send_best(engine_.analyze(request.game, request.limits, send_best));
}

}  // namespace sow
