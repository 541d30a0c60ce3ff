// Training data from self-play: every position of a game with the score of a short search. Scores are exact if the
// search reaches the endgame databases.
//
// Some moves are random, so that the data includes positions after bad moves, which make up most of a search tree.
//
// Positions are saved to a file as they are generated. Each game has its own random seed: a resumed run generates the
// same positions in the same order, with any number of threads (unless the databases have changed).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "search/evaluation.h"
#include "search/positions_file.h"
#include "search/searcher.h"
#include "search/training_sample.h"

namespace sow {

// The dimensions of a new network for the game.
NetworkShape network_shape(const GameDef& game);

struct TrainingOptions {
  std::size_t positions = 1'000'000;
  int nodes = 2000;  // per search
  int endings = 0;   // percentage of games that start from a random endgame position; requires a game with databases
  int threads = 1;
  std::uint64_t seed = 1;
  DatabaseUse database = {};
  std::string file = {};  // the file to save positions to; empty: none
};

class TrainingGames {
 public:
  // Loads the positions of the file. Throws Error, for example if it was created with other options.
  TrainingGames(const GameDef& game, const TrainingOptions& options);

  // Plays games with this evaluation until there are at least this many positions. Returns false if stopped earlier.
  // `generated` is updated along the way.
  bool play(std::size_t positions, const EvaluationUse& evaluation, const std::atomic<bool>& stop,
            std::atomic<std::size_t>& generated);

  const NetworkShape& shape() const { return shape_; }
  const std::vector<Sample>& samples() const { return samples_; }
  // samples().size() after each chunk of games; a game is never split across chunks.
  const std::vector<std::size_t>& chunk_ends() const { return ends_; }

 private:
  std::string header() const;
  void add_chunk(const std::vector<Sample>& chunk);

  GameDef game_;
  TrainingOptions options_;
  NetworkShape shape_;
  std::optional<PositionsFile> file_;
  std::vector<Sample> samples_;
  std::vector<std::size_t> ends_;
};

}  // namespace sow
