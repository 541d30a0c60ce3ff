// Proofs that one move of a position is better than all others.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "db/database_use.h"
#include "game/game.h"
#include "search/analyzer.h"
#include "search/minimax.h"

namespace sow {

inline constexpr int min_puzzle_gain = 3;  // seeds by which the best move beats every other move

// Depth of proofs that do not reach the end of the game: ten plies take too long with nine pits a side.
constexpr int proof_plies(const Ruleset& rules) { return rules.pits_per_player() > 6 ? 8 : 10; }

// Margins are the mover's gains minus the opponent's, in seeds, from this position to the end of the game or over the
// next `plies` plies, with best play by both sides toward this margin. At the last ply, seeds count for the side that
// would keep them; see Minimax.
struct BestMove {
  Move move = no_move;
  int margin = 0;                 // of this move
  int second = 0;                 // of the second-best move
  std::optional<int> plies = {};  // empty: to the end of the game
  // The same margins to the end of the game, as estimated by a deep search, in hundredths of a seed.
  int estimate = 0, second_estimate = 0;
};

class PuzzleProver {
 public:
  // `stop` must outlive the prover.
  PuzzleProver(const Game& game, const DatabaseUse& database, const std::atomic<bool>& stop);

  // The best move over the next `plies` plies, if it beats every other move by min_puzzle_gain seeds. The position must
  // have at least two legal moves.
  std::optional<BestMove> best_within(const Game& game, int plies);
  // The best move by a quick search, with estimates only, if it might be the only good one.
  std::optional<BestMove> guess(const Game& game);
  // The best move of a game without history, proven to the end of the game if possible. A shorter proof must agree with
  // a deep search.
  std::optional<BestMove> best(const Game& game);
  // A good move by the same search.
  Move choose(const Game& game) { return analyze(game, reply_nodes).best(); }

 private:
  static constexpr std::uint64_t reply_nodes = 40'000;

  Analysis analyze(const Game& game, std::uint64_t nodes);

  const std::atomic<bool>& stop_;
  Analyzer analyzer_;
  std::unique_ptr<Minimax> minimax_;
};

}  // namespace sow
