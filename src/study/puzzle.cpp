#include "study/puzzle.h"

#include <optional>
#include <set>
#include <string>

#include "board/notation.h"
#include "board/random_move.h"
#include "search/minimax.h"
#include "search/strategy.h"

namespace sow {
namespace {

constexpr std::uint64_t proof_nodes = 200'000;  // a position that takes more to prove is passed over
constexpr int longest_game = 400;               // plies
constexpr std::size_t longest_line = 12;        // plies
constexpr int fewest_moves = 3;                 // of fewer one guesses

class Maker {
 public:
  Maker(const GameDef& def, const PuzzleSetup& setup)
      : def_(def),
        setup_(setup),
        total_(start_position(def.rules).total()),
        engine_({.threads = 1, .hash_bytes = mebibytes(16), .database = setup.database}),
        minimax_(make_minimax(def.rules, total_)) {}

  // The puzzle that the position of a game is, if it is one.
  std::optional<Puzzle> look(const Game& game) {
    const Position& position = game.position();
    if (position.seeds_in_pits() > most_puzzle_seeds || std::popcount(game.moves()) < fewest_moves) return std::nullopt;
    if (!seen_.insert(diagram(game.rules(), position)).second) return std::nullopt;
    // What came before must not matter: the puzzle is the position alone.
    const Game alone(def_, position);
    if (alone.ending()) return std::nullopt;
    Limits limits;
    limits.nodes = proof_nodes;
    limits.lines = max_moves;
    limits.stop = setup_.stop;
    const Analysis analysis = engine_.analyze(alone, limits);
    if (!analysis.complete || analysis.lines.size() < fewest_moves) return std::nullopt;
    const Line &best = analysis.lines[0], &second = analysis.lines[1];
    if (!best.margin.exact() || !second.margin.exact()) return std::nullopt;
    const int lead = position.store[0] - position.store[1];
    Puzzle puzzle{.position = position,
                  .line = best.pv.empty() ? std::vector{best.move} : best.pv,
                  .margin = lead + best.margin.value / seed_value,
                  .next = lead + second.margin.value / seed_value};
    if (puzzle.margin == puzzle.next || (!puzzle.wins() && puzzle.margin - puzzle.next < puzzle_gain))
      return std::nullopt;
    puzzle.plies = depth_needed(position, best.move);
    play_out(alone, puzzle.line, limits);
    return puzzle;
  }

  // A line ends where a table knows the rest: the best moves that follow are added.
  void play_out(Game game, std::vector<Move>& line, const Limits& limits) {
    for (const Move move : line) game.play(move);
    while (!game.ending() && line.size() < longest_line && !*setup_.stop) {
      const Move move = engine_.analyze(game, limits).best();
      if (move == no_move) return;
      line.push_back(move);
      game.play(move);
    }
    line.resize(std::min(line.size(), longest_line));
  }

  // The least depth from which on a search that counts seeds alone finds the move and no other.
  int depth_needed(const Position& position, Move move) {
    int wrong = 0;
    for (int depth = 1; depth <= deepest_puzzle && !*setup_.stop; ++depth)
      if (minimax_->search(position, depth, *setup_.stop).best != MoveSet{1} << move) wrong = depth;
    return wrong + 1;
  }

 private:
  GameDef def_;
  PuzzleSetup setup_;
  int total_;
  Engine engine_;
  std::unique_ptr<Minimax> minimax_;
  std::set<std::string> seen_;
};

}  // namespace

void make_puzzles(const GameDef& def, const PuzzleSetup& setup, const std::function<void(const Puzzle&)>& on_puzzle) {
  Maker maker(def, setup);
  Random random(setup.seed);
  for (int made = 0; made < setup.count && !*setup.stop;) {
    Game game(def);
    for (int ply = 0; !game.ending() && ply < longest_game && made < setup.count && !*setup.stop; ++ply) {
      const auto puzzle = maker.look(game);
      if (puzzle && puzzle->plies >= setup.least_plies && puzzle->plies <= setup.most_plies) {
        on_puzzle(*puzzle);
        ++made;
      }
      // People take what they can, and err.
      const bool by_chance = random() % 2 == 0;
      game.play(pick(by_chance ? game.moves() : greedy_moves(game.kernel(), game.position()), random));
    }
  }
}

}  // namespace sow
