#include "search/tuning.h"

#include <cmath>
#include <thread>
#include <vector>

#include "search/engine.h"
#include "search/random.h"

namespace sow {
namespace {

constexpr int unknowns = feature_count + 1;  // the features and the tempo
constexpr double ridge = 10;                 // keeps rare features small

using Row = std::array<double, unknowns>;

// Sums from which the fit is made: they can be added up game by game.
struct Sums {
  std::array<Row, unknowns> products{};  // of pairs of features
  Row with_target{};
  double target = 0, target_squared = 0;
  std::uint64_t count = 0;

  void add(const Row& row, double y) {
    for (std::size_t i = 0; i < unknowns; ++i) {
      for (std::size_t j = 0; j < unknowns; ++j) products[i][j] += row[i] * row[j];
      with_target[i] += row[i] * y;
    }
    target += y;
    target_squared += y * y;
    ++count;
  }
  void add(const Sums& o) {
    for (std::size_t i = 0; i < unknowns; ++i) {
      for (std::size_t j = 0; j < unknowns; ++j) products[i][j] += o.products[i][j];
      with_target[i] += o.with_target[i];
    }
    target += o.target;
    target_squared += o.target_squared;
    count += o.count;
  }
};

Row features_of(const Ruleset& rules, const Position& p) {
  Row row{};
  for (int f = 0; f < feature_count; ++f)
    for (int pit = 0; pit < rules.pits_per_player(); ++pit)
      row[static_cast<std::size_t>(f)] +=
          feature_value(rules, static_cast<Feature>(f), pit, p.pits[0][static_cast<std::size_t>(pit)]) -
          feature_value(rules, static_cast<Feature>(f), pit, p.pits[1][static_cast<std::size_t>(pit)]);
  row[feature_count] = 1;
  return row;
}

// Gaussian elimination with pivoting on the few unknowns.
Row solve(std::array<Row, unknowns> a, Row b) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < unknowns; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = i + 1; r < unknowns; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < unknowns; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  Row x{};
  for (std::size_t i = unknowns; i-- > 0;) {
    double sum = b[i];
    for (std::size_t c = i + 1; c < unknowns; ++c) sum -= a[i][c] * x[c];
    x[i] = sum / a[i][i];
  }
  return x;
}

// One game: a random opening, then the engine at a small depth with a random move now and then.
Sums play_game(const GameDef& def, const TuneOptions& options, Engine& engine, std::uint64_t number) {
  constexpr int longest = 400;
  Random random(options.seed * 1000003 + number);
  Game game(def);
  for (auto plies = 2 + random() % 8; plies > 0 && !game.ending(); --plies) game.play(pick(game.moves(), random));
  const auto first = game.plies().size();
  Limits limits;
  limits.depth = options.depth;
  engine.clear();
  while (!game.ending() && game.plies().size() < longest)
    game.play(random() % 12 == 0 ? pick(game.moves(), random) : engine.analyze(game, limits).best());
  Sums sums;
  if (!game.ending()) return sums;
  for (auto i = first; i < game.plies().size(); ++i) {
    const Position& p = game.plies()[i].before;
    sums.add(features_of(def.rules, p), seed_value * (game.ending()->margin(p.mover) - (p.store[0] - p.store[1])));
  }
  return sums;
}

}  // namespace

Tuned tune(const GameDef& def, const TuneOptions& options, const std::atomic<bool>& stop) {
  // Each game has its own dice, and sums are added in the order of the games: threads change nothing.
  std::vector<Sums> of_game(static_cast<std::size_t>(options.games));
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20});
    for (auto i = next++; i < of_game.size() && !stop; i = next++) of_game[i] = play_game(def, options, engine, i);
  };
  {
    std::vector<std::jthread> pool;
    for (int i = 0; i < options.threads; ++i) pool.emplace_back(work);
  }
  Sums all;
  for (const auto& sums : of_game) all.add(sums);
  Tuned tuned;
  tuned.positions = all.count;
  if (all.count == 0) return tuned;
  auto products = all.products;
  for (std::size_t i = 0; i < unknowns; ++i) products[i][i] += ridge;
  const Row x = solve(products, all.with_target);
  for (std::size_t i = 0; i < feature_count; ++i) tuned.weights.features[i] = x[i];
  tuned.weights.tempo = x[feature_count];
  double explained = 0;
  for (std::size_t i = 0; i < unknowns; ++i) {
    explained += 2 * x[i] * all.with_target[i];
    for (std::size_t j = 0; j < unknowns; ++j) explained -= x[i] * x[j] * all.products[i][j];
  }
  const auto n = static_cast<double>(all.count);
  tuned.error_before = std::sqrt(std::max(0.0, all.target_squared / n - all.target / n * all.target / n)) / seed_value;
  tuned.error_after = std::sqrt(std::max(0.0, (all.target_squared - explained) / n)) / seed_value;
  return tuned;
}

}  // namespace sow
