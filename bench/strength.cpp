// How strong the engine is: matches from distinct random openings, each played twice with the sides swapped.
//
//   strength minimax [GAME…]   the engine against minimax:depth=8, with the same average time a move
//   strength levels [GAME…]    each level against the one below
//   strength WHO WHO [GAME…]   any two players
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "board/notation.h"
#include "match/who.h"
#include "rules/catalog.h"
#include "search/engine.h"
#include "search/random.h"

namespace {

using namespace sow;
using Clock = std::chrono::steady_clock;

constexpr int longest_game = 600;
const std::atomic<bool> never{false};

int opening_pairs() {
  const char* text = std::getenv("PAIRS");
  return text != nullptr ? std::atoi(text) : 100;
}

// A player and the time it has used.
struct Contestant {
  std::unique_ptr<Agent> agent;
  double seconds = 0;
  int moves = 0;

  Move choose(const Game& game) {
    const auto begin = Clock::now();
    const Move move = agent->choose(game);
    seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    ++moves;
    return move;
  }
  double ms_per_move() const { return moves == 0 ? 0 : 1000 * seconds / moves; }
};

// The engine with as many nodes a move as fit the time the opponent uses.
class PacedEngine final : public Agent {
 public:
  Move choose(const Game& game) override {
    Limits limits;
    limits.nodes = nodes;
    return engine_.analyze(game, limits).best();
  }
  std::uint64_t nodes = 3000;

 private:
  Engine engine_{{.threads = 1, .hash_bytes = std::size_t{64} << 20}};
};

// Random openings after which neither side is already lost as far as a quick search sees: others say nothing about the
// players, as whoever gets the good side wins.
std::vector<Game> openings(const GameDef& def, int count) {
  std::vector<Game> list;
  std::set<std::string> seen;
  Random random(2026);
  Engine engine({.threads = 1, .hash_bytes = std::size_t{16} << 20});
  Limits quick;
  quick.nodes = 100000;
  const auto balanced = [&](const Game& game) {
    const Position& p = game.position();
    const double margin = engine.analyze(game, quick).lines[0].score.seeds() + p.store[0] - p.store[1];
    return std::abs(margin) <= p.total() / 16.0;
  };
  while (static_cast<int>(list.size()) < count) {
    Game game(def);
    for (auto plies = 4 + random() % 4; plies > 0 && !game.ending(); --plies) game.play(pick(game.moves(), random));
    if (!game.ending() && balanced(game) && seen.insert(diagram(def.rules, game.position())).second)
      list.push_back(game);
  }
  return list;
}

// Points of the first player: 1 for a win, 0.5 for a draw. Games that run on are counted as they stand.
double play(Game game, std::array<Contestant*, 2> by_side) {
  while (!game.ending() && game.plies().size() < longest_game)
    game.play(by_side[index(game.position().mover)]->choose(game));
  const Position& p = game.position();
  const int margin =
      game.ending() ? game.ending()->margin(Player::south) : p.store_of(Player::south) - p.store_of(Player::north);
  return margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
}

struct Score {
  int wins = 0, draws = 0, losses = 0;
  void add(double points) { ++(points == 1 ? wins : points == 0 ? losses : draws); }
  double percent() const { return 100 * (wins + 0.5 * draws) / (wins + draws + losses); }
};

template <class AfterPair>
Score match(const GameDef& def, Contestant& a, Contestant& b, AfterPair&& after_pair) {
  Score score;
  for (const Game& opening : openings(def, opening_pairs())) {
    score.add(play(opening, {&a, &b}));
    score.add(1 - play(opening, {&b, &a}));
    after_pair();
  }
  return score;
}

void report(const std::string& game, const std::string& a, const std::string& b, const Score& s, const Contestant& x,
            const Contestant& y) {
  fmt::print("{:<10} {:>24} – {:<20} {:3} won {:3} drawn {:3} lost  {:5.1f} %   {:.2f} / {:.2f} ms a move\n", game, a,
             b, s.wins, s.draws, s.losses, s.percent(), x.ms_per_move(), y.ms_per_move());
  std::fflush(stdout);
}

void against_minimax(const GameDef& def) {
  auto paced = std::make_unique<PacedEngine>();
  PacedEngine& engine = *paced;
  Contestant a{std::move(paced)}, b{make_agent(parse_who("minimax:depth=8"), {1, &never})};
  const Score score = match(def, a, b, [&] {
    // Towards equal time: both averages are over the whole match.
    const double ratio = b.ms_per_move() / std::max(a.ms_per_move(), 1e-6);
    engine.nodes = static_cast<std::uint64_t>(
        std::max(100.0, static_cast<double>(engine.nodes) * std::min(1.5, std::max(0.67, ratio))));
  });
  report(def.name, "engine", "minimax:depth=8", score, a, b);
}

void between(const GameDef& def, const std::string& first, const std::string& second) {
  Contestant a{make_agent(parse_who(first), {1, &never})}, b{make_agent(parse_who(second), {2, &never})};
  const Score score = match(def, a, b, [] {});
  report(def.name, first, second, score, a, b);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.empty()) return 2;
  const std::string mode = args[0];
  const bool named = mode != "minimax" && mode != "levels";
  const std::size_t skip = named ? 2 : 1;
  std::vector<std::string> games(args.begin() + static_cast<std::ptrdiff_t>(std::min(skip, args.size())), args.end());
  if (games.empty()) games = {"owari", "oware", "awari", "hus", "kalah"};
  for (const auto& name : games) {
    const GameDef def = find_game(name);
    if (mode == "minimax") against_minimax(def);
    if (mode == "levels")
      for (int level = 2; level <= 10; ++level)
        between(def, fmt::format("engine:level={}{}", level, level == 10 ? ",time=100" : ""),
                fmt::format("engine:level={}", level - 1));
    if (named) between(def, args[0], args.at(1));
  }
}
