// The engine as front ends and other programs use it: one object that owns a game, its kernel, the endgame databases,
// the evaluation, and the search. The command line, UCI, JSON lines, HTTP server, and bots only translate between their
// own world and this class, and it is the header that a program includes to embed Sow (docs/embedding.md).
//
//   sow::Engine engine({.threads = 2});
//   engine.set_game("kalah");
//   engine.play("C");
//   const sow::Analysis analysis = engine.analyze({.depth = 12});
//
// A Game is a value: copies are cheap and share their kernel. Every method that thinks takes a Game, so one engine can
// serve many positions of many games; without one, it thinks about its own game. Only the most recent game has a
// transposition table.
//
// Methods that think may be called from several threads; they wait for each other. Limits::stop ends a search at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "board/notation.h"
#include "game/explain.h"
#include "game/game.h"
#include "game/play_moves.h"
#include "game/summary.h"
#include "match/agent.h"
#include "match/player_spec.h"
#include "rules/catalog.h"
#include "search/analyzer.h"
#include "search/search_options.h"
#include "search/solver.h"
#include "study/coach.h"
#include "study/report.h"

namespace sow {

// Thrown by Engine::probe() if no database covers the position.
class NotInDatabase : public Error {
 public:
  using Error::Error;
};

// Advice for a person.
struct Hint {
  Analysis analysis;
  Line line;                                // the suggested move and the play that follows
  std::optional<MoveReasons> reasons = {};  // why; empty if threat() found nothing to fear
};

// How solve() will work, known before it starts.
struct SolvePlan {
  SolveMemory memory;  // at most this much
  bool by_search;      // positions can repeat, so search deepens until it has a proof, which it may never find
};
using OnSolvePlan = std::function<void(const SolvePlan&)>;

class Engine {
 public:
  explicit Engine(SearchOptions options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const SearchOptions& options() const { return analyzer_.options(); }
  // Drops the transposition table.
  void set_options(SearchOptions options);

  // The engine's own game; owari, if none was set. The second form takes the name of a game, or whatever else
  // find_game() accepts.
  const Game& game() const;
  void set_game(Game game) { game_ = std::move(game); }
  void set_game(const std::string& spec);
  // The legal moves as text; empty if the game is over. game().moves() has them as a set.
  std::vector<std::string> legal() const;
  // Throw IllegalMove, whose message says why, and leave the game unchanged.
  void play(Move move);
  Move play(std::string_view text);
  bool undo();

  // Builds tables and opens databases for this game, which can take a moment. analyze() does it if needed. Throws Error
  // if the evaluation does not fit the game.
  void prepare(const Game& game);
  // Searches until a limit is reached or every requested line is proven. Calls `on_progress` after each completed
  // depth. The result has no lines if the game is over. Deterministic with one thread and no time limit, except that
  // the transposition table helps later searches; clear() resets it.
  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress = {});
  Analysis analyze(const Limits& limits, const OnProgress& on_progress = {}) {
    return analyze(game(), limits, on_progress);
  }
  // Clears the transposition table and the move-ordering history.
  void clear();
  // The endgame databases have grown: opens them again before the next analysis, which keeps the transposition table.
  void reopen_databases();
  // How full the transposition table is, in permille.
  int hash_permille() const { return analyzer_.hash_permille(); }
  // The static evaluation of the position, in hundredths of a seed from the mover's point of view.
  int evaluate(const Game& game) const;

  // Proves the value of the position and of each move, within the limits. Uses the threads and databases of this
  // engine, whatever `how` says. Throws Error unless require_solvable() passes.
  Analysis solve(const Game& game, const Limits& limits, SolveOptions how = {}, const OnSolvePlan& on_plan = {},
                 const OnSolveProgress& on_progress = {}) const;
  Analysis solve(const Limits& limits = {}, SolveOptions how = {}) const {
    return solve(game(), limits, std::move(how));
  }

  // The values in the endgame database: of the position, and of each move. Throws NotInDatabase or DamagedFile.
  Analysis probe(const Game& game) const;
  Analysis probe() const { return probe(game()); }

  // A player other than a person, with the databases and the evaluation of this engine. `setup.stop` is required.
  // Throws Error, for example if an external program cannot be started.
  std::unique_ptr<Agent> make_player(const PlayerSpec& who, AgentSetup setup) const;
  // One move of such a player; no_move if it was stopped before it found one.
  Move choose(const Game& game, const PlayerSpec& who, std::uint64_t seed, const std::atomic<bool>& stop) const;
  // A move at one of the levels 1 to 10, found with this engine's own search; no_move if the game is over.
  Move choose(const Game& game, int level, const Limits& limits, Random& random);
  // The player as text: "engine:level=3", "greedy", "minimax:depth=8".
  Move choose(std::string_view who, std::uint64_t seed = 0) const;

  // A good move and the reasons for it. The game must not be over.
  Hint hint(const Game& game, const std::atomic<bool>& stop);
  // The opponent's best capture if the mover passed. Neither this game nor with_turn_passed(game), to which the hint
  // refers, may be over.
  Hint threat(const Game& game, const std::atomic<bool>& stop);
  // What each move would cost, the best one first; empty if stopped. The game must not be over.
  std::vector<Advice> coach(const Game& game, const std::atomic<bool>& stop);

  // Compares every move of the game with the best one. Returns nullopt if stopped.
  std::optional<GameReport> report(const Game& game, const Limits& limits, const OnPly& on_ply);
  // One step of a report that can be paused; see GameReporter.
  bool step(GameReporter& reporter, const Limits& limits, const OnPly& on_ply);

 private:
  Analysis prove(const Game& game, const Limits& limits, const SolveOptions& how, const OnSolvePlan& on_plan,
                 const OnSolveProgress& on_progress) const;

  mutable std::optional<Game> game_;
  std::mutex mutex_;  // guards analyzer_
  Analyzer analyzer_;
};

// Throws Error if positions of the game have no value of their own, because it ends after some plies without a capture.
void require_solvable(const Game& game);

// The same position with the opponent to move; the same game if it is over.
Game with_turn_passed(const Game& game);

}  // namespace sow
