// The built-in games, and lookup of games by name or file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_def.h"

namespace sow {

// Sorted; a variant follows its game ("awari", "awari/solved").
const std::vector<std::string>& builtin_names();

// games/NAME.weights and games/NAME.network, if the built-in game has them.
std::optional<std::string_view> weights_text(const std::string& name);
std::optional<std::string_view> embedded_network_text(const std::string& name);

// `spec` is a built-in name or the path of a TOML file, optionally followed by sizes ("kalah:pits=5,seeds=3") or a
// round of a match. All functions below throw Error.
//
//   sungka:round=2,closed=ab     pits a and b are closed; the majority rule is off because every seed counts
//   mangala:round=3,won=1-0      South has won one round (only if each round starts from the initial position)
//   NAME:round=2,first=N         North starts (only if the rules depend on who started)
//   random-kalah:deal=17         the random start with this number
//
// `extends` in a file names a built-in game, or a path relative to that file.
GameDef find_game(const std::string& spec);

// `game` with the sizes or the round of `spec`, which becomes its spec.
GameDef with_sizes(GameDef game, const std::string& spec);

// `game`, which must be undealt, with the random start of this number (rules/deal.h).
GameDef deal_of(const GameDef& game, int deal);

// The spec of a game with random starts without the deal; empty if the start is fixed.
std::string undealt_spec(const GameDef& game);

// The random start of `game`, which must be undealt, that `name` specifies, such as "random-kalah:deal=17". Empty if
// `name` does not specify one.
std::optional<GameDef> named_deal(const GameDef& game, const std::string& name);

// State carried over from earlier rounds of a match.
struct RoundSetup {
  std::array<std::uint32_t, 2> closed{};  // pits of South and North, one bit per pit
  std::array<int, 2> won{};               // rounds won by South and North, if each starts from the initial position
  bool north_first = false;               // North starts; only set if the rules depend on it
  bool operator==(const RoundSetup&) const = default;
};

// The game as a round of a match, with `pits` pits per row.
GameDef round_of(const GameDef& game, int round, int pits, const RoundSetup& setup);

// Like find_game(), but without access to files.
GameDef find_builtin_game(const std::string& spec);

// Reads a TOML file even if a built-in game has the same name. With `root`, the file and everything it extends must be
// inside that folder, with symbolic links resolved, and messages show paths relative to it.
GameDef read_game_file(const std::string& path, const std::string& root = "");

// The built-in game with this OGN name; other names are returned unchanged.
std::string name_from_ogn(const std::string& variant);

inline constexpr const char* default_game = "owari";

}  // namespace sow
