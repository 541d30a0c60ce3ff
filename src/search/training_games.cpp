#include "search/training_games.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"
#include "board/kernel.h"
#include "board/random_move.h"
#include "db/kind.h"
#include "db/random_board.h"
#include "rules/catalog.h"
#include "rules/deal.h"
#include "search/analyzer.h"

namespace sow {
namespace {

constexpr int games_per_chunk = 32;
constexpr std::size_t max_plies = 300;
constexpr int random_move_interval = 5;  // one move in this many is random, on average
constexpr int max_opening_plies = 9;     // random moves at the start of a game

Sample sample_of(const NetworkShape& shape, const Game& game, int margin) {
  Sample sample{};
  const Position& p = game.position();
  with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) {
    const Board<W> board = kernel.pack(p);
    std::copy_n(pit_contents(shape, board.own).begin(), shape.pits, sample.contents[0].begin());
    std::copy_n(pit_contents(shape, board.opp).begin(), shape.pits, sample.contents[1].begin());
    sample.seeds = static_cast<std::uint8_t>(kernel.seeds(board));
  });
  sample.margin = static_cast<std::int16_t>(margin - seed_value * (p.seeds_owned(0) - p.seeds_owned(1)));
  return sample;
}

// Range of the number of seeds in the pits of a random endgame position: from 2/12 to 7/12 of all seeds.
constexpr int ending_parts = 12, min_ending_parts = 2, max_ending_parts = 7;
int min_seeds_in_ending(int total) { return total * min_ending_parts / ending_parts; }
int max_seeds_in_ending(int total) { return total * max_ending_parts / ending_parts; }

// The reason why games cannot start from random endgame positions; empty if they can.
std::string why_no_random_endings(const Ruleset& rules) {
  const int total = start_position(rules).total();
  if (const auto answer = database_kind(rules); answer.kind == DatabaseKind::nothing) return answer.why_not;
  if (min_seeds_in_ending(total) == 0) return "the game has too few seeds";
  if (!Index(rules, max_seeds_in_ending(total)).fits(64)) return "the game has too many boards";
  return "";
}

Game random_ending(const GameDef& def, Random& random) {
  const int total = start_position(def.rules).total(), min_seeds = min_seeds_in_ending(total);
  const Index index(def.rules, max_seeds_in_ending(total));
  int seeds;
  do seeds = min_seeds + static_cast<int>(random() % (index.max_seeds() - min_seeds + 1));
  while (!index.occurs(seeds));
  return Game(def, random_board(index, seeds, total, random));
}

// The start position, or one of the random starts.
Game usual_start(const GameDef& def, Random& random) {
  if (!def.is_undealt()) return Game(def);
  const int deal = 1 + static_cast<int>(random() % max_deal);
  return Game(def, start_position(deal_of(def, deal).rules));  // with the same rules, the analyzer keeps its table
}

std::vector<Sample> play_game(const GameDef& def, const NetworkShape& shape, const TrainingOptions& options,
                              Analyzer& analyzer, std::uint64_t number) {
  Random random = random_for(options.seed, number);
  const bool ending = options.endings > 0 && static_cast<int>(random() % 100) < options.endings;
  Game game = ending ? random_ending(def, random) : usual_start(def, random);
  for (auto plies = ending ? 0 : random() % (max_opening_plies + 1); plies > 0 && !game.ending(); --plies)
    game.play(pick(game.moves(), random));
  Limits limits;
  limits.nodes = options.nodes;
  analyzer.clear();
  std::vector<Sample> samples;
  while (!game.ending() && game.plies().size() < max_plies) {
    const Analysis analysis = analyzer.analyze(game, limits);
    if (analysis.margin) samples.push_back(sample_of(shape, game, analysis.margin->value));
    game.play(random() % random_move_interval == 0 ? pick(game.moves(), random) : analysis.best());
  }
  return samples;
}

}  // namespace

NetworkShape network_shape(const GameDef& game) {
  const int pits = game.rules.pits_per_player(), seeds = start_position(game.rules).total();
  // Counts beyond five times the seeds of a pit at the start are rare.
  constexpr int common_multiple = 5, min_counts = 16, max_counts = 40, stages = 4;
  const int board_pits = 2 * pits, common = (common_multiple * seeds + board_pits / 2) / board_pits;  // rounded
  return {.game = game.name,
          .pits = pits,
          .counts = std::clamp(common, min_counts, max_counts),
          .owned = game.rules.owns(),
          .seeds = seeds,
          .stages = stages};
}

TrainingGames::TrainingGames(const GameDef& game, const TrainingOptions& options)
    : game_(game), options_(options), shape_(network_shape(game)) {
  if (const std::string why = options_.endings > 0 ? why_no_random_endings(game.rules) : ""; !why.empty())
    throw Error(fmt::format("games of {} cannot start from random endgame positions: {}", game.name, why));
  if (options_.file.empty()) return;
  file_.emplace(options_.file, header(), shape_);
  PositionChunks chunks = file_->take_chunks();
  samples_ = std::move(chunks.samples);
  ends_ = std::move(chunks.ends);
}

std::string TrainingGames::header() const {
  return fmt::format("sow positions 2: {} ({:016x}), {} positions, {} nodes, {}seed {}\n", game_.name,
                     rules_fingerprint(game_.rules), options_.positions, options_.nodes,
                     options_.endings > 0 ? fmt::format("{} % endgames, ", options_.endings) : "", options_.seed);
}

void TrainingGames::add_chunk(const std::vector<Sample>& chunk) {
  if (file_) file_->append(chunk);
  samples_.insert(samples_.end(), chunk.begin(), chunk.end());
  ends_.push_back(samples_.size());
}

bool TrainingGames::play(std::size_t positions, const EvaluationUse& evaluation, const std::atomic<bool>& stop,
                         std::atomic<std::size_t>& generated) {
  generated = samples_.size();
  std::vector<std::unique_ptr<Analyzer>> analyzers;
  for (int i = 0; i < options_.threads; ++i)
    analyzers.push_back(std::make_unique<Analyzer>(SearchOptions{
        .threads = 1, .hash_bytes = std::size_t{1} << 20, .database = options_.database, .evaluation = evaluation}));
  while (samples_.size() < positions && !stop) {
    const std::uint64_t first = ends_.size() * games_per_chunk;
    std::vector<std::vector<Sample>> games(games_per_chunk);
    std::atomic<int> next_analyzer{0};
    parallel(options_.threads, games_per_chunk, (games_per_chunk + options_.threads - 1) / options_.threads,
             [&](std::uint64_t from, std::uint64_t to) {
               Analyzer& analyzer = *analyzers[next_analyzer++];
               for (auto g = from; g < to && !stop; ++g) {
                 games[g] = play_game(game_, shape_, options_, analyzer, first + g);
                 generated += games[g].size();
               }
             });
    if (stop) break;
    std::vector<Sample> chunk;
    for (const auto& game : games) chunk.insert(chunk.end(), game.begin(), game.end());
    if (chunk.empty()) throw Error(fmt::format("{} has no legal move in its first position", game_.name));
    add_chunk(chunk);
  }
  generated = samples_.size();
  return samples_.size() >= positions;
}

}  // namespace sow
