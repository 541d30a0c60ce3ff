#include "study/puzzle_proof.h"

#include <bit>

namespace sow {
namespace {

constexpr std::uint64_t proof_nodes = 40'000;
constexpr int min_estimated_gain = 2 * seed_value;
constexpr std::uint64_t guess_nodes = 4'000;
constexpr int min_guessed_gain = seed_value;

// The estimated margin between the best move and the second-best, in hundredths of a seed; 0 if unknown.
int gain_of(const Analysis& analysis) {
  if (analysis.lines.size() < 2 || !analysis.lines[1].searched) return 0;
  return analysis.lines[0].margin.value - analysis.lines[1].margin.value;
}

}  // namespace

PuzzleProver::PuzzleProver(const Game& game, const DatabaseUse& database, const std::atomic<bool>& stop)
    : stop_(stop),
      analyzer_({.threads = 1, .hash_bytes = mebibytes(16), .database = database}),
      minimax_(make_minimax(game.shared_kernel())) {}

std::optional<BestMove> PuzzleProver::best_within(const Game& game, int plies) {
  const Minimax::Result best = minimax_->search(game.position(), plies, stop_);
  if (std::popcount(best.best) != 1) return std::nullopt;
  const Minimax::Result second = minimax_->search_among(~best.best, game.position(), plies, stop_);
  if (stop_ || best.value - second.value < min_puzzle_gain) return std::nullopt;
  return BestMove{.move = std::countr_zero(best.best), .margin = best.value, .second = second.value, .plies = plies};
}

std::optional<BestMove> PuzzleProver::guess(const Game& game) {
  const Analysis analysis = analyze(game, guess_nodes);
  if (gain_of(analysis) < min_guessed_gain) return std::nullopt;
  return BestMove{.move = analysis.best(),
                  .estimate = analysis.lines[0].margin.value,
                  .second_estimate = analysis.lines[1].margin.value};
}

std::optional<BestMove> PuzzleProver::best(const Game& game) {
  const Analysis analysis = analyze(game, proof_nodes);
  if (stop_ || gain_of(analysis) < min_estimated_gain) return std::nullopt;
  const Margin &first = analysis.lines[0].margin, &second = analysis.lines[1].margin;
  std::optional<BestMove> best;
  if (analysis.complete && first.exact() && second.exact())
    best = BestMove{
        .move = analysis.best(), .margin = first.value / seed_value, .second = second.value / seed_value, .plies = {}};
  else
    best = best_within(game, proof_plies(game.rules()));
  if (!best || best->move != analysis.best() || best->margin - best->second < min_puzzle_gain) return std::nullopt;
  best->estimate = first.value;
  best->second_estimate = second.value;
  return best;
}

Analysis PuzzleProver::analyze(const Game& game, std::uint64_t nodes) {
  return analyzer_.analyze(game, {.nodes = nodes, .lines = 2, .stop = &stop_});
}

}  // namespace sow
