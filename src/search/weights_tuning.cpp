#include "search/weights_tuning.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "board/random_move.h"
#include "search/analyzer.h"

namespace sow {
namespace {

constexpr double ridge = 30;  // regularization: pulls weights with little data toward 0

// A sparse row of the linear system.
struct SparseRow {
  std::vector<std::pair<std::size_t, double>> row;
  double target;
};

constexpr std::size_t per_pit = counted_seeds + 1;

SparseRow row_of(const Ruleset& rules, const Position& p, double target) {
  SparseRow sample{{{0, 1.0}}, target};
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t pit = 0; pit < static_cast<std::size_t>(rules.pits_per_player()); ++pit) {
      const int c = p.pits[side][pit];
      if (c == 0) continue;
      const double sign = side == 0 ? 1 : -1;
      sample.row.emplace_back(1 + pit * per_pit, sign * c);
      sample.row.emplace_back(1 + pit * per_pit + std::min(c, counted_seeds), sign);
    }
  return sample;
}

// Ridge regression by the normal equations.
class LeastSquares {
 public:
  explicit LeastSquares(std::size_t unknowns) : n_(unknowns), products_(n_ * n_), with_target_(n_) {}

  void add(const SparseRow& s) {
    for (const auto& [i, x] : s.row) {
      for (const auto& [j, y] : s.row) products_[i * n_ + j] += x * y;
      with_target_[i] += x * s.target;
    }
  }

  // Gaussian elimination. The ridge makes the matrix positive definite, so no pivoting is needed.
  std::vector<double> solve() const {
    std::vector<double> a = products_, b = with_target_;
    for (std::size_t i = 0; i < n_; ++i) a[i * n_ + i] += ridge;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t r = i + 1; r < n_; ++r) {
        const double factor = a[r * n_ + i] / a[i * n_ + i];
        if (factor == 0) continue;
        for (std::size_t c = i; c < n_; ++c) a[r * n_ + c] -= factor * a[i * n_ + c];
        b[r] -= factor * b[i];
      }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t c = i + 1; c < n_; ++c) b[i] -= a[i * n_ + c] * b[c];
      b[i] /= a[i * n_ + i];
    }
    return b;
  }

 private:
  std::size_t n_;
  std::vector<double> products_, with_target_;
};

// One game: a random opening, then engine moves at low depth with an occasional random move.
std::vector<SparseRow> play_game(const GameDef& def, const WeightsTuningOptions& options, Analyzer& analyzer,
                                 std::uint64_t number) {
  constexpr int max_plies = 400, random_move_interval = 16;
  Random random = random_for(options.seed, number);
  Game game(def);
  for (auto plies = 2 + random() % 8; plies > 0 && !game.ending(); --plies) game.play(pick(game.moves(), random));
  const auto first = game.plies().size();
  Limits limits;
  limits.depth = options.depth;
  analyzer.clear();
  while (!game.ending() && game.plies().size() < max_plies)
    game.play(random() % random_move_interval == 0 ? pick(game.moves(), random)
                                                   : analyzer.analyze(game, limits).best());
  std::vector<SparseRow> samples;
  for (auto i = first; game.ending() && i < game.plies().size(); ++i) {
    const Position& p = game.plies()[i].before;
    const int won = game.ending()->margin(p.mover) - (p.store[0] - p.store[1]);
    samples.push_back(row_of(def.rules, p, seed_value * won));
  }
  return samples;
}

}  // namespace

TunedWeights tune_weights(const GameDef& def, const WeightsTuningOptions& options, const std::atomic<bool>& stop) {
  // Each game has its own random seed and games are added in order, so the number of threads does not matter.
  std::vector<std::vector<SparseRow>> games(options.games);
  std::atomic<std::size_t> next{0};
  {
    std::vector<std::jthread> pool;
    for (int i = 0; i < options.threads; ++i)
      pool.emplace_back([&] {
        Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{1} << 20});
        for (auto g = next++; g < games.size() && !stop; g = next++) {
          games[g] = play_game(def, options, analyzer, g);
          if (options.played != nullptr) ++*options.played;
        }
      });
  }
  TunedWeights tuned;
  const std::size_t pits = def.rules.pits_per_player();
  LeastSquares system(1 + pits * per_pit);
  for (const auto& game : games)
    for (const auto& sample : game) system.add(sample);
  const auto x = system.solve();
  tuned.weights.tempo = x[0];
  for (std::size_t pit = 0; pit < pits; ++pit) {
    auto& pit_weights = tuned.weights.pits.emplace_back();
    std::copy_n(x.begin() + 1 + pit * per_pit, per_pit, pit_weights.begin());
  }
  double baseline = 0, training = 0;
  for (const auto& game : games)
    for (const auto& sample : game) {
      double prediction = 0;
      for (const auto& [i, value] : sample.row) prediction += x[i] * value;
      baseline += sample.target * sample.target;
      training += (sample.target - prediction) * (sample.target - prediction);
      ++tuned.positions;
    }
  const double count = std::max<double>(1, tuned.positions);
  tuned.baseline_error = std::sqrt(baseline / count) / seed_value;
  tuned.training_error = std::sqrt(training / count) / seed_value;
  return tuned;
}

}  // namespace sow
