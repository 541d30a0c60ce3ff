// The Python classes Game and State as the bindings see them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "game/game.h"
#include "game/packed_game.h"
#include "rules/game_def.h"

namespace sow::python {

// A game's rules and kernels, shared by all its states. Building a Game, with its rules and the tables of its kernel,
// takes much longer than copying one: one is kept, from which all others are copied.
class GameInfo {
 public:
  explicit GameInfo(GameDef def);

  const GameDef& def() const { return prototype_.def(); }
  const Ruleset& rules() const { return prototype_.rules(); }
  const Position& start() const { return prototype_.start(); }
  const Game& prototype() const { return prototype_; }
  // The same for states: a new game from the start.
  const PackedGame& initial() const { return *initial_; }
  const Layout& layout() const { return layout_; }
  int actions() const { return static_cast<int>(layout_.moves().size()); }
  // The kernel for positions with this number of seeds.
  std::shared_ptr<const AnyKernel> kernel(int total) const;

  // Throws IndexError for a number that is no action of the game.
  void check_action(std::int64_t action) const;

 private:
  Game prototype_;
  std::unique_ptr<const PackedGame> initial_;
  Layout layout_;
  mutable std::mutex mutex_;
  mutable std::map<int, std::shared_ptr<const AnyKernel>> kernels_;
};
using GamePtr = std::shared_ptr<const GameInfo>;

struct State {
  GamePtr game;
  std::unique_ptr<PackedGame> packed;

  explicit State(GamePtr info) : game(std::move(info)), packed(game->initial().clone()) {}
  State(GamePtr info, const Position& start)
      : game(std::move(info)), packed(make_packed_game(game->kernel(start.total()), start)) {}
  State(const State& other) : game(other.game), packed(other.packed->clone()) {}
  // The present state of a game that was played elsewhere.
  State(GamePtr info, const Game& played);

  const Ruleset& rules() const { return game->rules(); }
  Position position() const { return packed->position(); }
  // Throws IllegalMove or IndexError.
  void play(std::int64_t action);
  // The same game with its history, for the engine.
  Game to_game() const;
};

// Finds a game by name, file, or TOML text; for arguments that may be a Game already, see game_argument().
GamePtr find_game_info(const std::string& spec);

}  // namespace sow::python
