// A match: two or more players, everybody against everybody, in pairs of games from the same opening with the sides
// swapped, as many at once as there are threads.
//
// Pairs are numbered: the first round has one pair for each pairing, all from the first opening, and so on. What happens
// in a pair depends on its number and the seed alone, so players that always choose alike give the same match with any
// number of threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "match/openings.h"
#include "match/standings.h"

namespace sow {

struct Contestant {
  std::string name;
  // Called for every thread. Throws Error.
  std::function<std::unique_ptr<Agent>(const std::atomic<bool>& stop)> make;
};

struct MatchSetup {
  std::vector<Contestant> players = {};
  int pairs = 50;  // of each pairing
  std::uint64_t seed = 1;
  int threads = 1;
  int longest_game = 1000;        // plies; then it is counted as if a position had come too often
  std::optional<Sprt> sprt = {};  // of the first against the second: ends the match when decided; of two players only
  const std::atomic<bool>* stop = nullptr;  // ends the match when somebody sets it; not null
};

struct MatchGame {
  int pair = 0, game = 0;                // game 0, and 1 with the sides swapped
  std::array<std::size_t, 2> players{};  // South, North
  Record record;
  GameResult result;
};

class Match {
 public:
  using OnGame = std::function<void(const MatchGame&)>;

  Match(MatchSetup setup, Openings& openings);

  int pairs() const { return setup_.pairs * standings_.pairings.size(); }
  int games() const { return 2 * pairs(); }

  // A game that was played before, read from a file. Throws Error if it is not one of this match.
  void resume(const Record& record);

  // Plays what is left. `on_game` is called as games end, in any order but one at a time; `on_wait` now and then on the
  // calling thread. Throws Error if a player cannot be made, and what `on_game` throws.
  void play(const OnGame& on_game, const std::function<void()>& on_wait = {});

  // Of the pairs whose games are both over; with a sequential test that is decided, of those that decided it.
  const Standings& standings() const { return standings_; }
  bool complete() const { return counted_ == pairs() || decided_; }

 private:
  struct Pair {
    std::array<std::optional<GameResult>, 2> games;
  };
  class Worker;

  std::size_t pairing_of(int pair) const { return pair % standings_.pairings.size(); }
  std::array<std::size_t, 2> players_of(int pair, int game) const;
  Game opening_of(int pair);
  void finished(const MatchGame& game);
  void count_in_order();

  MatchSetup setup_;
  Openings& openings_;
  Standings standings_;
  std::vector<Pair> results_;
  int counted_ = 0;       // pairs, from the first
  bool decided_ = false;  // by the sequential test
};

}  // namespace sow
