// Regret of a player: seeds lost per move compared with perfect play. The exact values come from databases that the
// player does not have or, in games without repetitions, from the solver. If a repetition leaves the margin of a move
// open, its upper bound counts.
//
//   regret WHO [GAME…]     regret of a player, such as `engine`, at 1,000, 10,000, and 100,000 nodes per move
//   regret suite [GAME…]   prints the positions with the exact margin of each move, as in tests/data/regret.txt
//   regret games WHO       whole games of owari, which is solved, for example `regret games engine:time=20`
//
// In whole games the engine uses the default databases; otherwise only the small ones that it builds in memory. Start
// an external program with `uci:env -u HOME -u XDG_DATA_HOME PROGRAM uci` to keep it from using databases. The
// databases for the exact values are built in build/regret (about 350 MB).
//
// Environment variables:
//   POSITIONS=N   number of positions of each kind (default: 400)
//   GAMES=N       number of whole games (default: 20)
//   SEED=N        random seed
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "board/notation.h"
#include "board/random_move.h"
#include "db/database.h"
#include "db/random_board.h"
#include "match/openings.h"
#include "match/player_spec.h"
#include "rules/catalog.h"
#include "search/probe.h"
#include "search/solver.h"

namespace {

using namespace sow;

const std::atomic<bool> never{false};
// The evaluation was trained with databases of up to 14 seeds, which every installation builds, so test above that.
constexpr int database_seeds = 18;
struct Levels {
  int min, max;
};
constexpr Levels database_levels = {15, database_seeds}, solver_levels = {22, 26};
constexpr const char* folder = "build/regret";

std::uint64_t number_from(const char* name, std::uint64_t default_value) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : default_value;
}

struct Puzzle {
  Game game;
  std::map<Move, Margin> moves;

  int best() const {
    int low = -unbounded;
    for (const auto& [move, margin] : moves) low = std::max(low, margin.low);
    return low;
  }
  // Whether the best margin is certain and at least one move is worse.
  bool is_good() const {
    const int value = best();
    const auto at_most = [&](const auto& move) { return move.second.high <= value; };
    const auto less = [&](const auto& move) { return move.second.high < value; };
    return std::all_of(moves.begin(), moves.end(), at_most) && std::any_of(moves.begin(), moves.end(), less);
  }
};

class Puzzles {
 public:
  Puzzles(const GameDef& def, std::uint64_t seed) : def_(def), database_(def, folder), random_(seed) {
    build_database(database_, {.seeds = database_seeds, .threads = 2, .stop = &never, .on_progress = {}});
    if (def.rules.never_repeats())
      solver_ =
          make_solver(Game(def), {.threads = 1, .memory_bytes = std::size_t{1} << 30, .database = {.folder = folder}});
    levels_ = solver_ ? solver_levels : database_levels;
  }

  // All boards of these levels are equally likely.
  std::vector<Puzzle> random_positions(std::size_t count) {
    std::vector<Puzzle> puzzles;
    while (puzzles.size() < count) {
      const int seeds = random_level();
      add(puzzles, Game(def_, random_board(database_.index(), seeds, total(), random_)));
    }
    return puzzles;
  }

  // Positions from games with a random opening and some random moves. The other moves are plain minimax, so that the
  // positions do not depend on the version of the engine.
  std::vector<Puzzle> from_games(std::size_t count) {
    std::vector<Puzzle> puzzles;
    const auto player = make_agent(parse_player("minimax:depth=6"), {.stop = &never});
    player->begin(Game(def_), random_());
    while (puzzles.size() < count) {
      const int seeds = random_level();
      Game game(def_);
      for (int ply = 0; !game.ending() && game.position().seeds_in_pits() > seeds; ++ply)
        game.play(ply < 6 || random_() % 8 == 0 ? pick(game.moves(), random_) : player->choose(game));
      if (!game.ending() && game.position().seeds_in_pits() >= levels_.min) add(puzzles, Game(def_, game.position()));
    }
    return puzzles;
  }

 private:
  int total() const { return start_position(def_.rules).total(); }
  int random_level() { return levels_.min + static_cast<int>(random_() % (levels_.max - levels_.min + 1)); }

  std::map<Move, Margin> proven_moves(const Game& game) const {
    if (!solver_) return probe_database(database_, levels_.max, game).moves;
    std::map<Move, Margin> moves;
    for (const Line& line : solver_->solve(game, {}, {}).lines) moves.emplace(line.move, line.margin);
    return moves;
  }

  void add(std::vector<Puzzle>& puzzles, const Game& game) const {
    if (game.ending()) return;
    Puzzle puzzle{game, proven_moves(game)};
    if (puzzle.is_good()) puzzles.push_back(std::move(puzzle));
  }

  GameDef def_;
  Database database_;
  Random random_;
  std::unique_ptr<Solver> solver_;
  Levels levels_{};
};

// Prints the seeds lost per move with the standard error, and the percentage of moves that lose any.
void measure(const PlayerSpec& who, const std::string& title, const std::vector<Puzzle>& puzzles) {
  const auto agent = make_agent(who, {.stop = &never});
  double sum = 0, squares = 0, wrong = 0;
  for (const Puzzle& puzzle : puzzles) {
    agent->begin(puzzle.game, 1);
    const double lost =
        static_cast<double>(puzzle.best() - puzzle.moves.at(agent->choose(puzzle.game)).high) / seed_value;
    sum += lost;
    squares += lost * lost;
    wrong += lost > 0;
  }
  const auto n = static_cast<double>(puzzles.size());
  const double mean = sum / n, error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
  fmt::print("{:<36} {:>7} nodes  {:.3f} ± {:.3f} seeds per move, {:4.1f} % of moves\n", title, who.options.at("nodes"),
             mean, error, 100 * wrong / n);
  std::fflush(stdout);
}

// South's final margin with best play, computed by the solver.
class FinalMargin {
 public:
  explicit FinalMargin(const GameDef& def)
      : solver_(make_solver(Game(def), {.threads = 1, .value_only = true, .database = {.folder = folder}})) {}

  int operator()(const Game& game) const {
    if (game.ending()) return game.ending()->margin(Player::south);
    const Position& p = game.position();
    const int margin = solver_->solve(game, {}, {}).margin->value / seed_value;
    return p.store_of(Player::south) - p.store_of(Player::north) + (p.mover == Player::south ? margin : -margin);
  }

 private:
  std::unique_ptr<Solver> solver_;
};

// Regret of a player in games against itself from balanced openings, without counting forced moves.
void measure_games(const std::string& who) {
  const GameDef def = find_game("owari");
  build_database(Database(def, folder), {.seeds = database_seeds, .threads = 2, .stop = &never, .on_progress = {}});
  const FinalMargin final_margin(def);
  const auto agent = make_agent(parse_player(who), {.stop = &never, .database = {.folder = default_database_folder()}});
  RandomOpenings openings(def, 6, number_from("SEED", 2026));
  int moves = 0, wrong = 0, lost = 0;
  const int games = static_cast<int>(number_from("GAMES", 20));
  for (int i = 0; i < games; ++i) {
    Game game = openings.at(i);
    agent->begin(game, 1);
    for (int before = final_margin(game); !game.ending();) {
      const bool free = std::popcount(game.moves()) > 1, south = game.position().mover == Player::south;
      game.play(agent->choose(game));
      const int after = final_margin(game), lost_here = south ? before - after : after - before;
      moves += free;
      wrong += lost_here > 0;
      lost += lost_here;
      before = after;
    }
  }
  fmt::print("owari, {} games of {}: {} of {} moves ({:.1f} %) lose {} seeds, {:.3f} per move\n", games, who, wrong,
             moves, 100.0 * wrong / moves, lost, static_cast<double>(lost) / moves);
}

void print_suite(const std::vector<Puzzle>& puzzles) {
  for (const auto& [game, moves] : puzzles) {
    std::string line = fmt::format("{} {}", game.def().name, diagram(game.rules(), game.position()));
    for (const auto& [move, margin] : moves)
      line += fmt::format(" {}={}", move_text(game.rules(), game.position(), move), margin.high / seed_value);
    fmt::print("{}\n", line);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.empty()) return 2;
  const std::string who = args[0];
  if (who == "games") {
    measure_games(args.at(1));
    return 0;
  }
  std::vector<std::string> games(args.begin() + 1, args.end());
  if (games.empty()) games = {"owari", "kalah", "awari/solved", "oware"};
  const std::size_t count = number_from("POSITIONS", 400);
  for (const auto& name : games) {
    const GameDef def = find_game(name);
    Puzzles puzzles(def, number_from("SEED", 2026));
    const auto random = puzzles.random_positions(count), played = puzzles.from_games(count);
    if (who == "suite") {
      print_suite(random);
      print_suite(played);
      continue;
    }
    for (const std::int64_t nodes : {1000, 10000, 100000}) {
      PlayerSpec player = parse_player(who);
      player.options["nodes"] = nodes;
      measure(player, name + ", random positions", random);
      measure(player, name + ", positions from games", played);
    }
  }
}
