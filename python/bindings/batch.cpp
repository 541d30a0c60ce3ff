// sow.Batch: many games at once, as NumPy arrays.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <mutex>
#include <vector>

#include "arrays.h"
#include "background.h"
#include "bindings.h"
#include "errors.h"
#include "game/board_batch.h"
#include "game/observation.h"
#include "game/play_moves.h"
#include "game_info.h"

namespace sow::python {
namespace {

class Batch {
 public:
  Batch(GamePtr game, std::size_t count, std::uint64_t seed) : game_(std::move(game)), random_(seed) {
    if (count == 0) throw nb::value_error("n must be at least 1");
    boards_ = make_board_batch(game_->kernel(game_->start().total()), game_->start(), count);
  }

  std::size_t size() const { return boards_->size(); }
  const GamePtr& game() const { return game_; }

  Array<bool, 2> legal_mask() const {
    auto mask = make_array<bool, 2>({size(), static_cast<std::size_t>(game_->actions())});
    run([&] { boards_->legal_mask(mask.data()); });
    return mask;
  }

  Array<std::int64_t, 1> random_actions() {
    auto actions = make_array<std::int64_t, 1>({size()});
    run([&] { boards_->random_moves(random_, actions.data()); });
    return actions;
  }

  nb::tuple step(const Input<std::int64_t, 1>& actions) {
    std::span moves(actions.data(), actions.shape(0));
    if (moves.size() != size())
      throw nb::value_error(fmt::format("expected {} actions, not {}", size(), moves.size()).c_str());
    std::vector<std::int64_t> copy;  // other threads can change the array while this one plays
    if (is_long()) moves = copy = {moves.begin(), moves.end()};
    auto rewards = make_array<float, 2>({size(), 2});
    std::size_t bad = size();
    run([&] {
      bad = boards_->find_illegal(moves);
      if (bad == size()) boards_->step(moves, rewards.data());
    });
    if (bad != size()) explain_illegal(bad, moves[bad]);
    return nb::make_tuple(rewards, done());
  }

  void reset(const std::optional<Input<bool, 1>>& which) {
    if (which && which->shape(0) != size())
      throw nb::value_error(fmt::format("expected {} flags, not {}", size(), which->shape(0)).c_str());
    run([&] { boards_->reset(which ? std::span(which->data(), which->shape(0)) : std::span<const bool>()); });
  }

  Array<bool, 1> done() const {
    auto flags = make_array<bool, 1>({size()});
    run([&] { boards_->over(flags.data()); });
    return flags;
  }
  Array<std::int8_t, 1> current_player() const {
    auto players = make_array<std::int8_t, 1>({size()});
    run([&] { boards_->movers(players.data()); });
    return players;
  }
  Array<std::int16_t, 2> scores() const {
    auto seeds = make_array<std::int16_t, 2>({size(), 2});
    run([&] { boards_->scores(seeds.data()); });
    return seeds;
  }
  Array<float, 2> observations(std::optional<int> player) const {
    if (player && *player != 0 && *player != 1) throw nb::index_error("players are 0 (South) and 1 (North)");
    auto out = make_array<float, 2>({size(), static_cast<std::size_t>(observation_size(game_->rules()))});
    const auto viewer = player ? std::optional(static_cast<Player>(*player)) : std::nullopt;
    run([&] { boards_->observe(viewer, out.data()); });
    return out;
  }
  State state(std::size_t number) const {
    if (number >= size()) throw nb::index_error(fmt::format("no board {}: the batch has {}", number, size()).c_str());
    std::optional<Position> position;
    run([&] { position = boards_->position(number); });
    return {game_, *position};
  }

 private:
  static constexpr std::size_t long_size = 1 << 16;  // boards; fewer take at most a few milliseconds

  bool is_long() const { return size() >= long_size; }
  // Releases the interpreter lock if the batch is large. Smaller batches are protected by that lock.
  void run(const std::function<void()>& work) const {
    if (!is_long()) return work();
    run_in_background([&](const std::atomic<bool>&) {
      const std::lock_guard lock(mutex_);
      work();
    });
  }

  [[noreturn]] void explain_illegal(std::size_t board, std::int64_t action) const {
    try {
      state(board).play(action);
    } catch (const IllegalMove& e) {
      throw IllegalMove(fmt::format("board {}: {}", board, e.message()));
    }
    throw IllegalMove(fmt::format("board {}: action {} is illegal", board, action));
  }

  GamePtr game_;
  Random random_;
  std::unique_ptr<BoardBatch> boards_;
  mutable std::mutex mutex_;
};

}  // namespace

void bind_batch(nb::module_& module) {
  nb::class_<Batch>(module, "Batch",
                    "Many games of one kind, played in lockstep: a vectorized environment.\n\n"
                    "Every array has one row per board.")
      .def(nb::init<GamePtr, std::size_t, std::uint64_t>(), nb::arg("game"), nb::arg("n"), nb::arg("seed") = 0)
      .def("__len__", &Batch::size)
      .def("__repr__",
           [](const Batch& b) { return fmt::format("<Batch of {} games of {}>", b.size(), b.game()->def().name); })
      .def_prop_ro("game", &Batch::game, "The rules.")
      .def("legal_mask", &Batch::legal_mask, "bool [n, actions]: the legal actions.")
      .def("random_actions", &Batch::random_actions, "int64 [n]: a random legal action for each board.")
      .def(
          "step", &Batch::step, nb::arg("actions"),
          nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.integer[typing.Any]]) -> "
                  "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.bool_]]"),
          "Plays one action on each board and returns (rewards, done).\n\n"
          "rewards is float32 [n, 2], South's and North's: 1 and -1 when a game is won, otherwise 0. done is bool [n]. "
          "Finished boards ignore their action until they are reset. If an action is illegal, nothing is played.")
      .def(
          "step",
          [](Batch& self, const nb::object& actions) {
            const nb::object array = nb::module_::import_("numpy").attr("asarray")(actions, "int64");
            return self.step(nb::cast<Input<std::int64_t, 1>>(array));
          },
          nb::arg("actions"),
          nb::sig("def step(self, actions: collections.abc.Sequence[int]) -> "
                  "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.bool_]]"),
          "The same for a list.")
      .def("reset", &Batch::reset, nb::arg("done") = nb::none(),
           nb::sig("def reset(self, done: numpy.typing.NDArray[numpy.bool_] | None = None) -> None"),
           "Restarts all games, or those marked in a bool array.")
      .def("done", &Batch::done, "bool [n]: whether each game is over.")
      .def("current_player", &Batch::current_player, "int8 [n]: the player to move.")
      .def("scores", &Batch::scores, "int16 [n, 2]: seeds of South and North; the final count of a finished game.")
      .def("observations", &Batch::observations, nb::arg("player") = nb::none(),
           "float32 [n, size]: each position as the player to move sees it, or as the given player does.")
      .def("state", &Batch::state, nb::arg("number"), "One position as a State, without its history.");
}

}  // namespace sow::python
