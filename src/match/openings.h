// The openings of a match.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "board/random_move.h"
#include "game/game.h"
#include "search/analyzer.h"

namespace sow {

class Openings {
 public:
  virtual ~Openings() = default;

  // Always returns the same unfinished game for the same number. Starts over after the last opening. Throws Error if
  // there are no openings.
  virtual Game at(int number) = 0;

  // Whether this opening differs from all with a lower number.
  virtual bool has(int number) = 0;
};

// A given list, without duplicate positions.
class ListedOpenings final : public Openings {
 public:
  explicit ListedOpenings(const std::vector<Game>& games);
  int count() const { return static_cast<int>(games_.size()); }
  Game at(int number) override { return games_[static_cast<std::size_t>(number) % games_.size()]; }
  bool has(int number) override { return static_cast<std::size_t>(number) < games_.size(); }

 private:
  std::vector<Game> games_;
};

// Random plies from the start position; in a game with random starts, each opening has a start of its own. Only
// positions that are balanced according to a search are used, since others say nothing about the players: the better
// side wins. Openings do not repeat as long as new ones can be found.
class RandomOpenings final : public Openings {
 public:
  static constexpr std::uint64_t quick_nodes = 2000;

  // `nodes`: size of the search that judges the balance, which also probes the databases. After `database.stop`,
  // openings are no longer judged, so that at() returns at once. `lead`: how many seeds one
  // side may be ahead (default: a sixteenth of all seeds).
  RandomOpenings(const GameDef& def, int plies, std::uint64_t seed, const DatabaseUse& database = {},
                 std::uint64_t nodes = quick_nodes, std::optional<double> lead = {});
  Game at(int number) override;
  bool has(int number) override;

 private:
  // Generates openings until there are `count`, or as many as can be found. Throws Error if there are none.
  void generate(std::size_t count);
  // The start position, or the next random start.
  Game start();
  // Whether a search finds neither side more than `lead` seeds ahead.
  bool balanced(const Game& game, std::uint64_t nodes, double lead);
  // Returns false if no opening was found.
  bool generate_one();

  Game start_;
  int plies_;
  std::uint64_t nodes_;
  std::optional<double> lead_;
  Random random_;
  Analyzer judge_;
  std::mutex mutex_;
  std::vector<Game> games_;
  std::set<std::string> seen_;  // all positions tried, balanced or not
  std::set<int> deals_;         // all random starts tried
  bool exhausted_ = false;
};

// Parses OGN games, whose final positions are the openings, or positions, one per line. `file` is the name used in
// error messages. Throws Error if the text is invalid or contains no openings.
std::vector<Game> parse_openings(std::string_view text, const GameDef& def, const std::string& file);

}  // namespace sow
