#include "protocol/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <sstream>
#include <tuple>

#include "base/error.h"
#include "board/kernel.h"
#include "board/notation.h"
#include "board/perft_pieces.h"
#include "game/explain.h"
#include "game/play_moves.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/evaluation.h"
#include "search/level.h"

namespace sow {

struct UciSession::Command {
  std::string_view name;
  void (UciSession::*run)(const Words& words);
  bool alone = true;  // takes no further words
};

const std::vector<UciSession::Command> UciSession::commands = {
    {"uci", &UciSession::uci},
    {"isready", &UciSession::is_ready},
    {"ucinewgame", &UciSession::new_game},
    {"setoption", &UciSession::set_option, false},
    {"position", &UciSession::position, false},
    {"go", &UciSession::go, false},
    {"stop", &UciSession::stop},
    {"ponderhit", &UciSession::ponder_hit},
    {"perft", &UciSession::perft, false},
    {"eval", &UciSession::eval},
    {"d", &UciSession::draw},
};

namespace {

constexpr int deepest_perft = 200;
constexpr const char* nothing = "0000";  // the move of a game that is over

template <class Number>
Number number_of(const std::string& text, std::string_view what, Number least, Number most) {
  Number number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    throw Error(fmt::format("{} needs a number from {} to {}, not '{}'", what, least, most, shown(text)));
  return number;
}

// The words from `from` on, up to `until`.
std::string joined(const std::vector<std::string>& words, std::size_t from, std::string_view until = {}) {
  std::string text;
  for (std::size_t i = from; i < words.size() && (until.empty() || words[i] != until); ++i)
    text += (text.empty() ? "" : " ") + words[i];
  return text;
}

std::string run_together(const std::vector<std::string>& letters) {
  std::string text;
  for (const auto& letter : letters) text += letter;
  return text;
}

// The expected answer, if it is the opponent's turn to answer.
std::optional<std::string> reply(const Game& game, const Line& line) {
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
      first_(std::move(settings)),
      game_(find_game(first_.variant)),
      engine_(search_options(first_)),
      random_(std::random_device{}()) {}

UciSession::~UciSession() { finish(); }

void UciSession::say(const std::string& line) {
  const std::lock_guard lock(writing_);
  write_(line);
}

bool UciSession::obey(std::string_view line) {
  std::istringstream in{std::string(line)};
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.empty()) return true;
  if (words[0] == "quit") return false;
  try {
    const auto command = std::find_if(commands.begin(), commands.end(), [&](auto& c) { return c.name == words[0]; });
    if (command == commands.end()) throw Error(fmt::format("no command '{}'", shown(words[0])));
    if (command->alone && words.size() > 1) throw Error(fmt::format("{} stands alone", command->name));
    (this->*command->run)(words);
  } catch (const Error& e) {
    std::string text = e.what();
    std::replace(text.begin(), text.end(), '\n', ';');  // a rule file may have several faults
    say(fmt::format("info string error: {}", text));
  }
  return true;
}

void UciSession::refuse_long_line(std::size_t longest) {
  say(fmt::format("info string error: a line has at most {} bytes", longest));
}

void UciSession::finish() {
  stop({});
  if (worker_.joinable()) worker_.join();
}

void UciSession::uci(const Words&) {
  say("id name Sow");
  say("id author the Sow project");
  for (const auto& line : uci_option_lines(first_)) say(line);
  say("uciok");
}

void UciSession::is_ready(const Words&) { say("readyok"); }

void UciSession::require_idle() {
  const std::lock_guard lock(mutex_);
  if (busy_) throw Error("a search is running; stop it first");
}

void UciSession::new_game(const Words&) {
  require_idle();
  engine_.clear();
  engine_.prepare(game_);  // now, rather than when the clock runs
}

void UciSession::apply(const UciSettings& settings) {
  const bool other_game = settings.variant != settings_.variant;
  const GameDef def = other_game ? find_game(settings.variant) : game_.def();
  if (!settings.evaluation.empty())
    network_for(def, {.file = settings.evaluation}, {});  // throws Error if it is no good
  if (other_game) game_ = Game(def);
  const auto for_search = [](const UciSettings& s) {
    return std::tuple(s.threads, s.hash_mib, s.db_path, s.evaluation, s.level == strongest_level);
  };
  if (for_search(settings) != for_search(settings_)) engine_.set_options(search_options(settings));
  settings_ = settings;
}

// A weaker level that played the end perfectly would not be one.
SearchOptions UciSession::search_options(const UciSettings& settings) {
  SearchOptions options{.threads = settings.threads, .hash_bytes = mebibytes(settings.hash_mib)};
  options.evaluation.file = settings.evaluation;
  if (settings.level == strongest_level) options.database.folder = settings.db_path;
  options.database.warn = [this](const std::string& problem) {
    say(fmt::format("info string warning: {}; it is not used", shown(problem, 300)));
  };
  return options;
}

void UciSession::set_option(const Words& words) {
  require_idle();
  if (words.size() < 3 || words[1] != "name") throw Error("an option is set by: setoption name NAME value VALUE");
  const auto value = std::find(words.begin(), words.end(), "value");
  UciSettings settings = settings_;
  set_uci_option(settings, joined(words, 2, "value"), joined(words, value - words.begin() + 1));
  apply(settings);
}

void UciSession::position(const Words& words) {
  const std::string kind = words.size() > 1 ? words[1] : "";
  if (kind != "startpos" && kind != "fen") throw Error("a position is: position startpos|fen DIAGRAM [moves FfE…]");
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const GameDef& def = game_.def();
  if (kind == "startpos" && words.size() > 2 && moves != words.begin() + 2)
    throw Error(fmt::format("'{}' after startpos has no meaning", shown(words[2])));
  Game game = kind == "startpos" ? Game(def) : Game(def, parse_position(joined(words, 2, "moves"), def.rules));
  if (moves != words.end()) play_moves(game, joined(words, moves - words.begin() + 1));
  game_ = std::move(game);
}

UciSession::Go UciSession::parse_go(const Words& words) const {
  Go go;
  const bool south = game_.position().mover == Player::south;
  std::optional<std::int64_t> clocks[2], increments[2];
  int moves_to_go = 0;
  constexpr std::int64_t longest = 2'000'000'000;  // milliseconds
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "infinite" || word == "ponder") {
      (word == "ponder" ? go.ponder : go.infinite) = true;
      continue;
    }
    const auto number = [&]<class Number>(Number least, Number most) {
      return number_of<Number>(i + 1 < words.size() ? words[i + 1] : "", word, least, most);
    };
    if (word == "depth")
      go.limits.depth = std::min(number(1, 1'000'000), max_depth);
    else if (word == "movetime")
      go.limits.time_ms = number(std::int64_t{1}, longest);
    else if (word == "nodes")
      go.limits.nodes = number(std::uint64_t{1}, ~std::uint64_t{0});
    else if (word == "wtime" || word == "btime")  // below zero when the interface is late
      clocks[word == "btime"] = std::max<std::int64_t>(number(-longest, longest), 1);
    else if (word == "winc" || word == "binc")
      increments[word == "binc"] = number(std::int64_t{0}, longest);
    else if (word == "movestogo")
      moves_to_go = number(1, 10'000);
    else
      throw Error(fmt::format("go does not know '{}'", shown(word)));
    ++i;
  }
  const auto& clock = clocks[south ? 0 : 1];
  if (!clock && (clocks[0] || clocks[1]))
    throw Error(
        fmt::format("{} is to move, but {} is not given", south ? "South" : "North", south ? "wtime" : "btime"));
  if (clock) go.limits.clock = {*clock, increments[south ? 0 : 1].value_or(0), moves_to_go};
  go.limits.to_play = true;
  go.limits.lines = settings_.multi_pv;
  go.limits.stop = &halt_;
  return go;
}

void UciSession::go(const Words& words) {
  require_idle();
  const Go go = parse_go(words);
  start([this, game = game_, go] { search(game, go); }, go.ponder);
}

void UciSession::start(std::function<void()> work, bool pondering) {
  if (worker_.joinable()) worker_.join();  // nobody else is left to touch what follows
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
  if (!pondering_) throw Error("nothing is pondered on");
  pondering_ = false;
  halt_ = true;
  changed_.notify_all();
}

// A ponder search has no limits; when the expected move is played, the search begins anew with its limits, and finds all it
// has learnt in the table.
void UciSession::search(const Game& game, const Go& go) {
  Limits limits = go.limits;
  if (go.ponder || go.infinite) {
    limits.time_ms.reset();
    limits.clock.reset();
  }
  Analysis analysis = think(game, limits);
  std::unique_lock lock(mutex_);
  if (go.ponder) {
    changed_.wait(lock, [&] { return stopped_ || !pondering_; });
    if (!stopped_) {
      halt_ = false;
      lock.unlock();
      analysis = think(game, go.limits);
      lock.lock();
    }
  }
  if (go.infinite) changed_.wait(lock, [&] { return stopped_; });
  busy_ = pondering_ = false;
  lock.unlock();  // whoever reads the move may go on at once: the next search waits for this thread to end
  const Move best = analysis.best();
  if (best == no_move) return say(fmt::format("bestmove {}", nothing));
  const auto line = std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](auto& l) { return l.move == best; });
  const auto expected = reply(game, *line);
  say(fmt::format("bestmove {}{}", move_text(game.rules(), game.position(), best),
                  expected ? " ponder " + *expected : ""));
}

Analysis UciSession::think(const Game& game, const Limits& limits) {
  if (game.ending()) return {};
  if (settings_.level < strongest_level) {
    Analysis choice;
    choice.lines.push_back(
        {.move = choose_move(engine_, game, settings_.level, limits, random_), .margin = {}, .pv = {}});
    return choice;
  }
  Move told = no_move;
  const Analysis result = engine_.analyze(game, limits, [&](const Analysis& analysis) {
    tell(game, analysis);
    told = analysis.best();
  });
  if (result.best() != told) tell(game, result);  // found in a depth that was not completed
  return result;
}

void UciSession::tell(const Game& game, const Analysis& a) {
  int number = 0;
  for (const Line& line : a.lines) {
    if (++number > settings_.multi_pv || !line.searched) break;
    const char* bound = line.margin.kind() == MarginKind::lower   ? " lowerbound"
                        : line.margin.kind() == MarginKind::upper ? " upperbound"
                                                                  : "";
    say(fmt::format(
        "info depth {} seldepth {} multipv {} score cp {}{} nodes {} nps {} hashfull {} dbhits {} time {} pv {}",
        a.depth, a.seldepth, number, line.margin.value, bound, a.nodes,
        a.nodes * 1000 / std::max<std::int64_t>(a.time_ms, 1), engine_.hash_permille(), a.db_hits, a.time_ms,
        run_together(line_text(game, line.pv))));
  }
  if (a.complete) say("info string proven: nothing is left to find out");
}

void UciSession::perft(const Words& words) {
  require_idle();
  if (words.size() != 2) throw Error("perft needs a depth");
  const int depth = number_of(words[1], "perft", 0, deepest_perft);
  start([this, game = game_, depth] { count(game, depth); });
}

void UciSession::count(const Game& game, int depth) {
  const Position& root = game.position();
  const AnyKernel& kernel = game.kernel();
  std::optional<std::uint64_t> sum = depth == 0 ? 1 : 0;
  if (depth > 0 && !kernel.ending(root))
    for (MoveSet rest = kernel.moves(root); rest != 0 && sum; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      Position after = root;
      kernel.play(after, move);
      const auto below = perft_in_pieces(kernel, after, depth - 1, halt_, [](std::uint64_t, double) {});
      if (below) say(fmt::format("{} {}", move_text(game.rules(), root, move), *below));
      sum = below ? std::optional(*sum + *below) : std::nullopt;
    }
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
  }
  say(sum ? fmt::format("perft {} {}", depth, *sum) : "info string error: perft was stopped");
}

void UciSession::eval(const Words&) {
  const SearchOptions options = search_options(settings_);
  const Evaluation evaluation(game_.rules(), weights_for(game_.def()),
                              network_for(game_.def(), options.evaluation, options.database));
  const int value = with_width(game_.kernel(), [&](const auto& kernel) {
    return evaluation(kernel.pack(game_.position()), game_.position().seeds_in_pits());
  });
  say(fmt::format("eval cp {}", value));
}

void UciSession::draw(const Words&) {
  std::istringstream lines(picture(game_.rules(), game_.position()));
  for (std::string line; std::getline(lines, line);) say(line);
  say(fmt::format("{} {}", game_.def().name, diagram(game_.rules(), game_.position())));
  if (game_.ending()) say(explain_ending(game_));
}

}  // namespace sow
