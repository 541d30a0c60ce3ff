// Positions to learn from: games the engine plays against itself, each position with what a search says it is worth. Searches
// that reach the endgame databases know it exactly.
//
// Moves are few nodes' best ones with a random move now and then, so that there are positions after bad moves, too: a
// search looks at little else.
//
// Positions are kept in a file as they are made. Each game has its own dice, so whoever goes on with the file, with however many
// threads, gets the same positions in the same order. (Databases of another size would change what searches find.)
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "search/evaluation.h"
#include "search/searcher.h"

namespace sow {

struct Sample {
  std::array<std::array<std::uint8_t, max_pits>, 2>
      contents;         // of the mover's pits and the opponent's, see NetworkShape
  std::uint8_t seeds;   // in the pits
  std::int16_t margin;  // hundredths of a seed
};

// The network that a game gets.
NetworkShape network_shape(const GameDef& game);

struct TrainingOptions {
  std::size_t positions = 1'000'000;
  int nodes = 2000;  // of the search behind each
  int endings = 0;   // so many games of a hundred begin on a random board of few seeds; for games that have databases
  int threads = 1;
  std::uint64_t seed = 1;
  DatabaseUse database = {};
  std::string file = {};  // where positions are kept; empty: nowhere
};

class TrainingGames {
 public:
  // Reads what the file has. Throws Error, also if it was begun with other options.
  TrainingGames(const GameDef& game, const TrainingOptions& options);

  // Plays until there are so many positions, with this evaluation. False if stopped before. `made` counts on the way.
  bool play(std::size_t positions, const EvaluationUse& evaluation, const std::atomic<bool>& stop,
            std::atomic<std::size_t>& made);

  const NetworkShape& shape() const { return shape_; }
  const std::vector<Sample>& samples() const { return samples_; }
  // The chunks of games that were played end here; positions of one game are never in two chunks.
  const std::vector<std::size_t>& chunk_ends() const { return ends_; }

 private:
  std::string header() const;
  void read_file();
  void keep_chunk(const std::vector<Sample>& chunk);

  GameDef game_;
  TrainingOptions options_;
  NetworkShape shape_;
  std::vector<Sample> samples_;
  std::vector<std::size_t> ends_;
};

}  // namespace sow
