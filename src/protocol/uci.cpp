#include "protocol/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <sstream>
#include <tuple>

#include "base/error.h"
#include "board/notation.h"
#include "board/perft_pieces.h"
#include "game/explain.h"
#include "game/play_moves.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/level.h"

namespace sow {

struct UciSession::Command {
  std::string_view name;
  void (UciSession::*run)(const Words& words);
  bool takes_arguments = false;
};

const std::vector<UciSession::Command> UciSession::commands = {
    {"uci", &UciSession::uci},
    {"isready", &UciSession::is_ready},
    {"ucinewgame", &UciSession::new_game},
    {"setoption", &UciSession::set_option, true},
    {"position", &UciSession::position, true},
    {"go", &UciSession::go, true},
    {"stop", &UciSession::stop},
    {"ponderhit", &UciSession::ponder_hit},
    {"perft", &UciSession::perft, true},
    {"eval", &UciSession::eval},
    {"d", &UciSession::draw},
};

namespace {

constexpr int max_perft_depth = 200;
constexpr const char* null_move = "0000";  // best move of a finished game

template <class Number>
Number parse_argument(const std::string& text, std::string_view name, Number min, Number max) {
  Number number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size() || number < min || number > max)
    throw Error(fmt::format("{} must be a number from {} to {}, not '{}'", name, min, max, shown(text)));
  return number;
}

// Joins the words from `from` up to, but not including, the word `until`.
std::string join(const std::vector<std::string>& words, std::size_t from, std::string_view until = {}) {
  std::string text;
  for (std::size_t i = from; i < words.size() && (until.empty() || words[i] != until); ++i)
    text += (text.empty() ? "" : " ") + words[i];
  return text;
}

std::string concatenate(const std::vector<std::string>& letters) {
  std::string text;
  for (const auto& letter : letters) text += letter;
  return text;
}

// The move to ponder on: the expected reply, unless the same player moves again.
std::optional<std::string> expected_reply(const Game& game, const Line& line) {
  const auto letters = line_text(game, line.pv);
  if (letters.size() < 2) return std::nullopt;
  Game after = game;
  after.play(line.move);
  return after.position().mover == game.position().mover ? std::nullopt : std::optional(letters[1]);
}

}  // namespace

UciSession::UciSession(UciSettings settings, Write write)
    : write_(std::move(write)),
      settings_(settings),
      initial_settings_(std::move(settings)),
      engine_(search_options(initial_settings_)),
      random_(std::random_device{}()) {
  engine_.set_game(initial_settings_.variant);
}

UciSession::~UciSession() { finish(); }

void UciSession::send(const std::string& line) {
  const std::lock_guard lock(write_mutex_);
  write_(line);
}

bool UciSession::handle_line(std::string_view line) {
  std::istringstream in{std::string(line)};
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.empty()) return true;
  if (words[0] == "quit") return false;
  try {
    const auto command = std::find_if(commands.begin(), commands.end(), [&](auto& c) { return c.name == words[0]; });
    if (command == commands.end()) throw Error(fmt::format("unknown command '{}'", shown(words[0])));
    if (!command->takes_arguments && words.size() > 1) throw Error(fmt::format("{} takes no arguments", command->name));
    (this->*command->run)(words);
  } catch (const Error& e) {
    std::string text = e.what();
    std::replace(text.begin(), text.end(), '\n', ';');  // errors in a rule file can span several lines
    send(fmt::format("info string error: {}", text));
  }
  return true;
}

void UciSession::reject_long_line(std::size_t max_bytes) {
  send(fmt::format("info string error: the line is longer than {} bytes", max_bytes));
}

void UciSession::finish() {
  stop({});
  if (worker_.joinable()) worker_.join();
}

void UciSession::uci(const Words&) {
  send("id name Sow");
  send("id author the Sow project");
  for (const auto& line : uci_option_lines(initial_settings_)) send(line);
  send("uciok");
}

void UciSession::is_ready(const Words&) { send("readyok"); }

void UciSession::require_idle() {
  const std::lock_guard lock(mutex_);
  if (busy_) throw Error("a search is running; stop it first");
}

void UciSession::new_game(const Words&) {
  require_idle();
  engine_.clear();
  engine_.prepare(game());  // open databases before the clock starts
}

void UciSession::apply(const UciSettings& settings) {
  const bool game_changed = settings.variant != settings_.variant;
  const GameDef def = game_changed ? find_game(settings.variant) : game().def();
  const auto engine_settings = [](const UciSettings& s) {
    return std::tuple(static_cast<const EngineSettings&>(s), s.level == strongest_level);
  };
  SearchOptions options = engine_.options();
  const bool engine_changed = engine_settings(settings) != engine_settings(settings_);
  if (engine_changed) options = search_options(settings);
  require_fit(options.evaluation, def);
  if (engine_changed) engine_.set_options(std::move(options));
  if (game_changed) engine_.set_game(Game(def));
  settings_ = settings;
}

// Weaker levels get no databases: perfect endgames would defeat their purpose.
SearchOptions UciSession::search_options(const UciSettings& settings) {
  SearchOptions options = settings.search_options();
  if (settings.level < strongest_level) options.database.folder.clear();
  options.database.warn = [this](const std::string& problem) {
    send(fmt::format("info string warning: {}; the database is not used", shown(problem, 300)));
  };
  return options;
}

void UciSession::set_option(const Words& words) {
  require_idle();
  if (words.size() < 3 || words[1] != "name") throw Error("usage: setoption name NAME value VALUE");
  const auto value = std::find(words.begin(), words.end(), "value");
  UciSettings settings = settings_;
  set_uci_option(settings, join(words, 2, "value"), join(words, value - words.begin() + 1));
  apply(settings);
}

void UciSession::position(const Words& words) {
  const std::string kind = words.size() > 1 ? words[1] : "";
  if (kind != "startpos" && kind != "fen") throw Error("usage: position startpos|fen DIAGRAM [moves FfE…]");
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const GameDef& def = game().def();
  if (kind == "startpos" && words.size() > 2 && moves != words.begin() + 2)
    throw Error(fmt::format("unexpected '{}' after startpos", shown(words[2])));
  Game next =
      game().from(kind == "startpos" ? start_position(def.rules) : parse_position(join(words, 2, "moves"), def.rules));
  if (moves != words.end()) play_moves(next, join(words, moves - words.begin() + 1));
  engine_.set_game(std::move(next));
}

UciSession::Go UciSession::parse_go(const Words& words) const {
  Go go;
  const bool south = game().position().mover == Player::south;
  std::optional<std::int64_t> clocks[2], increments[2];
  int moves_to_go = 0;
  constexpr std::int64_t max_ms = 2'000'000'000;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "infinite" || word == "ponder") {
      (word == "ponder" ? go.ponder : go.infinite) = true;
      continue;
    }
    const auto number = [&]<class Number>(Number min, Number max) {
      return parse_argument<Number>(i + 1 < words.size() ? words[i + 1] : "", word, min, max);
    };
    if (word == "depth")
      go.limits.depth = std::min(number(1, 1'000'000), max_depth);
    else if (word == "movetime")
      go.limits.time_ms = number(std::int64_t{1}, max_ms);
    else if (word == "nodes")
      go.limits.nodes = number(std::uint64_t{1}, ~std::uint64_t{0});
    else if (word == "wtime" || word == "btime")  // negative if the interface is late
      clocks[word == "btime"] = std::max<std::int64_t>(number(-max_ms, max_ms), 1);
    else if (word == "winc" || word == "binc")
      increments[word == "binc"] = number(std::int64_t{0}, max_ms);
    else if (word == "movestogo")
      moves_to_go = number(1, 10'000);
    else
      throw Error(fmt::format("unknown limit '{}'", shown(word)));
    ++i;
  }
  const auto& clock = clocks[south ? 0 : 1];
  if (!clock && (clocks[0] || clocks[1]))
    throw Error(fmt::format("{} is to move, but {} is missing", south ? "South" : "North", south ? "wtime" : "btime"));
  if (clock) go.limits.clock = {*clock, increments[south ? 0 : 1].value_or(0), moves_to_go};
  go.limits.to_play = true;
  go.limits.lines = settings_.multi_pv;
  go.limits.stop = &halt_;
  return go;
}

void UciSession::go(const Words& words) {
  require_idle();
  const Go go = parse_go(words);
  start([this, game = game(), go] { search(game, go); }, go.ponder);
}

void UciSession::start(std::function<void()> work, bool pondering) {
  if (worker_.joinable()) worker_.join();  // so no other thread accesses the state below
  busy_ = true;
  pondering_ = pondering;
  stopped_ = halt_ = false;
  worker_ = std::thread(std::move(work));
}

void UciSession::stop(const Words&) {
  const std::lock_guard lock(mutex_);
  stopped_ = halt_ = true;
  changed_.notify_all();
}

void UciSession::ponder_hit(const Words&) {
  const std::lock_guard lock(mutex_);
  if (!pondering_) throw Error("not pondering");
  pondering_ = false;
  halt_ = true;
  changed_.notify_all();
}

// A ponder search has no limits. After `ponderhit` the search restarts with its limits and a warm transposition table.
void UciSession::search(const Game& game, const Go& go) {
  Limits limits = go.limits;
  if (go.ponder || go.infinite) {
    limits.time_ms.reset();
    limits.clock.reset();
  }
  Analysis analysis = analyze(game, limits);
  std::unique_lock lock(mutex_);
  if (go.ponder) {
    changed_.wait(lock, [&] { return stopped_ || !pondering_; });
    if (!stopped_) {
      halt_ = false;
      lock.unlock();
      analysis = analyze(game, go.limits);
      lock.lock();
    }
  }
  if (go.infinite) changed_.wait(lock, [&] { return stopped_; });
  busy_ = pondering_ = false;
  lock.unlock();  // before sending the move, so that the interface may send `go` at once
  const Move best = analysis.best();
  if (best == no_move) return send(fmt::format("bestmove {}", null_move));
  const auto line = std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](auto& l) { return l.move == best; });
  const auto expected = expected_reply(game, *line);
  send(fmt::format("bestmove {}{}", move_text(game.rules(), game.position(), best),
                   expected ? " ponder " + *expected : ""));
}

Analysis UciSession::analyze(const Game& game, const Limits& limits) {
  if (game.ending()) return {};
  if (settings_.level < strongest_level) {
    Analysis choice;
    choice.lines.push_back({.move = engine_.choose(game, settings_.level, limits, random_), .margin = {}, .pv = {}});
    return choice;
  }
  Move last_sent = no_move;
  const Analysis result = engine_.analyze(game, limits, [&](const Analysis& analysis) {
    send_info(game, analysis);
    last_sent = analysis.best();
  });
  if (result.best() != last_sent) send_info(game, result);  // found in an incomplete iteration
  return result;
}

void UciSession::send_info(const Game& game, const Analysis& a) {
  int number = 0;
  for (const Line& line : a.lines) {
    if (++number > settings_.multi_pv || !line.searched) break;
    const char* bound = line.margin.kind() == MarginKind::lower   ? " lowerbound"
                        : line.margin.kind() == MarginKind::upper ? " upperbound"
                                                                  : "";
    send(fmt::format(
        "info depth {} seldepth {} multipv {} score cp {}{} nodes {} nps {} hashfull {} dbhits {} time {} pv {}",
        a.depth, a.seldepth, number, line.margin.value, bound, a.nodes,
        a.nodes * 1000 / std::max<std::int64_t>(a.time_ms, 1), engine_.hash_permille(), a.db_hits, a.time_ms,
        concatenate(line_text(game, line.pv))));
  }
  if (a.complete) send("info string proven: the position is solved");
}

void UciSession::perft(const Words& words) {
  require_idle();
  if (words.size() != 2) throw Error("usage: perft DEPTH");
  const int depth = parse_argument(words[1], "perft", 0, max_perft_depth);
  start([this, game = game(), depth] { run_perft(game, depth); });
}

void UciSession::run_perft(const Game& game, int depth) {
  const Position& root = game.position();
  const AnyKernel& kernel = game.kernel();
  std::optional<std::uint64_t> sum = depth == 0 ? 1 : 0;
  if (depth > 0 && !kernel.ending(root))
    for (MoveSet rest = kernel.moves(root); rest != 0 && sum; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      Position after = root;
      kernel.play(after, move);
      const auto below = perft_in_pieces(kernel, after, depth - 1, halt_, [](std::uint64_t, double) {});
      if (below) send(fmt::format("{} {}", move_text(game.rules(), root, move), *below));
      sum = below ? std::optional(*sum + *below) : std::nullopt;
    }
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
  }
  send(sum ? fmt::format("perft {} {}", depth, *sum) : "info string error: perft was stopped");
}

void UciSession::eval(const Words&) { send(fmt::format("eval cp {}", engine_.evaluate(game()))); }

void UciSession::draw(const Words&) {
  std::istringstream lines(picture(game().rules(), game().position()));
  for (std::string line; std::getline(lines, line);) send(line);
  send(fmt::format("{} {}", game().def().name, diagram(game().rules(), game().position())));
  if (game().ending()) send(explain_ending(game()));
}

}  // namespace sow
