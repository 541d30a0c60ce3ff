// Where the games of a match begin.
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
#include "search/engine.h"

namespace sow {

class Openings {
 public:
  virtual ~Openings() = default;

  // The same for the same number, whoever asks and in whatever order. Not over. When there are no others they come again,
  // from the first. Throws Error if there is none at all.
  virtual Game at(int number) = 0;

  // Whether that is one that no smaller number has.
  virtual bool has(int number) = 0;
};

// Those given; of equal positions the first alone.
class ListedOpenings final : public Openings {
 public:
  explicit ListedOpenings(const std::vector<Game>& games);
  int count() const { return static_cast<int>(games_.size()); }
  Game at(int number) override { return games_[static_cast<std::size_t>(number) % games_.size()]; }
  bool has(int number) override { return static_cast<std::size_t>(number) < games_.size(); }

 private:
  std::vector<Game> games_;
};

// So many random plies from the start, after which neither side is already lost as far as a search of `nodes` sees: others
// say nothing about the players, as whoever gets the good side wins. No board comes twice as long as others are found.
class RandomOpenings final : public Openings {
 public:
  static constexpr std::uint64_t quick = 2000;  // nodes

  // What databases know counts, too. `lead`: the seeds that one side may be ahead, a sixteenth of all if it is not given.
  RandomOpenings(GameDef def, int plies, std::uint64_t seed, const DatabaseUse& database = {},
                 std::uint64_t nodes = quick, std::optional<double> lead = {});
  Game at(int number) override;
  bool has(int number) override;

 private:
  // Makes as many, if there are. Throws Error if there is none.
  void make(std::size_t count);
  // Whether a search of so many nodes finds neither side further ahead.
  bool balanced(const Game& game, std::uint64_t nodes, double lead);
  // False if none is found.
  bool make_one();

  GameDef def_;
  int plies_;
  std::uint64_t nodes_;
  std::optional<double> lead_;
  Random random_;
  Engine judge_;
  std::mutex mutex_;
  std::vector<Game> games_;     // made so far, in order
  std::set<std::string> seen_;  // boards, balanced or not
  bool exhausted_ = false;
};

// A text of OGN records, each of which is played to its end, or of positions, one a line. `file` is for messages.
// Throws Error, also if there is none.
std::vector<Game> parse_openings(std::string_view text, const GameDef& def, const std::string& file);

}  // namespace sow
