// A match between two or more players: a round robin or, as a gauntlet, the first player against all others. Games are
// played in pairs from the same opening with sides swapped, one game per thread at a time.
//
// Pairs are numbered: the first round has one pair per pairing, all from the first opening, and so on. A pair depends
// only on its number and the seed, so deterministic players produce the same match with any number of threads.
//
// The statistics assume that all pairs are independent. Deterministic players therefore never get the same opening
// twice: the pair is skipped. If it is unknown whether a player is deterministic, as with external programs, a pair
// whose games have both been played before is not counted.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "match/judge.h"
#include "match/openings.h"
#include "match/player_spec.h"
#include "match/standings.h"

namespace sow {

struct Contestant {
  std::string name;
  // Called once per thread. Throws Error.
  std::function<std::unique_ptr<Agent>(const std::atomic<bool>& stop)> make;
  std::string spec = {};  // all settings of the player; a match is only resumed with the same ones
  Variety variety = Variety::random;
  std::optional<TimeControl> clock = {};
};

struct MatchSetup {
  std::vector<Contestant> players = {};
  bool gauntlet = false;
  int pairs = 50;  // per pairing
  std::uint64_t seed = 1;
  int threads = 1;
  int max_plies = 1000;                        // longer games are scored as if ended by repetition
  std::optional<Sprt> sprt = {};               // for two players: ends the match when the test is decided
  const std::atomic<bool>* stop = nullptr;     // another thread sets it to end the match; required
  int margin_ms = 0;                           // how far a clock may be overrun
  std::optional<DatabaseUse> adjudicate = {};  // if set, games end when their result is proven
  std::string conditions = {};                 // all other settings as text; a match is only resumed with the same ones
};

struct MatchGame {
  int pair = 0, game = 0;                // game 1 has the sides swapped
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

  // Adds a game of an interrupted match. Throws Error if it does not belong to this match.
  void resume(const Record& record);

  // Plays the remaining games. Calls `on_game` after each game, in any order but one at a time, and `on_wait` regularly
  // on the calling thread. Throws Error if a player cannot be created, and anything that `on_game` throws.
  void play(const OnGame& on_game, const std::function<void()>& on_wait = {});

  // The results of all completed pairs; if a sequential test was decided, only of the pairs up to its decision.
  const Standings& standings() const { return standings_; }
  bool complete() const { return counted_ == pairs() || decided_; }

  // Number of pairs that were not played because there were no more openings and both players are deterministic.
  int skipped() const { return skipped_; }
  // Number of pairs that were played but not counted because both games had been played before.
  int repeated() const { return repeated_; }
  // Whether two players played the same opening more than once.
  bool reused_openings() const { return reused_; }

 private:
  struct Pair {
    std::array<std::optional<GameResult>, 2> games;
    std::array<std::size_t, 2> move_hashes{};
    bool skipped = false;
  };
  class Worker;

  std::size_t pairing_of(int pair) const { return pair % standings_.pairings.size(); }
  std::array<std::size_t, 2> players_of(int pair, int game) const;
  int opening_number(int pair) const { return pair / static_cast<int>(standings_.pairings.size()); }
  Game opening_of(int pair) { return openings_.at(opening_number(pair)); }
  // The variety of the more varied of the two players.
  Variety variety_of(int pair) const;
  void skip(int pair);
  void add_result(int pair, int game, const GameResult& result, const Record& record);
  void count(int pair);
  void count_in_order();

  MatchSetup setup_;
  Openings& openings_;
  Standings standings_;
  std::vector<Pair> results_;
  int counted_ = 0;       // number of leading pairs that are counted
  bool decided_ = false;  // the sequential test has been decided
  int skipped_ = 0, repeated_ = 0;
  bool reused_ = false;
  std::set<std::tuple<std::size_t, std::size_t, std::size_t>> seen_;  // pairing and hashes of all counted pairs
};

}  // namespace sow
