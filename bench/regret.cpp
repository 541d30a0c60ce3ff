// What a player's moves give away against perfect play: seeds lost a move, measured with exact values of databases that the
// player does not have, or of the solver in games in which no board can come twice. Where a repetition leaves the margin of a
// move open, it counts as high as it may be.
//
//   regret WHO [GAME…]     of this player, as in `regret engine`, at 1,000, 10,000 and 100,000 nodes a move
//   regret suite [GAME…]   the positions with the exact margin of every move, a line each, as in tests/data/regret.txt
//   regret games WHO       whole games of owari, which is solved, as in `regret games engine:time=20`; GAMES=N sets how many
//
// In whole games the engine has the databases that everybody has. Else a player in this program has none but the few seeds that
// the engine makes in memory at once. Another program is given
// none by `uci:env -u HOME -u XDG_DATA_HOME PROGRAM uci`. POSITIONS=N in the environment asks for so many of each kind, SEED=N for
// others. The databases are made in build/regret, about 350 MB.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "board/notation.h"
#include "board/random_move.h"
#include "db/random_board.h"
#include "match/openings.h"
#include "match/player_spec.h"
#include "rules/catalog.h"
#include "search/probe.h"
#include "search/solver.h"

namespace {

using namespace sow;

const std::atomic<bool> never{false};
// The evaluation learns from databases of up to 14 seeds, which every installation makes.
constexpr int database_seeds = 18;
struct Levels {
  int fewest, most;
};
constexpr Levels of_database = {15, database_seeds}, of_solver = {22, 26};
constexpr const char* folder = "build/regret";

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Puzzle {
  Game game;
  std::map<Move, Margin> moves;

  int best() const {
    int low = -unbounded;
    for (const auto& [move, margin] : moves) low = std::max(low, margin.low);
    return low;
  }
  // Nobody can have more than the best move brings, and some move brings less.
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
      solver_ = make_solver(def, total(),
                            {.threads = 1, .memory_bytes = std::size_t{1} << 30, .database = {.folder = folder}});
    levels_ = solver_ ? of_solver : of_database;
  }

  // All boards of these levels are equally likely.
  std::vector<Puzzle> by_chance(std::size_t count) {
    std::vector<Puzzle> puzzles;
    while (puzzles.size() < count) {
      const int seeds = some_level();
      add(puzzles, Game(def_, random_board(database_.index(), seeds, total(), random_)));
    }
    return puzzles;
  }

  // Where games come to when they reach these levels: a random opening, then plain minimax, which no change of the engine
  // changes, with a random move now and then.
  std::vector<Puzzle> from_games(std::size_t count) {
    std::vector<Puzzle> puzzles;
    const auto player = make_agent(parse_player("minimax:depth=6"), {.stop = &never});
    player->begin(Game(def_), random_());
    while (puzzles.size() < count) {
      const int seeds = some_level();
      Game game(def_);
      for (int ply = 0; !game.ending() && game.position().seeds_in_pits() > seeds; ++ply)
        game.play(ply < 6 || random_() % 8 == 0 ? pick(game.moves(), random_) : player->choose(game));
      if (!game.ending() && game.position().seeds_in_pits() >= levels_.fewest)
        add(puzzles, Game(def_, game.position()));
    }
    return puzzles;
  }

 private:
  int total() const { return start_position(def_.rules).total(); }
  int some_level() { return levels_.fewest + static_cast<int>(random_() % (levels_.most - levels_.fewest + 1)); }

  std::map<Move, Margin> proven_moves(const Game& game) const {
    if (!solver_) return probe_database(database_, levels_.most, game).moves;
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

// Seeds given away a move with the error of that mean, and how many moves of a hundred give any away.
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
  fmt::print("{:<36} {:>7} nodes  {:.3f} ± {:.3f} seeds a move, {:4.1f} % of moves\n", title, who.options.at("nodes"),
             mean, error, 100 * wrong / n);
  std::fflush(stdout);
}

// The margin with best play in a game that can be solved, as South sees it at the end.
class TrueEnd {
 public:
  explicit TrueEnd(const GameDef& def)
      : solver_(make_solver(def, start_position(def.rules).total(),
                            {.threads = 1, .value_only = true, .database = {.folder = folder}})) {}

  int operator()(const Game& game) const {
    if (game.ending()) return game.ending()->margin(Player::south);
    const Position& p = game.position();
    const int margin = solver_->solve(game, {}, {}).margin->value / seed_value;
    return p.store_of(Player::south) - p.store_of(Player::north) + (p.mover == Player::south ? margin : -margin);
  }

 private:
  std::unique_ptr<Solver> solver_;
};

// What a player who has both sides gives away from balanced openings. Moves that are forced do not count.
void measure_games(const std::string& who) {
  const GameDef def = find_game("owari");
  build_database(Database(def, folder), {.seeds = database_seeds, .threads = 2, .stop = &never, .on_progress = {}});
  const TrueEnd true_end(def);
  const auto agent = make_agent(parse_player(who), {.stop = &never, .database = {.folder = default_database_folder()}});
  RandomOpenings openings(def, 6, number_from("SEED", 2026));
  int moves = 0, wrong = 0, lost = 0;
  const int games = static_cast<int>(number_from("GAMES", 20));
  for (int i = 0; i < games; ++i) {
    Game game = openings.at(i);
    agent->begin(game, 1);
    for (int before = true_end(game); !game.ending();) {
      const bool free = std::popcount(game.moves()) > 1, south = game.position().mover == Player::south;
      game.play(agent->choose(game));
      const int after = true_end(game), given_away = south ? before - after : after - before;
      moves += free;
      wrong += given_away > 0;
      lost += given_away;
      before = after;
    }
  }
  fmt::print("owari, {} games of {}: {} of {} moves ({:.1f} %) give away {} seeds, {:.3f} a move\n", games, who, wrong,
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
    const auto random = puzzles.by_chance(count), played = puzzles.from_games(count);
    if (who == "suite") {
      print_suite(random);
      print_suite(played);
      continue;
    }
    for (const std::int64_t nodes : {1000, 10000, 100000}) {
      PlayerSpec player = parse_player(who);
      player.options["nodes"] = nodes;
      measure(player, name + ", random positions", random);
      measure(player, name + ", positions of games", played);
    }
  }
}
