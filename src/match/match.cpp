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

constexpr const char* round_tag = "Round";

// A seed of its own for everything that has a number (splitmix64).
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Does something without holding the lock.
template <class Do>
auto unlocked(std::unique_lock<std::mutex>& lock, Do&& something) {
  struct Relock {
    std::unique_lock<std::mutex>& lock;
    ~Relock() { lock.lock(); }
  };
  lock.unlock();
  const Relock relock{lock};
  return something();
}

}  // namespace

// The players of one thread, and the games they play.
class Match::Worker {
 public:
  Worker(Match& match, const std::atomic<bool>& halt) : match_(match), halt_(halt) {
    for (const Contestant& player : match.setup_.players) agents_.push_back(player.make(halt));
  }

  // None if halted before the end.
  std::optional<MatchGame> play(int pair, int number) {
    MatchGame played{
        .pair = pair, .game = number, .players = match_.players_of(pair, number), .record = {}, .result = {}};
    Game game = match_.opening_of(pair);
    std::string reason;
    Player to_act = Player::south;  // whose fault it is if something goes wrong
    try {
      for (const Player side : {Player::south, Player::north}) {
        to_act = side;
        const auto number_of_seed = 4 * static_cast<std::uint64_t>(pair) + 2 * number + index(side);
        agent(played, side).begin(game, seed_of(match_.setup_.seed, number_of_seed));
      }
      while (!game.ending() && std::ssize(game.plies()) < match_.setup_.longest_game) {
        to_act = game.position().mover;
        const Move move = choose(agent(played, to_act), game, played.result.effort[index(to_act)]);
        if (halt_ || move == no_move) return std::nullopt;
        [[maybe_unused]] const Legality legality = game.play(move);
        assert(legality == Legality::ok);
      }
    } catch (const Forfeit& forfeit) {
      if (halt_) return std::nullopt;
      played.result.fault = forfeit.fault();
      reason = fmt::format("{} {}", player_name(to_act), forfeit.what());
      game.resign(to_act);
    }
    played.record = make_record(game);
    if (!game.ending()) {
      played.result.too_long = true;
      played.record.result = final_count(game.rules(), game.position(), EndReason::repetition).seeds;
      reason = fmt::format("counted after {} plies", game.plies().size());
    }
    played.result.seeds = *played.record.result;
    if (!reason.empty()) played.record.line.push_back({.kind = Element::Kind::comment, .comment = reason});
    name(played);
    return played;
  }

 private:
  Agent& agent(const MatchGame& game, Player side) { return *agents_[game.players[index(side)]]; }

  static Move choose(Agent& agent, const Game& game, Effort& effort) {
    const auto begin = Clock::now();
    const Move move = agent.choose(game);
    effort.ms += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    ++effort.moves;
    if (const auto depth = agent.depth()) {
      ++effort.known_depths;
      effort.plies += *depth;
    }
    return move;
  }

  void name(MatchGame& game) const {
    auto& tags = game.record.tags;
    tags[round_tag] = fmt::format("{}.{}", game.pair + 1, game.game + 1);
    tags["South"] = match_.setup_.players[game.players[0]].name;
    tags["North"] = match_.setup_.players[game.players[1]].name;
    add_tags(game.record, game.result);
  }

  Match& match_;
  const std::atomic<bool>& halt_;
  std::vector<std::unique_ptr<Agent>> agents_;
};

Match::Match(MatchSetup setup, Openings& openings)
    : setup_(std::move(setup)), openings_(openings), standings_(setup_.players.size()) {
  assert(setup_.players.size() >= 2 && setup_.stop != nullptr && (!setup_.sprt || setup_.players.size() == 2));
  results_.resize(pairs());
}

std::array<std::size_t, 2> Match::players_of(int pair, int game) const {
  const auto& pairing = standings_.pairings[pairing_of(pair)];
  return game == 0 ? std::array{pairing.first, pairing.second} : std::array{pairing.second, pairing.first};
}

Game Match::opening_of(int pair) { return openings_.at(pair / standings_.pairings.size()); }

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
    throw Error(fmt::format("game {} is not one of this match", round.empty() ? "?" : shown(round)));
  const auto differs = [&](const char* what) {
    return Error(fmt::format("game {} is of another match: {} differs", round, what));
  };
  const auto players = players_of(--pair, --game);
  if (tag("South") != setup_.players[players[0]].name) throw differs("South");
  if (tag("North") != setup_.players[players[1]].name) throw differs("North");
  const Game opening = opening_of(pair);
  if (record.def.rules != opening.rules()) throw differs("the game");
  std::size_t same = 0;
  for (const Element& element : record.line) {
    if (same == opening.plies().size()) break;
    if (element.kind != Element::Kind::move) continue;
    if (element.move != opening.plies()[same].move) break;
    ++same;
  }
  if (record.start != opening.start() || same < opening.plies().size()) throw differs("the opening");
  auto& known = results_[pair].games[game];
  if (known) throw Error(fmt::format("game {} is there twice", round));
  known = result_of(record);
}

void Match::count_in_order() {
  for (; counted_ < pairs() && !decided_; ++counted_) {
    const auto& games = results_[counted_].games;
    if (!games[0] || !games[1]) return;
    standings_.add(pairing_of(counted_), {*games[0], *games[1]});
    decided_ = setup_.sprt && setup_.sprt->verdict(standings_.pairings[0].tally.pairs) != Sprt::Verdict::open;
  }
}

void Match::finished(const MatchGame& game) {
  results_[game.pair].games[game.game] = game.result;
  count_in_order();
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
      for (int game = 0; game < 2 && !halt; ++game) {
        if (results_[pair].games[game]) continue;
        const auto played = unlocked(lock, [&] { return worker.play(pair, game); });
        if (!played || decided_) return;
        on_game(*played);
        finished(*played);
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
  const int wanted = std::min(setup_.threads, std::max(1, pairs() - counted_));
  for (int i = 0; i < wanted && !complete(); ++i) workers.push_back(std::make_unique<Worker>(*this, halt));
  working = workers.size();
  std::vector<std::jthread> threads;
  for (auto& worker : workers) threads.emplace_back([&work, &worker = *worker] { work(worker); });
  {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, 50ms, [&] { return working == 0; })) {
      if (*setup_.stop) halt = true;
      if (on_wait) on_wait();
    }
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  // Of an interrupted match everything counts that is complete.
  for (int pair = counted_ + 1; pair < pairs() && !decided_; ++pair) {
    const auto& games = results_[pair].games;
    if (games[0] && games[1]) standings_.add(pairing_of(pair), {*games[0], *games[1]});
  }
}

}  // namespace sow
