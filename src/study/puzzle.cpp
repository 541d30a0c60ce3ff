#include "study/puzzle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string>

#include "board/notation.h"
#include "board/random_move.h"
#include "search/level.h"
#include "study/hint.h"
#include "study/puzzle_rating.h"

namespace sow {
namespace {

constexpr int min_moves = 3;      // with fewer legal moves, guessing is too easy
constexpr int first_ply = 6;      // earlier positions are openings
constexpr int endgame_share = 3;  // positions with less than 1/3 of the seeds in the pits are endgames
constexpr int decided_share = 6;  // a lead of more than 1/6 of the seeds decides the game
constexpr int max_game_plies = 400;
constexpr int random_plies = 2;  // at the start of each game, so that games differ
constexpr std::size_t max_solver_moves = 4;
constexpr std::size_t max_line_plies = 9;
constexpr int weakest_player = 3, strongest_player = 6;  // levels: strong enough to reach sensible positions

class PuzzleFinder {
 public:
  PuzzleFinder(const GameDef& def, const PuzzleSetup& setup)
      : start_(def), setup_(setup), prover_(start_, setup.database, *setup.stop), rater_(*setup.stop, setup.seed) {}

  const Game& start() const { return start_; }

  // The current position as a puzzle, if it makes one.
  std::optional<Puzzle> look(const Game& played) {
    const Position& position = played.position();
    if (std::popcount(played.moves()) < min_moves || position.seeds_in_pits() * endgame_share < position.total() ||
        !seen_.insert(diagram(played.rules(), position)).second)
      return std::nullopt;
    const Game game = start_.from(position);  // a puzzle is a position without history: repetitions must not matter
    if (game.ending()) return std::nullopt;
    const MoveSet largest = largest_captures(game);
    const auto rejected = [&](const std::optional<BestMove>& best) {
      return !best || has(largest, best->move) || pit_is_common(best->move) || is_decided(position, *best);
    };
    if (rejected(prover_.guess(game))) return std::nullopt;  // most positions are, before the expensive proof
    const auto proof = prover_.best(game);
    if (rejected(proof)) return std::nullopt;
    Puzzle puzzle{.position = position, .line = solution(game, proof->move), .proof = *proof};
    if (solver_moves(game, puzzle.line) < 2) return std::nullopt;
    puzzle.why = reasons(game, puzzle.line);
    const auto theme = theme_of(game, puzzle.line, puzzle.why);
    if (!theme || (setup_.theme ? theme != setup_.theme : theme_is_common(*theme))) return std::nullopt;
    puzzle.theme = *theme;
    if (largest != 0) puzzle.tempting = std::countr_zero(largest);
    puzzle.rating = rater_.rate(game, puzzle.line);
    if (*setup_.stop || puzzle.rating < setup_.min_rating || puzzle.rating > setup_.max_rating) return std::nullopt;
    ++used_[pit_of(proof->move)];
    ++themes_[index(*theme)];
    ++made_;
    return puzzle;
  }

 private:
  // Whether the game is lost with the best move, or won with another one.
  static bool is_decided(const Position& position, const BestMove& proof) {
    const int lead = (position.store[0] - position.store[1]) * seed_value;
    return lead + proof.estimate < 0 || (lead + proof.second_estimate) * decided_share > position.total() * seed_value;
  }
  // The moves that capture the most; none if no move captures.
  static MoveSet largest_captures(const Game& game) {
    MoveSet largest = 0;
    int most = 1;
    for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      const int taken = seeds_taken(trace_of(game.rules(), game.position(), move));
      if (taken > most) largest = 0;
      if (taken >= most) largest |= set_of(move);
      most = std::max(most, taken);
    }
    return largest;
  }

  std::size_t pit_of(Move move) const {
    return start_.kernel().layout().moves()[static_cast<std::size_t>(move)].from.pit;
  }
  // Whether too many solutions start in this pit: more than 3/2 of its fair share.
  bool pit_is_common(Move move) const {
    const int pits = start_.rules().pits_per_player();
    return 2 * pits * used_[pit_of(move)] > 3 * (made_ + pits);
  }

  // Whether more than 3/5 of the puzzles have this theme.
  bool theme_is_common(Theme theme) const { return 5 * themes_[index(theme)] > 3 * (made_ + 5); }

  // The line that starts with this move, up to the last solver's move that is the only best one.
  std::vector<Move> solution(Game game, Move first) {
    const Player solver = game.position().mover;
    std::vector<Move> line{first};
    std::size_t end = 1, moves = 1;
    game.play(first);
    while (!game.ending() && line.size() < max_line_plies && moves < max_solver_moves && !*setup_.stop) {
      const Game here = start_.from(game.position());
      Move next = no_move;
      if (game.position().mover != solver) {
        next = prover_.choose(here);
      } else if (std::popcount(game.moves()) > 1) {
        if (const auto best = prover_.best(here)) next = best->move;
      }
      if (next == no_move) break;
      line.push_back(next);
      if (game.position().mover == solver) ++moves, end = line.size();
      if (game.play(next) != Legality::ok) break;
    }
    line.resize(end);
    return line;
  }

  static int solver_moves(Game game, const std::vector<Move>& line) {
    const Player solver = game.position().mover;
    int moves = 0;
    for (const Move move : line) {
      moves += game.position().mover == solver;
      game.play(move);
    }
    return moves;
  }

  const Game start_;
  PuzzleSetup setup_;
  PuzzleProver prover_;
  PuzzleRater rater_;
  std::set<std::string> seen_;
  std::array<int, max_pits> used_{};  // number of puzzles solved by each pit
  std::array<int, theme_table.size()> themes_{};
  int made_ = 0;
};

}  // namespace

void make_puzzles(const GameDef& def, const PuzzleSetup& setup, const std::function<void(const Puzzle&)>& on_puzzle) {
  PuzzleFinder finder(def, setup);
  Analyzer players({.threads = 1, .hash_bytes = mebibytes(1)});
  Random random(setup.seed);
  for (int made = 0; made < setup.count && !*setup.stop;) {
    Game game = finder.start();
    std::array<int, both_players.size()> levels{};
    for (int& level : levels)
      level = weakest_player + static_cast<int>(random() % (strongest_player - weakest_player + 1));
    std::size_t next_look = first_ply;
    while (!game.ending() && game.plies().size() < max_game_plies && made < setup.count && !*setup.stop) {
      const std::size_t ply = game.plies().size();
      if (ply >= next_look) {
        if (const auto puzzle = finder.look(game)) {
          on_puzzle(*puzzle);
          ++made;
          next_look = ply + puzzle->line.size() + 1;  // the positions in between would be the same puzzle again
        }
      }
      const int level = levels[index(game.position().mover)];
      const Move move = ply < random_plies ? pick(game.moves(), random)
                                           : choose_move(players, game, level, {.stop = setup.stop}, random);
      if (move == no_move) return;
      game.play(move);
    }
  }
}

}  // namespace sow
