// Strength of the engine: matches from distinct random openings, each played twice with sides swapped. Unlike `sow
// match`, it can give the engine the same average time per move as another player.
//
//   strength minimax [GAME…]       the engine against minimax:depth=8, with the same average time per move
//   strength levels [GAME…]        each level against the one below
//   strength ceiling WHO [GAME…]   the highest possible score against greedy or minimax:depth=N, for short games
//   strength WHO WHO [GAME…]       any two players, for example
//                                  `strength engine:time=20 "uci,time=20:$(bench/version_0_1) uci" oware`
//
// Environment variables:
//   PAIRS=N      number of openings (default: 100)
//   FIRST=N      number of openings to skip, to continue a match (default: 0)
//   PLIES=N      random plies per opening (default: 6)
//   LEAD=SEEDS   how far one side may be ahead in an opening (default: a sixteenth of all seeds)
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"
#include "best_response.h"
#include "match/match.h"
#include "match/player_spec.h"
#include "rules/catalog.h"
#include "search/minimax.h"
#include "search/strategy.h"

namespace {

using namespace sow;

const std::atomic<bool> never{false};
constexpr std::uint64_t judging_nodes = 200'000;  // for openings; more than either player uses

int number_from(const char* variable, int default_value) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : default_value;
}

std::optional<double> max_lead() {
  const char* text = std::getenv("LEAD");
  return text != nullptr ? std::optional(std::atof(text)) : std::nullopt;
}

// The engine with a node limit that matches the time of its opponent.
class PacedEngine final : public Agent {
 public:
  explicit PacedEngine(const std::atomic<std::uint64_t>& nodes) : nodes_(nodes) {}

  // Creates the tables before the clock starts.
  void begin(const Game& game, std::uint64_t) override { analyzer_.prepare(game); }
  Move choose(const Game& game) override {
    Limits limits;
    limits.nodes = nodes_;
    return analyzer_.analyze(game, limits).best();
  }

 private:
  const std::atomic<std::uint64_t>& nodes_;
  // A table that fits in the processor's cache, since a move takes only a few thousand nodes. Uses the default
  // databases.
  Analyzer analyzer_{
      {.threads = 1, .hash_bytes = std::size_t{4} << 20, .database = {.folder = default_database_folder()}}};
};

Contestant contestant(const std::string& who) {
  return {who, [who](const std::atomic<bool>& stop) {
            return make_agent(parse_player(who), {.stop = &stop, .database = {.folder = default_database_folder()}});
          }};
}

double ms_per_move(const Effort& effort) { return effort.moves == 0 ? 0 : effort.ms / effort.moves; }

// As many balanced openings as requested, or as can be found.
ListedOpenings openings_of(const GameDef& def) {
  RandomOpenings random(def, number_from("PLIES", 6), 2026, {}, judging_nodes, max_lead());
  const int first = number_from("FIRST", 0), count = number_from("PAIRS", 100);
  std::vector<Game> games;
  for (int i = first; i < first + count && random.has(i); ++i) games.push_back(random.at(i));
  if (games.empty()) throw Error(fmt::format("{}: no balanced opening found after the first {}", def.name, first));
  if (std::ssize(games) < count) fmt::print("{}: only {} balanced openings found\n", def.name, games.size());
  return ListedOpenings(games);
}

// One game at a time, so that nothing else takes time from the players.
void play(const GameDef& def, const std::vector<Contestant>& players, const Match::OnGame& on_game) {
  ListedOpenings openings = openings_of(def);
  Match match({.players = players, .pairs = openings.count(), .stop = &never}, openings);
  match.play(on_game);
  const Standings& s = match.standings();
  const Tally& t = s.pairings[0].tally;
  const auto& points = t.pairs.pairs;  // number of pairs by points
  fmt::print(
      "{:<10} {:>24} – {:<20} {:3} won {:3} drawn {:3} lost  {:5.1f} ± {:.1f} %  pairs {} better {} worse  {:.2f} / "
      "{:.2f} ms per move\n",
      def.name, players[0].name, players[1].name, t.wins, t.draws, t.losses, 100 * t.pairs.score(),
      100 * confidence_95 * t.pairs.uncertainty(), points[3] + points[4], points[0] + points[1],
      ms_per_move(s.players[0].effort), ms_per_move(s.players[1].effort));
  std::fflush(stdout);
}

void against_minimax(const GameDef& def) {
  std::atomic<std::uint64_t> nodes = def.rules.four_rows() ? 50000 : 1000;  // initial guess
  const Contestant engine{"engine", [&](const std::atomic<bool>&) { return std::make_unique<PacedEngine>(nodes); }};
  std::array<Effort, 2> effort;  // effort of the engine and of minimax, over the whole match
  play(def, {engine, contestant("minimax:depth=8")}, [&](const MatchGame& game) {
    for (std::size_t side = 0; side < 2; ++side) effort[game.players[side]] += game.result.effort[side];
    if (game.game == 0) return;
    const double ratio = ms_per_move(effort[1]) / std::max(ms_per_move(effort[0]), 1e-6);
    nodes =
        static_cast<std::uint64_t>(std::max(100.0, static_cast<double>(nodes) * std::min(1.5, std::max(0.67, ratio))));
  });
}

void between(const GameDef& def, const std::string& first, const std::string& second) {
  play(def, {contestant(first), contestant(second)}, [](const MatchGame&) {});
}

BestResponse::BestMoves best_moves_of(const PlayerSpec& who, const GameDef& def) {
  if (who.kind == "greedy") return greedy_moves;
  const auto depth = who.options.find("depth");
  if (who.kind != "minimax" || depth == who.options.end())
    throw Error("ceiling supports greedy and minimax:depth=N only");
  return [minimax = std::shared_ptr(make_minimax(make_kernel(def.rules, start_position(def.rules).total()))),
          depth = static_cast<int>(depth->second)](const AnyKernel&, const Position& position) {
    return minimax->search(position, depth, never).best;
  };
}

void ceiling(const GameDef& def, const std::string& who) {
  const BestResponse::BestMoves best_moves = best_moves_of(parse_player(who), def);
  ListedOpenings openings = openings_of(def);
  double sum = 0;
  int games = 0, skipped = 0;
  for (int i = 0; i < openings.count(); ++i)
    for (const Player player : {Player::south, Player::north}) {
      const Game game = openings.at(i);
      const auto points = BestResponse(game.kernel(), best_moves, player).points(game.position());
      ++(points ? games : skipped);
      sum += points.value_or(0);
    }
  fmt::print("{:<10} at most about {:.1f} % can be scored against {} in {} games", def.name,
             100 * sum / std::max(games, 1), who, games);
  fmt::print("{}\n", skipped == 0 ? "" : fmt::format("; {} games have too many positions", skipped));
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.empty() || (args.size() == 1 && args[0] != "minimax" && args[0] != "levels"))
    throw Error("usage: strength minimax|levels [GAME…], strength ceiling WHO [GAME…], strength WHO WHO [GAME…]");
  const std::string mode = args[0];
  const std::size_t skip = mode == "minimax" || mode == "levels" ? 1 : 2;
  std::vector<std::string> games(args.begin() + static_cast<std::ptrdiff_t>(std::min(skip, args.size())), args.end());
  if (games.empty()) games = {"owari", "oware", "awari", "hus", "kalah"};
  for (const auto& name : games) {
    const GameDef def = find_game(name);
    if (mode == "minimax") against_minimax(def);
    if (mode == "levels")
      for (int level = 2; level <= 10; ++level)
        between(def, fmt::format("engine:level={}{}", level, level == 10 ? ",time=100" : ""),
                fmt::format("engine:level={}", level - 1));
    if (mode == "ceiling")
      ceiling(def, args.at(1));
    else if (skip == 2)
      between(def, mode, args.at(1));
  }
} catch (const Error& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 1;
}
