#include "protocol/kgp_bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr std::size_t most_requests = 64;   // at once
constexpr std::int64_t transport_ms = 100;  // what an answer may spend on its way

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Words at white space; a string in quotes is one, without its quotes and with its escapes resolved.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t') {
      ++i;
      continue;
    }
    std::string word;
    const bool quoted = line[i] == '"';
    for (i += quoted; i < line.size() && (quoted ? line[i] != '"' : line[i] != ' ' && line[i] != '\t'); ++i) {
      if (quoted && line[i] == '\\' && i + 1 < line.size()) ++i;
      word += line[i];
    }
    if (quoted && i++ == line.size()) throw Error("a string is not closed");
    words.push_back(std::move(word));
  }
  return words;
}

// Fit to be one argument: nothing in it ends the string or the line.
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + '"';
}

}  // namespace

KgpBot::KgpBot(BotSetup setup, Identity identity)
    : setup_(std::move(setup)), identity_(std::move(identity)), engine_(setup_.search), worker_([this] { work(); }) {}

KgpBot::~KgpBot() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    for (auto& request : requests_) request->stop = true;
  }
  changed_.notify_all();
  worker_.join();
}

KgpBot::Command KgpBot::parse(std::string_view line) {
  Command command;
  auto words = words_of(line);
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
  if (words.empty()) throw Error("there is no command");
  command.name = words[0];
  command.arguments.assign(words.begin() + 1, words.end());
  return command;
}

void KgpBot::leave(const std::string& reason) {
  setup_.answer("error " + in_quotes(reason));
  setup_.answer("goodbye");
  took_leave_ = true;
  throw Error(reason);
}

void KgpBot::greet(const Command& command) {
  if (greeted_) throw Error("the server has introduced itself already");
  const auto& version = command.arguments;
  if (version.size() != 3 || !std::all_of(version.begin(), version.end(), all_digits))
    throw Error("kgp is followed by three numbers");
  if (version[0] != "1") leave(fmt::format("version {} of the protocol is not known here", shown(version[0], 10)));
  greeted_ = true;
  setup_.answer("set info:name " + in_quotes(identity_.name));
  if (!identity_.token.empty()) setup_.answer("set auth:token " + in_quotes(identity_.token));
  setup_.answer("mode freeplay");
}

Game KgpBot::parse_board(std::string_view text) {
  if (text.size() < 2 || text.front() != '<' || text.back() != '>') throw Error("a board stands in < and >");
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
  if (game.ending()) throw Error("no move can be played on this board");
  return game;
}

// The server's clock, as far as the limits that were given do not end a search before.
Limits KgpBot::limits() const {
  Limits limits = setup_.limits;
  if (!clock_ms_ || time_mode_ == "none") return limits;
  const std::int64_t left = std::max<std::int64_t>(1, *clock_ms_ - transport_ms);
  const std::int64_t time = time_mode_ == "relative" ? left : time_for_move({.left_ms = left});
  limits.time_ms = limits.time_ms ? std::min(*limits.time_ms, time) : time;
  return limits;
}

void KgpBot::say_move(const Request& request, Move move) {
  setup_.answer(
      fmt::format("{}{}move {}", request.id.empty() ? "" : "@" + request.id, request.id.empty() ? "" : " ", move + 1));
}

// There is an answer at once, whatever becomes of the search.
void KgpBot::state(const Command& command) {
  if (!greeted_) throw Error("the server has not introduced itself");
  if (command.arguments.size() != 1) throw Error("state is followed by a board");
  const std::lock_guard lock(mutex_);
  if (requests_.size() >= most_requests) throw Error(fmt::format("{} boards at once are too many", most_requests));
  auto request = std::make_shared<Request>(command.id, parse_board(command.arguments[0]), limits());
  request->limits.stop = &request->stop;
  say_move(*request, std::countr_zero(request->game.moves()));
  requests_.push_back(std::move(request));
  changed_.notify_all();
}

void KgpBot::stop(const Command& command) {
  const std::lock_guard lock(mutex_);
  const auto meant = [&](const auto& request) { return command.ref.empty() || request->id == command.ref; };
  if (requests_.empty()) return;
  if (meant(requests_.front())) requests_.front()->stop = true;
  requests_.erase(std::remove_if(requests_.begin() + 1, requests_.end(), meant), requests_.end());
}

void KgpBot::set(const Command& command) {
  if (command.arguments.size() != 2) throw Error("set is followed by an option and its value");
  const std::string &option = command.arguments[0], &value = command.arguments[1];
  if (option == "time:mode") {
    if (value != "none" && value != "absolute" && value != "relative")
      throw Error(fmt::format("'{}' is not a mode of time", shown(value)));
    time_mode_ = value;
  } else if (option == "time:clock") {
    const auto seconds = parse_number(value, 0, options::longest_ms / 1000);
    if (!seconds) throw Error(fmt::format("'{}' is not a number of seconds", shown(value)));
    clock_ms_ = *seconds * 1000;
  }
}

void KgpBot::pong(const Command& command) {
  setup_.answer(command.id.empty() ? "pong" : fmt::format("@{} pong", command.id));
}

bool KgpBot::obey(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return true;
  try {
    const Command command = parse(line);
    if (command.name == "goodbye") {
      took_leave_ = true;
      return false;
    }
    if (command.name == "kgp") greet(command);
    if (command.name == "state") state(command);
    if (command.name == "stop") stop(command);
    if (command.name == "set") set(command);
    if (command.name == "ping") pong(command);
    if (command.name == "error")
      throw Error(command.arguments.empty() ? "the server sees an error" : shown(command.arguments[0], 200));
  } catch (const Error& e) {
    setup_.complain(fmt::format("'{}': {}", shown(line, 80), e.what()));
  }
  return !took_leave_;
}

void KgpBot::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return over_ || !requests_.empty(); });
    if (over_) return;
    const auto request = requests_.front();
    lock.unlock();
    if (!request->stop) search(*request);
    lock.lock();
    requests_.pop_front();
  }
}

void KgpBot::search(Request& request) {
  Move said = std::countr_zero(request.game.moves());
  const auto tell = [&](const Analysis& analysis) {
    const Move best = analysis.best();
    if (best == said || request.stop) return;
    say_move(request, best);
    said = best;
  };
  SearchOptions options = setup_.search;
  options.evaluation = where_it_fits(options.evaluation, request.game.def());
  if (options.evaluation != engine_.options().evaluation) engine_.set_options(std::move(options));
  tell(engine_.analyze(request.game, request.limits, tell));
  if (!request.stop) setup_.answer(request.id.empty() ? "yield" : fmt::format("@{} yield", request.id));
}

}  // namespace sow
