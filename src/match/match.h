// A match: two or more players, everybody against everybody (or, in a gauntlet, the first against everybody), in pairs of
// games from the same opening with the sides swapped, as many at once as there are threads.
//
// Pairs are numbered: the first round has one pair for each pairing, all from the first opening, and so on. What happens
// in a pair depends on its number and the seed alone, so players that always choose alike give the same match with any
// number of threads.
//
// Results count as if every pair were new. So players who would only play the same games again never get an opening twice:
// the pair is left out. Where nobody knows beforehand, as with other people's programs, a pair whose games have both been
// played before is not counted.
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
  // Called for every thread. Throws Error.
  std::function<std::unique_ptr<Agent>(const std::atomic<bool>& stop)> make;
  std::string spec = {};  // how it plays, limits and all; a match goes on only with the same players
  Variety variety = Variety::dice;
  std::optional<TimeControl> clock = {};
};

struct MatchSetup {
  std::vector<Contestant> players = {};
  bool gauntlet = false;
  int pairs = 50;  // of each pairing
  std::uint64_t seed = 1;
  int threads = 1;
  int longest_game = 1000;        // plies; then it is counted as if a position had come too often
  std::optional<Sprt> sprt = {};  // of the first against the second: ends the match when decided; of two players only
  const std::atomic<bool>* stop = nullptr;     // ends the match when somebody sets it; not null
  int margin_ms = 0;                           // a player's clock may be overdrawn by so much
  std::optional<DatabaseUse> adjudicate = {};  // games end when their result is proven
  std::string conditions = {};  // everything else that decides how games go, in words: must be the same to go on
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

  // Pairs that were not played, as there were no more openings and the players would have repeated their games.
  int left_out() const { return left_out_; }
  // Pairs that were played but not counted, as both games had been played before.
  int repeated() const { return repeated_; }
  // An opening was played more than once by the same two players.
  bool reused_openings() const { return reused_; }

 private:
  struct Pair {
    std::array<std::optional<GameResult>, 2> games;
    std::array<std::size_t, 2> moves{};  // a number for each of these games
    bool left_out = false;
  };
  class Worker;

  std::size_t pairing_of(int pair) const { return pair % standings_.pairings.size(); }
  std::array<std::size_t, 2> players_of(int pair, int game) const;
  int opening_number(int pair) const { return pair / static_cast<int>(standings_.pairings.size()); }
  Game opening_of(int pair) { return openings_.at(opening_number(pair)); }
  // That of the more varied of its two players.
  Variety variety_of(int pair) const;
  void leave_out(int pair);
  void keep(int pair, int game, const GameResult& result, const Record& record);
  void count(int pair);
  void count_in_order();

  MatchSetup setup_;
  Openings& openings_;
  Standings standings_;
  std::vector<Pair> results_;
  int counted_ = 0;       // pairs, from the first
  bool decided_ = false;  // by the sequential test
  int left_out_ = 0, repeated_ = 0;
  bool reused_ = false;
  std::set<std::tuple<std::size_t, std::size_t, std::size_t>> seen_;  // pairing and games of pairs that were counted
};

}  // namespace sow
