// sow.State: a game in progress.
#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>

#include "arrays.h"
#include "bindings.h"
#include "board/notation.h"
#include "errors.h"
#include "game/explain.h"
#include "game/observation.h"
#include "game/play_moves.h"
#include "game_info.h"

namespace sow::python {

State::State(GamePtr info, const Game& played) : State(std::move(info), played.start()) {
  for (const Game::Ply& ply : played.plies()) packed->play(ply.move);
  if (played.played_on()) packed->play_on();
}

void State::play(std::int64_t action) {
  if (action >= 0 && action < max_moves && has(packed->moves(), static_cast<Move>(action))) [[likely]]
    return packed->play(static_cast<Move>(action));
  game->check_action(action);
  Game slow = to_game();
  play_move(slow, static_cast<Move>(action));  // throws, with the reason, unless the players may play on
  packed->play(static_cast<Move>(action));
}

Game State::to_game() const {
  Game played = game->prototype().from(packed->start());
  for (const Move move : packed->history()) played.play(move);
  if (packed->played_on()) played.play_on();
  return played;
}

namespace {

constexpr int terminal_player = -4;  // as in OpenSpiel

Player checked_player(int player) {
  if (player != 0 && player != 1) throw nb::index_error("players are 0 (South) and 1 (North)");
  return static_cast<Player>(player);
}

int current_player(const State& state) {
  return state.packed->over() ? terminal_player : static_cast<int>(state.packed->mover());
}

nb::list list_of(MoveSet moves) {
  nb::list list = nb::steal<nb::list>(PyList_New(std::popcount(moves)));
  for (Py_ssize_t i = 0; moves != 0; moves &= moves - 1)
    PyList_SetItem(list.ptr(), i++, PyLong_FromLong(std::countr_zero(moves)));
  return list;
}

// With up to eight actions, lists are copied from a cache, which is faster than filling them one by one.
nb::list legal_actions(const State& state) {
  static std::array<PyObject*, 256> cache{};  // never freed
  const MoveSet moves = state.packed->moves();
  if (moves >= cache.size()) return list_of(moves);
  PyObject*& known = cache[moves];
  if (known == nullptr) known = list_of(moves).release().ptr();
  return nb::steal<nb::list>(PyList_GetSlice(known, 0, PY_SSIZE_T_MAX));
}

Array<bool, 1> legal_actions_mask(const State& state) {
  const auto count = static_cast<std::size_t>(state.game->actions());
  auto mask = make_array<bool, 1>({count});
  for (std::size_t i = 0; i < count; ++i) mask.data()[i] = has(state.packed->moves(), static_cast<Move>(i));
  return mask;
}

std::array<double, 2> returns(const State& state) {
  const auto ending = state.packed->ending();
  if (!ending) return {0, 0};
  const int margin = ending->margin(Player::south), sign = (margin > 0) - (margin < 0);
  return {static_cast<double>(sign), static_cast<double>(-sign)};
}

// South's and North's seeds: the final count, or the stores.
std::array<int, 2> scores(const State& state) {
  if (const auto ending = state.packed->ending()) return ending->seeds;
  const Position p = state.position();
  return {p.store_of(Player::south), p.store_of(Player::north)};
}

Array<float, 1> observation_tensor(const State& state, std::optional<int> player) {
  auto out = make_array<float, 1>({static_cast<std::size_t>(observation_size(state.rules()))});
  state.packed->observe(player ? checked_player(*player) : state.packed->mover(), out.data());
  return out;
}

std::string move_name(const State& state, std::int64_t action) {
  state.game->check_action(action);
  return move_text(state.rules(), state.position(), static_cast<Move>(action));
}

Move read_action(const State& state, const std::string& text) { return read_move(state.to_game(), text); }

// The player's pits in sowing order.
std::vector<int> pits_of(const State& state, int player) {
  const Position p = state.position();
  const Pits& pits = p.pits_of(checked_player(player));
  return {pits.begin(), pits.begin() + state.game->layout().pits()};
}

// The owner of each of the player's pits: 0, 1, or -1 for nobody.
std::vector<int> owners_of(const State& state, int player) {
  const Position p = state.position();
  const auto side = static_cast<int>(p.side_of(checked_player(player)));
  std::vector<int> owners;
  for (int i = 0; i < state.game->layout().pits(); ++i) {
    const PitSet bit = bit_of(pit(side, i));
    const int south = static_cast<int>(p.side_of(Player::south));
    owners.push_back((p.owned[south] & bit) != 0 ? 0 : (p.owned[1 - south] & bit) != 0 ? 1 : -1);
  }
  return owners;
}

nb::object draw(nb::handle state, const nb::object& last_move, const nb::object& values) {
  return nb::module_::import_("sow._svg").attr("board_svg")(state, last_move, values);
}

}  // namespace

void bind_state(nb::module_& module) {
  module.attr("TERMINAL_PLAYER") = terminal_player;

  nb::class_<State>(module, "State",
                    "A game in progress: a position and the moves that led to it.\n\n"
                    "Player 0 is South and moves first; player 1 is North. Two states are equal if they are the same "
                    "position of the same game, no matter how it was reached.")
      .def_prop_ro(
          "game", [](const State& s) { return s.game; }, "The rules.")
      .def(
          "get_game", [](const State& s) { return s.game; }, "The rules, as in OpenSpiel.")
      .def("current_player", &current_player, "The player to move, or TERMINAL_PLAYER if the game is over.")
      .def(
          "is_terminal", [](const State& s) { return s.packed->over(); }, "Whether the game is over.")
      // Without names of arguments, calls of legal_actions() and apply_action() are faster.
      .def("legal_actions", &legal_actions, nb::sig("def legal_actions(self) -> list[int]"),
           "The legal actions in ascending order; empty if the game is over.")
      .def(
          "legal_actions",
          [](const State& s, int player) {
            return checked_player(player) == s.packed->mover() ? legal_actions(s) : nb::list();
          },
          nb::sig("def legal_actions(self, player: int, /) -> list[int]"),
          "The legal actions of a player; empty if it is not their turn.")
      .def("legal_actions_mask", &legal_actions_mask, "A bool array with one entry per action.")
      .def("apply_action", &State::play, nb::sig("def apply_action(self, action: int, /) -> None"),
           "Plays an action. Raises IllegalMoveError, or IndexError if the game has no such action.\n\n"
           "If the game is over but may_play_on(), the players play on with this action.")
      .def(
          "undo_action",
          [](State& s) {
            if (!s.packed->undo()) throw nb::index_error("no action to undo");
          },
          "Takes the last action back.")
      .def(
          "undo_action",
          [](State& s, int, Move) {
            if (!s.packed->undo()) throw nb::index_error("no action to undo");
          },
          nb::arg("player"), nb::arg("action"), "The same, with the arguments of OpenSpiel.")
      .def(
          "child",
          [](const State& s, std::int64_t action) {
            State next(s);
            next.play(action);
            return next;
          },
          nb::arg("action"), "A copy of the state after an action.")
      .def(
          "clone", [](const State& s) { return State(s); }, "An independent copy, with its history.")
      .def("__copy__", [](const State& s) { return State(s); })
      .def(
          "__deepcopy__", [](const State& s, const nb::object&) { return State(s); }, nb::arg("memo"))
      .def("returns", &returns, "[South, North]: 1 for a win, -1 for a loss, 0 for a draw or an unfinished game.")
      .def("rewards", &returns, "The rewards of the last action, which are the returns: only the result counts.")
      .def(
          "player_return", [](const State& s, int player) { return returns(s)[index(checked_player(player))]; },
          nb::arg("player"), "The return of one player.")
      .def(
          "player_reward", [](const State& s, int player) { return returns(s)[index(checked_player(player))]; },
          nb::arg("player"), "The reward of one player.")
      .def("scores", &scores,
           "[South, North]: the final count of seeds, or the seeds in the stores if the game is not over.")
      .def(
          "stores",
          [](const State& s) {
            const Position p = s.position();
            return std::array<int, 2>{p.store_of(Player::south), p.store_of(Player::north)};
          },
          "[South, North]: seeds in the stores.")
      .def_prop_ro(
          "ending",
          [](const State& s) -> std::optional<std::string> {
            const auto ending = s.packed->ending();
            return ending ? std::optional(std::string(reason_word(ending->reason))) : std::nullopt;
          },
          "Why the game ended, such as 'side-empty' or 'repetition'; None if it is not over.")
      .def(
          "may_play_on", [](const State& s) { return s.packed->may_play_on(); },
          "Whether a repetition ended the game, but the rules let the players agree to play on.")
      .def(
          "play_on",
          [](State& s) {
            if (!s.packed->may_play_on())
              throw IllegalMove("no repetition ended the game, or the rules do not let the players play on");
            s.packed->play_on();
          },
          "Continues the game after a repetition: from now on, occurrences are counted from this position.")
      .def(
          "explain_ending",
          [](const State& s) -> std::optional<std::string> {
            return s.packed->over() ? std::optional(explain_ending(s.to_game())) : std::nullopt;
          },
          "The result in words; None if the game is not over.")
      .def("pits", &pits_of, nb::arg("player"), "Seeds in a player's pits, in sowing order.")
      .def("owners", &owners_of, nb::arg("player"), "Owner of each of a player's pits; -1 if nobody owns it.")
      .def("observation_tensor", &observation_tensor, nb::arg("player") = nb::none(),
           "The position as a float32 array, as a player sees it (default: the player to move).\n\n"
           "The seeds in the player's pits and the opponent's pits, the player's store, the opponent's store, and 1 if "
           "the player is to move. Games with owned pits, openings, or barred moves add the owner of each pit (1 the "
           "player, -1 the opponent), turns left in the opening, three flags that restrict the mover, and 1 if the "
           "player is South.")
      .def("action_to_string", &move_name, nb::arg("action"), "The name of the current player's action, such as 'C'.")
      .def(
          "action_to_string", [](const State& s, int, std::int64_t action) { return move_name(s, action); },
          nb::arg("player"), nb::arg("action"), "The same, with the arguments of OpenSpiel.")
      .def("string_to_action", &read_action, nb::arg("text"),
           "The action with this name. Raises IllegalMoveError, with the reason, if it is not legal.")
      .def(
          "push",
          [](State& s, const std::string& text) {
            Game game = s.to_game();
            const Move move = play_move(game, text);
            s.packed->play(move);
            return move;
          },
          nb::arg("move"), "Plays a move such as 'C' and returns its action.")
      .def(
          "pop",
          [](State& s) {
            const auto history = s.packed->history();
            if (!s.packed->undo()) throw nb::index_error("no action to undo");
            return history.back();
          },
          "Takes the last move back and returns its action.")
      .def(
          "explain",
          [](const State& s, std::int64_t action) {
            Game game = s.to_game();
            s.game->check_action(action);
            const Position before = game.position();
            play_move(game, static_cast<Move>(action));
            return explain_move(game.rules(), before, static_cast<Move>(action), game.ending().has_value());
          },
          nb::arg("action"), "What a legal action does, in one sentence.")
      .def(
          "history", [](const State& s) { return s.packed->history(); }, "The actions played so far.")
      .def(
          "move_number", [](const State& s) { return s.packed->plies(); }, "Number of actions played so far.")
      .def_prop_ro(
          "diagram", [](const State& s) { return diagram(s.rules(), s.position()); },
          "The position in one word: pits, stores, and the player to move.")
      .def_prop_ro(
          "start", [](const State& s) { return State(s.game, s.packed->start()); },
          "The state in which the game began.")
      .def(
          "svg",
          [](nb::handle self, const nb::object& last_move, const nb::object& values) {
            return draw(self, last_move, values);
          },
          nb::kw_only(), nb::arg("last_move") = nb::none(), nb::arg("values") = nb::none(),
          nb::sig("def svg(self, *, last_move: int | str | None = None, values: collections.abc.Mapping[int, object] | "
                  "Analysis | None = None) -> str"),
          "A picture of the position.\n\n"
          "last_move marks the pit of a move: a name such as 'c', or the action of the player who moved last. values "
          "writes a text next to each pit of the player to move: a mapping from actions, or an Analysis.")
      .def(
          "_repr_svg_",
          [](nb::handle self) {
            const auto history = nb::cast<const State&>(self).packed->history();
            return draw(self, history.empty() ? nb::none() : nb::object(nb::int_(history.back())), nb::none());
          },
          nb::sig("def _repr_svg_(self) -> str"))
      .def("__str__", [](const State& s) { return picture(s.rules(), s.position()); })
      .def("__repr__",
           [](const State& s) {
             return fmt::format("sow.game('{}').new_initial_state('{}')", s.game->def().name,
                                diagram(s.rules(), s.position()));
           })
      .def(
          "__eq__",
          [](const State& a, const State& b) {
            return (a.game == b.game || a.rules() == b.rules()) && a.position() == b.position();
          },
          nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const State& s) { return std::hash<std::string>()(diagram(s.rules(), s.position())); })
      .def("__getstate__",
           [](const State& s) {
             return std::tuple(s.game, diagram(s.rules(), s.packed->start()), s.packed->history(),
                               s.packed->played_on());
           })
      .def("__setstate__", [](State& s, const std::tuple<GamePtr, std::string, std::vector<Move>, bool>& saved) {
        const auto& [game, start, moves, played_on] = saved;
        new (&s) State(game, parse_position(start, game->rules()));
        for (const Move move : moves) s.play(move);
        if (played_on) s.packed->play_on();
      });
}

}  // namespace sow::python
