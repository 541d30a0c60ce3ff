#include "search/training_games.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/parallel.h"
#include "board/random_move.h"
#include "db/kind.h"
#include "db/random_board.h"
#include "search/engine.h"

namespace sow {
namespace {

constexpr int games_a_chunk = 32;
constexpr std::size_t longest_game = 300;  // plies
constexpr int random_move_in = 5;          // one move of so many

Sample sample_of(const NetworkShape& shape, const Game& game, int margin) {
  Sample sample{};
  const Position& p = game.position();
  with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) {
    const Board<W> board = kernel.pack(p);
    for (int i = 0; i < shape.pits; ++i) {
      sample.contents[0][i] = static_cast<std::uint8_t>(pit_content(shape, board.own, i));
      sample.contents[1][i] = static_cast<std::uint8_t>(pit_content(shape, board.opp, i));
    }
    sample.seeds = static_cast<std::uint8_t>(kernel.seeds(board));
  });
  sample.margin = static_cast<std::int16_t>(margin - seed_value * (p.seeds_owned(0) - p.seeds_owned(1)));
  return sample;
}

// How many seeds of all are in the pits of a random ending.
int fewest_in_ending(int total) { return total / 6; }
int most_in_ending(int total) { return total * 7 / 12; }

// Why no game can begin with one; empty if it can.
std::string why_no_endings(const Ruleset& rules) {
  const int total = start_position(rules).total();
  if (const auto answer = database_kind(rules); answer.kind == DatabaseKind::nothing) return answer.why_not;
  if (fewest_in_ending(total) == 0) return "there are too few seeds";
  if (!Index(rules, most_in_ending(total)).fits(64)) return "there are too many boards to number them";
  return "";
}

Game random_ending(const GameDef& def, Random& random) {
  const int total = start_position(def.rules).total(), fewest = fewest_in_ending(total);
  const int seeds = fewest + static_cast<int>(random() % (most_in_ending(total) - fewest + 1));
  return Game(def, random_board(Index(def.rules, seeds), seeds, total, random));
}

std::vector<Sample> play_game(const GameDef& def, const NetworkShape& shape, const TrainingOptions& options,
                              Engine& engine, std::uint64_t number) {
  Random random(options.seed * 1000003 + number);
  const bool ending = options.endings > 0 && static_cast<int>(random() % 100) < options.endings;
  Game game = ending ? random_ending(def, random) : Game(def);
  for (auto plies = ending ? 0 : random() % 10; plies > 0 && !game.ending(); --plies)
    game.play(pick(game.moves(), random));
  Limits limits;
  limits.nodes = options.nodes;
  engine.clear();
  std::vector<Sample> samples;
  while (!game.ending() && game.plies().size() < longest_game) {
    const Analysis analysis = engine.analyze(game, limits);
    if (analysis.margin) samples.push_back(sample_of(shape, game, analysis.margin->value));
    game.play(random() % random_move_in == 0 ? pick(game.moves(), random) : analysis.best());
  }
  return samples;
}

// A position in the file: both sides' contents, the seeds, the margin in two bytes, low first.
std::size_t packed_bytes(const NetworkShape& shape) { return 2 * static_cast<std::size_t>(shape.pits) + 3; }

void append(std::string& text, const NetworkShape& shape, const Sample& sample) {
  for (const auto& side : sample.contents) text.append(side.begin(), side.begin() + shape.pits);
  const unsigned margin = static_cast<std::uint16_t>(sample.margin);
  for (const unsigned byte : {unsigned{sample.seeds}, margin & 255, margin >> 8}) text += static_cast<char>(byte);
}

Sample unpack(const char* bytes, const NetworkShape& shape) {
  Sample sample{};
  const auto next = [&] { return static_cast<std::uint8_t>(*bytes++); };
  for (auto& side : sample.contents)
    for (int i = 0; i < shape.pits; ++i) side[i] = next();
  sample.seeds = next();
  const unsigned low = next(), high = next();
  sample.margin = static_cast<std::int16_t>(low | high << 8);
  return sample;
}

bool is_valid(const Sample& sample, const NetworkShape& shape) {
  return std::all_of(sample.contents.begin(), sample.contents.end(), [&](const auto& side) {
    return std::all_of(side.begin(), side.begin() + shape.pits, [&](int c) { return c < shape.contents(); });
  });
}

}  // namespace

NetworkShape network_shape(const GameDef& game) {
  const int pits = game.rules.pits_per_player(), seeds = start_position(game.rules).total();
  // Five times the seeds of a pit at the start: more are rare.
  return {.game = game.name,
          .pits = pits,
          .counts = std::clamp((5 * seeds + pits) / (2 * pits), 16, 40),
          .owned = game.rules.owns(),
          .seeds = seeds,
          .stages = 4};
}

TrainingGames::TrainingGames(const GameDef& game, const TrainingOptions& options)
    : game_(game), options_(options), shape_(network_shape(game)) {
  if (const std::string why = options_.endings > 0 ? why_no_endings(game.rules) : ""; !why.empty())
    throw Error(fmt::format("games of {} cannot begin with random endings: {}", game.name, why));
  if (!options_.file.empty()) read_file();
}

std::string TrainingGames::header() const {
  return fmt::format("sow positions of {} ({:016x}): {} of {} nodes, {}seed {}\n", game_.name,
                     rules_fingerprint(game_.rules), options_.positions, options_.nodes,
                     options_.endings > 0 ? fmt::format("{} % endings, ", options_.endings) : "", options_.seed);
}

// After the header come chunks: how many positions, in four bytes, and the positions. A chunk that was cut off is made again.
void TrainingGames::read_file() {
  const std::string first = header();
  if (!std::filesystem::exists(options_.file)) {
    File(options_.file, O_WRONLY | O_CREAT | O_TRUNC).write(first);
    return;
  }
  File file(options_.file, O_RDWR);
  std::string text(file.size(), '\0');
  text.resize(file.read_at(0, text.data(), text.size()));
  if (!text.starts_with(first))
    throw Error(fmt::format("{} was begun for another game or with other options; remove it to begin anew",
                            shown(options_.file)));
  std::size_t at = first.size();
  for (std::uint32_t count = 0; at + sizeof count <= text.size(); at += sizeof count + count * packed_bytes(shape_)) {
    std::memcpy(&count, text.data() + at, sizeof count);
    if (at + sizeof count + count * packed_bytes(shape_) > text.size()) break;
    for (std::uint32_t i = 0; i < count; ++i) {
      samples_.push_back(unpack(text.data() + at + sizeof count + i * packed_bytes(shape_), shape_));
      if (!is_valid(samples_.back(), shape_))
        throw Error(fmt::format("{} is damaged; remove it to begin anew", shown(options_.file)));
    }
    ends_.push_back(samples_.size());
  }
  file.truncate(at);
}

void TrainingGames::keep_chunk(const std::vector<Sample>& chunk) {
  samples_.insert(samples_.end(), chunk.begin(), chunk.end());
  ends_.push_back(samples_.size());
  if (options_.file.empty()) return;
  const auto count = static_cast<std::uint32_t>(chunk.size());
  std::string text(sizeof count, '\0');
  std::memcpy(text.data(), &count, sizeof count);
  for (const Sample& sample : chunk) append(text, shape_, sample);
  File(options_.file, O_WRONLY | O_APPEND).write(text);
}

bool TrainingGames::play(std::size_t positions, const EvaluationUse& evaluation, const std::atomic<bool>& stop,
                         std::atomic<std::size_t>& made) {
  made = samples_.size();
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < options_.threads; ++i)
    engines.push_back(std::make_unique<Engine>(SearchOptions{
        .threads = 1, .hash_bytes = std::size_t{1} << 20, .database = options_.database, .evaluation = evaluation}));
  while (samples_.size() < positions && !stop) {
    const std::uint64_t first = ends_.size() * games_a_chunk;
    std::vector<std::vector<Sample>> games(games_a_chunk);
    std::atomic<int> next_engine{0};
    parallel(options_.threads, games_a_chunk, (games_a_chunk + options_.threads - 1) / options_.threads,
             [&](std::uint64_t from, std::uint64_t to) {
               Engine& engine = *engines[next_engine++];
               for (auto g = from; g < to && !stop; ++g) {
                 games[g] = play_game(game_, shape_, options_, engine, first + g);
                 made += games[g].size();
               }
             });
    if (stop) break;
    std::vector<Sample> chunk;
    for (const auto& game : games) chunk.insert(chunk.end(), game.begin(), game.end());
    if (chunk.empty()) throw Error(fmt::format("no game of {} has a move", game_.name));
    keep_chunk(chunk);
  }
  made = samples_.size();
  return samples_.size() >= positions;
}

}  // namespace sow
