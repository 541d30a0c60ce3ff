#include "match/match.h"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

#include "board/notation.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char *round_tag = "Round", *conditions_tag = "Match";
constexpr std::array spec_tags = {"SouthPlayer", "NorthPlayer"};

// Hash of the starting position and all moves.
std::size_t move_hash(const Record& record) {
  std::string text = diagram(record.def.rules, record.start);
  for (const Element& element : record.line)
    if (element.kind == Element::Kind::move) text += static_cast<char>('0' + element.move);
  return std::hash<std::string>{}(text);
}

// A separate random seed for each number (splitmix64).
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Calls the function without holding the lock.
template <class Function>
auto unlocked(std::unique_lock<std::mutex>& lock, Function&& function) {
  struct Relock {
    std::unique_lock<std::mutex>& lock;
    ~Relock() { lock.lock(); }
  };
  lock.unlock();
  const Relock relock{lock};
  return function();
}

}  // namespace

// Plays games on one thread, with its own instances of all players.
class Match::Worker {
 public:
  Worker(Match& match, const std::atomic<bool>& halt) : match_(match), halt_(halt) {
    for (const Contestant& player : match.setup_.players) agents_.push_back(player.make(halt));
    if (match.setup_.adjudicate) judge_.emplace(*match.setup_.adjudicate);
  }

  // Empty if halted before the end of the game.
  std::optional<MatchGame> play(int pair, int number) {
    MatchGame played{
        .pair = pair, .game = number, .players = match_.players_of(pair, number), .record = {}, .result = {}};
    Game game = match_.opening_of(pair);
    std::string reason;
    std::optional<std::array<int, 2>> verdict;
    Player to_act = Player::south;  // the player who loses if a Forfeit is thrown
    try {
      begin(played, game, to_act);
      while (!game.ending() && !verdict && static_cast<int>(game.plies().size()) < match_.setup_.max_plies) {
        to_act = game.position().mover;
        const Move move = choose(played, game);
        if (halt_ || move == no_move) return std::nullopt;
        [[maybe_unused]] const Legality legality = game.play(move);
        assert(legality == Legality::ok);
        if (judge_ && !game.ending()) verdict = judge_->verdict(game);
      }
    } catch (const Forfeit& forfeit) {
      if (halt_) return std::nullopt;
      played.result.forfeit = forfeit.reason();
      reason = fmt::format("{} {}", player_name(to_act), forfeit.what());
      game.forfeit(to_act, forfeit.reason());
    }
    played.record = make_record(game);
    if (!game.ending()) {
      played.result.adjudicated = true;
      reason = verdict ? fmt::format("adjudicated: {}-{} is proven", (*verdict)[0], (*verdict)[1])
                       : fmt::format("scored after {} plies", game.plies().size());
      if (!verdict) verdict = final_count(game.rules(), game.position(), EndReason::repetition).seeds;
      played.record.result = verdict;
    }
    played.result.seeds = *played.record.result;
    if (!reason.empty()) played.record.line.push_back({.kind = Element::Kind::comment, .comment = reason});
    add_match_tags(played);
    return played;
  }

 private:
  Agent& agent(const MatchGame& game, Player side) { return *agents_[game.players[index(side)]]; }

  void begin(const MatchGame& played, const Game& game, Player& to_act) {
    for (const Player side : {Player::south, Player::north}) {
      to_act = side;
      const auto seed_number =
          4 * static_cast<std::uint64_t>(played.pair) + 2 * static_cast<std::uint64_t>(played.game) + index(side);
      agent(played, side).begin(game, seed_of(match_.setup_.seed, seed_number));
      const auto& control = match_.setup_.players[played.players[index(side)]].clock;
      clocks_[index(side)] = control ? std::optional(control->clock()) : std::nullopt;
    }
  }

  Move choose(MatchGame& played, const Game& game) {
    const Player mover = game.position().mover;
    Agent& player = agent(played, mover);
    if (clocks_[0] || clocks_[1]) player.set_clocks(clocks_);
    const auto begin = Clock::now();
    const Move move = player.choose(game);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    Effort& effort = played.result.effort[index(mover)];
    effort.ms += ms;
    ++effort.moves;
    if (const auto depth = player.depth()) {
      ++effort.known_depths;
      effort.plies += *depth;
    }
    if (auto& clock = clocks_[index(mover)]) press(*clock, static_cast<std::int64_t>(ms));
    return move;
  }

  // Updates the clock after a move.
  void press(Limits::Clock& clock, std::int64_t ms) const {
    clock.left_ms -= ms;
    if (clock.left_ms < -match_.setup_.margin_ms)
      throw Forfeit(EndReason::time, fmt::format("lost on time, {} ms after its clock ran out", -clock.left_ms));
    clock.left_ms = std::max<std::int64_t>(clock.left_ms, 0) + clock.increment_ms;
  }

  void add_match_tags(MatchGame& game) const {
    auto& tags = game.record.tags;
    tags[round_tag] = fmt::format("{}.{}", game.pair + 1, game.game + 1);
    for (std::size_t side = 0; side < 2; ++side) {
      const Contestant& player = match_.setup_.players[game.players[side]];
      tags[side == 0 ? "South" : "North"] = player.name;
      if (!player.spec.empty()) tags[spec_tags[side]] = player.spec;
    }
    if (!match_.setup_.conditions.empty()) tags[conditions_tag] = match_.setup_.conditions;
    add_tags(game.record, game.result);
  }

  Match& match_;
  const std::atomic<bool>& halt_;
  std::vector<std::unique_ptr<Agent>> agents_;
  std::optional<Judge> judge_;
  Clocks clocks_;  // clocks of the current game
};

Match::Match(MatchSetup setup, Openings& openings)
    : setup_(std::move(setup)), openings_(openings), standings_(setup_.players.size(), setup_.gauntlet) {
  assert(setup_.players.size() >= 2 && setup_.stop != nullptr && (!setup_.sprt || setup_.players.size() == 2));
  results_.resize(pairs());
}

std::array<std::size_t, 2> Match::players_of(int pair, int game) const {
  const auto& pairing = standings_.pairings[pairing_of(pair)];
  return game == 0 ? std::array{pairing.first, pairing.second} : std::array{pairing.second, pairing.first};
}

Variety Match::variety_of(int pair) const {
  const auto [first, second] = players_of(pair, 0);
  return std::max(setup_.players[first].variety, setup_.players[second].variety);
}

void Match::resume(const Record& record) {
  const auto tag = [&](const char* name) {
    const auto found = record.tags.find(name);
    return found == record.tags.end() ? std::string() : found->second;
  };
  const std::string round = tag(round_tag);
  int pair = 0, game = 0, length = 0;
  const bool numbered = std::sscanf(round.c_str(), "%9d.%1d%n", &pair, &game, &length) == 2 &&
                        static_cast<std::size_t>(length) == round.size();
  if (!numbered || pair < 1 || pair > pairs() || game < 1 || game > 2)
    throw Error(
        fmt::format("game {} does not belong to this match of {} games", round.empty() ? "?" : shown(round), games()));
  const auto differs = [&](const char* what) {
    return Error(fmt::format("game {} belongs to another match: {} differs", round, what));
  };
  const auto players = players_of(--pair, --game);
  if (tag("South") != setup_.players[players[0]].name) throw differs("South");
  if (tag("North") != setup_.players[players[1]].name) throw differs("North");
  for (std::size_t side = 0; side < 2; ++side)
    if (const std::string& spec = setup_.players[players[side]].spec; tag(spec_tags[side]) != spec)
      throw Error(fmt::format("game {} was played by {}, not by {}", round, shown(tag(spec_tags[side]), 200), spec));
  if (tag(conditions_tag) != setup_.conditions)
    throw Error(fmt::format("the saved match was played with {}, but this one uses {}",
                            tag(conditions_tag).empty() ? "other settings" : shown(tag(conditions_tag), 400),
                            setup_.conditions));
  const Game opening = opening_of(pair);
  if (*setup_.stop) return;  // the opening may not have been judged
  if (record.def.rules != opening.rules()) throw differs("the game");
  std::size_t same = 0;
  for (const Element& element : record.line) {
    if (same == opening.plies().size()) break;
    if (element.kind != Element::Kind::move) continue;
    if (element.move != opening.plies()[same].move) break;
    ++same;
  }
  if (record.start != opening.start() || same < opening.plies().size()) throw differs("the opening");
  if (results_[pair].games[game]) throw Error(fmt::format("game {} occurs twice", round));
  add_result(pair, game, result_of(record), record);
}

void Match::add_result(int pair, int game, const GameResult& result, const Record& record) {
  results_[pair].games[game] = result;
  results_[pair].move_hashes[game] = move_hash(record);
}

void Match::skip(int pair) {
  results_[pair].skipped = true;
  ++skipped_;
  count_in_order();
}

void Match::count(int number) {
  const Pair& pair = results_[number];
  const std::size_t pairing = pairing_of(number);
  if (variety_of(number) == Variety::unknown &&
      !seen_.insert({pairing, pair.move_hashes[0], pair.move_hashes[1]}).second)
    ++repeated_;
  else
    standings_.add(pairing, {*pair.games[0], *pair.games[1]});
}

void Match::count_in_order() {
  for (; counted_ < pairs() && !decided_; ++counted_) {
    const Pair& pair = results_[counted_];
    if (pair.skipped) continue;
    if (!pair.games[0] || !pair.games[1]) return;
    count(counted_);
    decided_ = setup_.sprt && setup_.sprt->verdict(standings_.pairings[0].tally.pairs) != Sprt::Verdict::open;
  }
}

void Match::play(const OnGame& on_game, const std::function<void()>& on_wait) {
  count_in_order();
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<bool> halt = false;
  std::exception_ptr failure;
  int next = 0, working = 0;

  const auto work = [&](Worker& worker) {
    std::unique_lock lock(mutex);
    const auto step = [&] {
      const int pair = next++;
      if (!unlocked(lock, [&] { return openings_.has(opening_number(pair)); })) {
        if (variety_of(pair) == Variety::none) return skip(pair);
        reused_ = true;
      }
      if (*setup_.stop) halt = true;  // the opening may not have been judged
      for (int game = 0; game < 2 && !halt; ++game) {
        if (results_[pair].games[game]) continue;
        const auto played = unlocked(lock, [&] { return worker.play(pair, game); });
        if (!played || decided_) return;
        on_game(*played);
        add_result(pair, game, played->result, played->record);
        count_in_order();
        halt = halt || decided_;
      }
    };
    try {
      while (!halt && next < pairs()) step();
    } catch (...) {
      if (!failure) failure = std::current_exception();
      halt = true;
    }
    --working;
    changed.notify_all();
  };

  std::vector<std::unique_ptr<Worker>> workers;
  const int worker_count = std::min(setup_.threads, std::max(1, pairs() - counted_));
  for (int i = 0; i < worker_count && !complete(); ++i) workers.push_back(std::make_unique<Worker>(*this, halt));
  working = workers.size();
  std::vector<std::jthread> threads;
  for (auto& worker : workers) threads.emplace_back([&work, &worker = *worker] { work(worker); });
  {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, 20ms, [&] { return working == 0; })) {
      if (*setup_.stop) halt = true;
      if (on_wait) on_wait();
    }
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  // If the match was interrupted, count all complete pairs.
  for (int pair = counted_ + 1; pair < pairs() && !decided_; ++pair) {
    const auto& games = results_[pair].games;
    if (games[0] && games[1]) count(pair);
  }
}

}  // namespace sow
