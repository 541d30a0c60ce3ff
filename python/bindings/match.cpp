// sow.match: matches between engines, programs, and players written in Python.
#include "match/match.h"

#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <deque>

#include "background.h"
#include "bindings.h"
#include "engine.h"
#include "game/play_moves.h"
#include "match/match_summary.h"
#include "match/uci_agent.h"
#include "record.h"

namespace sow::python {
namespace {

// Players written in Python choose their moves on the thread that called match(): Ctrl-C reaches them there at once,
// and libraries that depend on the thread work. The threads that play the games wait for the answers.
class PythonPlayers {
 public:
  // Called by the work, before any game.
  void attach(Task& task) { task_ = &task; }

  // For the thread of a game: the move of this function, or no_move if the match was stopped. Throws Forfeit.
  Move ask(nb::handle function, const State& state, const std::atomic<bool>& stop) {
    if (stop || task_->stopped()) return no_move;
    const auto question = std::make_shared<Question>(function, state);
    std::unique_lock lock(task_->mutex());
    questions_.push_back(question);
    task_->notify();
    while (!answered_.wait_for(lock, stop_interval, [&] { return question->answered; }))
      if (stop || task_->stopped()) return no_move;
    // An illegal move loses the game, as for any other player.
    if (!question->mistake.empty())
      throw Forfeit(EndReason::illegal_move, fmt::format("played an illegal move: {}", question->mistake));
    return question->move;
  }

  Service service() {
    return {[this] { return !questions_.empty(); }, [this] { answer(); }};
  }

 private:
  struct Question {
    nb::handle function;  // the caller of match() keeps it alive
    State state;
    Move move = no_move;
    std::string mistake = {};
    bool answered = false;

    Question(nb::handle f, const State& s) : function(f), state(s) {}
  };
  static constexpr std::chrono::milliseconds stop_interval{10};

  void answer() {
    std::shared_ptr<Question> question;
    {
      const std::lock_guard lock(task_->mutex());
      question = questions_.front();
      questions_.pop_front();
    }
    Move move = no_move;
    std::string mistake;
    const nb::object answer = question->function(State(question->state));  // a copy, which it may change
    try {
      move = read(answer, question->state);
    } catch (const IllegalMove& e) {
      mistake = e.message();
    } catch (const nb::builtin_exception& e) {
      mistake = e.what();
    }
    const std::lock_guard lock(task_->mutex());
    question->move = move;
    question->mistake = mistake;
    question->answered = true;
    answered_.notify_all();
  }

  // The name of a move or an action, which can also be one of NumPy's integers.
  static Move read(const nb::object& answer, const State& state) {
    if (std::string text; nb::try_cast(answer, text)) return read_move(state.to_game(), text);
    const nb::object number = nb::steal(PyNumber_Index(answer.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    std::int64_t action = -1;
    if (!nb::try_cast(number, action)) throw IllegalMove("the action is out of range");
    State(state).play(action);
    return static_cast<Move>(action);
  }

  Task* task_ = nullptr;
  std::deque<std::shared_ptr<Question>> questions_;  // guarded by the task's mutex, as are their answers
  std::condition_variable answered_;
};

// A Python callable as a player: it gets a State and returns an action or the name of a move.
class PythonAgent final : public Agent {
 public:
  PythonAgent(GamePtr game, PythonPlayers& players, nb::handle function, const std::atomic<bool>& stop)
      : game_(std::move(game)), players_(players), function_(function), stop_(stop) {}

  Move choose(const Game& game) override { return players_.ask(function_, State(game_, game), stop_); }

 private:
  GamePtr game_;
  PythonPlayers& players_;
  nb::handle function_;
  const std::atomic<bool>& stop_;
};

// A player of any kind, asked for one move at a time.
class PythonPlayer {
 public:
  PythonPlayer(const std::string& text, std::uint64_t seed, const std::optional<std::string>& database)
      : spec_(parse_player(text)), seed_(seed) {
    if (is_human(spec_)) throw Error("a human player cannot be asked for moves");
    agent_ = make_agent(spec_, {.seed = seed,
                                .stop = stop_.get(),
                                .database = database_use(database, *warnings_),
                                .warn = [w = warnings_](const std::string& text) { w->add(text); }});
  }

  std::string name() const { return player_title(spec_); }
  std::string text() const { return player_text(spec_); }

  Move choose(const State& state) {
    if (state.packed->over()) throw IllegalMove("the game is over");
    const Game game = state.to_game();
    Move move = no_move;
    const std::lock_guard lock(mutex_);  // taken here, so that only the call that thinks can be stopped
    *stop_ = false;
    run_in_background(
        [&](const std::atomic<bool>&) {
          // A new game starts when the position does not continue the last one.
          if (!continues(game)) agent_->begin(game, seed_++);
          last_.emplace(game);
          move = agent_->choose(game);
        },
        {}, stop_);
    warnings_->show();
    if (move == no_move) throw std::runtime_error("the player was stopped");
    return move;
  }

 private:
  bool continues(const Game& game) const {
    if (!last_ || last_->def().name != game.def().name || last_->rules() != game.rules() ||
        last_->start() != game.start() || last_->plies().size() > game.plies().size())
      return false;
    return std::equal(last_->plies().begin(), last_->plies().end(), game.plies().begin(),
                      [](const Game::Ply& a, const Game::Ply& b) { return a.move == b.move; });
  }

  PlayerSpec spec_;
  std::uint64_t seed_;
  std::shared_ptr<Warnings> warnings_ = std::make_shared<Warnings>();
  Task::Flag stop_ = std::make_shared<std::atomic<bool>>(false);
  SharedMutex mutex_;
  std::unique_ptr<Agent> agent_;
  std::optional<Game> last_;
};

struct MatchResult {
  std::array<std::string, 2> players;
  int wins = 0, draws = 0, losses = 0;
  std::optional<double> elo, error_margin, los, llr;
  std::optional<std::string> accepted;  // "elo0" or "elo1"
  bool complete = false;
  std::vector<GameRecord> records;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
};

using PlayerArgument = std::variant<std::string, nb::callable>;

std::string name_of(const PlayerArgument& player) {
  if (const auto* text = std::get_if<std::string>(&player)) return player_title(parse_player(*text));
  const nb::object function = std::get<nb::callable>(player);
  return nb::cast<std::string>(nb::str(nb::getattr(function, "__name__", nb::repr(function))));
}

Contestant contestant(const GamePtr& game, PythonPlayers& players, const PlayerArgument& player,
                      const std::string& name, const AgentSetup& setup) {
  if (const auto* text = std::get_if<std::string>(&player)) {
    const PlayerSpec who = parse_player(*text);
    if (is_human(who)) throw Error("human players cannot take part in matches");
    return {.name = name,
            .make =
                [who, setup](const std::atomic<bool>& stop) {
                  AgentSetup own = setup;
                  own.stop = &stop;
                  return make_agent(who, own);
                },
            .spec = player_text(who),
            .variety = variety(who),
            .clock = who.clock};
  }
  const nb::handle function = std::get<nb::callable>(player);
  return {.name = name,
          .make =
              [&players, game, function](const std::atomic<bool>& stop) {
                return std::make_unique<PythonAgent>(game, players, function, stop);
              },
          .spec = name,
          .variety = Variety::unknown};
}

MatchResult play_match(const GamePtr& game, const PlayerArgument& first, const PlayerArgument& second, int games,
                       std::optional<std::array<double, 2>> sprt, std::uint64_t seed, int random_plies, int threads,
                       bool adjudicate, const std::optional<std::string>& database, const nb::object& on_game) {
  if (games < 2 || games % 2 != 0) throw nb::value_error("games must be even, since games are played in pairs");
  if (threads < 1 || random_plies < 0) throw nb::value_error("threads must be at least 1, and random_plies at least 0");
  std::optional<Sprt> test;
  if (sprt) {
    test = Sprt{.elo0 = (*sprt)[0], .elo1 = (*sprt)[1]};
    if (!(test->elo0 < test->elo1)) throw nb::value_error("sprt must be (elo0, elo1) with elo0 < elo1");
  }
  MatchResult result;
  result.players = {name_of(first), name_of(second)};
  if (result.players[0] == result.players[1]) result.players[1] += " (2)";
  Warnings warnings;
  DatabaseUse use = database_use(database, warnings);
  const AgentSetup agents{.seed = seed, .database = use, .warn = [&](const std::string& text) { warnings.add(text); }};
  PythonPlayers players;
  MatchSetup setup{.players = {contestant(game, players, first, result.players[0], agents),
                               contestant(game, players, second, result.players[1], agents)},
                   .pairs = games / 2,
                   .seed = seed,
                   .threads = threads,
                   .sprt = test,
                   .margin_ms = UciAgent::default_margin_ms};
  std::mutex mutex;
  std::vector<GameRecord> records;  // finished games that on_game has not seen yet
  const auto show = [&] {
    std::vector<GameRecord> finished;
    {
      const std::lock_guard lock(mutex);
      finished.swap(records);
    }
    for (GameRecord& record : finished) {
      if (!on_game.is_none()) on_game(record);
      result.records.push_back(std::move(record));
    }
  };
  std::optional<MatchSummary> summary;
  run_in_background(
      [&](Task& task) {
        players.attach(task);
        setup.stop = use.stop = &task.stopped();
        if (adjudicate) setup.adjudicate = use;
        RandomOpenings openings(game->def(), random_plies, seed, use);
        Match match(setup, openings);
        match.play([&](const MatchGame& played) {
          const std::lock_guard lock(mutex);
          records.emplace_back(game, played.record);
        });
        summary.emplace(game->def().name, std::vector<MatchPlayer>{{result.players[0], ""}, {result.players[1], ""}},
                        match.standings(), test, match.complete());
      },
      players.service(), show);
  show();
  warnings.show();

  const Tally& tally = summary->standings.players[0].tally;
  result.wins = tally.wins;
  result.draws = tally.draws;
  result.losses = tally.losses;
  result.complete = summary->complete;
  if (const auto strength = summary->strength(0)) {
    result.elo = strength->elo;
    result.error_margin = strength->error;
    result.los = strength->los;
  }
  if (test) {
    result.llr = test->llr(tally.pairs);
    const auto verdict = test->verdict(tally.pairs);
    if (verdict != Sprt::Verdict::open) result.accepted = verdict == Sprt::Verdict::elo0 ? "elo0" : "elo1";
  }
  return result;
}

}  // namespace

void bind_match(nb::module_& module) {
  nb::class_<PythonPlayer>(module, "Player",
                           "A player such as 'engine:level=3', 'greedy', or 'uci:./my_bot'. Call it with a State.")
      .def(nb::init<std::string, std::uint64_t, std::optional<std::string>>(), nb::arg("spec"), nb::kw_only(),
           nb::arg("seed") = 1, nb::arg("database") = nb::none())
      .def_prop_ro("name", &PythonPlayer::name, "Name of the player.")
      .def("__call__", &PythonPlayer::choose, nb::arg("state"), "The action that the player chooses.")
      .def("__repr__", [](const PythonPlayer& p) { return fmt::format("sow.player('{}')", p.text()); });

  nb::class_<MatchResult>(module, "MatchResult", "The result of a match, from the first player's point of view.")
      .def_ro("players", &MatchResult::players, "Names of the two players.")
      .def_ro("wins", &MatchResult::wins, "Games won.")
      .def_ro("draws", &MatchResult::draws, "Games drawn.")
      .def_ro("losses", &MatchResult::losses, "Games lost.")
      .def_prop_ro("games", &MatchResult::games, "Number of games counted.")
      .def_prop_ro("points", &MatchResult::points, "Wins plus half the draws.")
      .def_ro("elo", &MatchResult::elo, "Difference in strength; infinite if one player won every game.")
      .def_ro("error_margin", &MatchResult::error_margin, "Half the width of its 95 % confidence interval, or None.")
      .def_ro("los", &MatchResult::los, "Likelihood that the first player is stronger.")
      .def_ro("llr", &MatchResult::llr, "Log-likelihood ratio of the sequential test, or None.")
      .def_ro("accepted", &MatchResult::accepted, "'elo0' or 'elo1' if the sequential test is decided.")
      .def_ro("complete", &MatchResult::complete, "Whether all games were played or the test was decided.")
      .def_ro("records", &MatchResult::records, "The games.")
      .def("__repr__", [](const MatchResult& r) {
        return fmt::format("<{} against {}: +{} ={} -{}{}>", r.players[0], r.players[1], r.wins, r.draws, r.losses,
                           r.elo ? fmt::format(", Elo {:+.0f}", *r.elo) : "");
      });

  module.def("_play_match", &play_match, nb::arg("game"), nb::arg("first"), nb::arg("second"), nb::arg("games"),
             nb::arg("sprt").none(), nb::arg("seed"), nb::arg("random_plies"), nb::arg("threads"),
             nb::arg("adjudicate"), nb::arg("database").none(), nb::arg("on_game").none(),
             nb::sig("def _play_match(game: Game, first: str | collections.abc.Callable[[State], int | str], "
                     "second: str | collections.abc.Callable[[State], int | str], games: int, "
                     "sprt: collections.abc.Sequence[float] | None, seed: int, random_plies: int, threads: int, "
                     "adjudicate: bool, database: str | None, on_game: object | None) -> MatchResult"));
}

}  // namespace sow::python
