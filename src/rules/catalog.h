// The built-in games, and finding a game by what a person writes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_def.h"

namespace sow {

// Names of the games embedded in the program, sorted; a variant follows its game ("awari", "awari/solved").
const std::vector<std::string>& builtin_names();

// The evaluation weights of a built-in game (games/NAME.weights), if it has some of its own.
std::optional<std::string_view> weights_text(const std::string& name);
// The network it learnt (games/NAME.network), if it has one.
std::optional<std::string_view> network_text_of(const std::string& name);

// GAME is a built-in name or the path of a TOML file, with optional sizes: "kalah:pits=5,seeds=3". A round of a match is
// written "sungka:round=2,closed=ab", with the pits that are closed in it; such a round ends by no majority. Where each
// round is begun anew, it is written "mangala:round=3,won=1-0", with the rounds that South and North have won. "first=N"
// is a round that North begins, where that matters.
// What a file extends is a built-in game, or a path that begins where that file is. Throws Error.
GameDef find_game(const std::string& spec);

// What a round has from those before it.
struct RoundSetup {
  std::array<std::uint32_t, 2> closed{};  // pits of South and of North
  std::array<int, 2> won{};               // rounds that South and North have won, where each begins anew
  bool north_first = false;               // North begins, where the rules ask who did
  bool operator==(const RoundSetup&) const = default;
};

// The game as a round of a match, on a board of so many pits a row. Throws Error if the game has no rounds.
GameDef round_of(const GameDef& game, int round, int pits, const RoundSetup& setup);

// The same for built-in games only; no file is looked for. Throws Error.
GameDef find_builtin_game(const std::string& spec);

// The game of a TOML file, also if a built-in game has the same name. Throws Error.
GameDef read_game_file(const std::string& path);

// The name of the built-in game that OGN calls so; any other text is left as it is.
std::string name_from_ogn(const std::string& variant);

inline constexpr const char* default_game = "owari";

}  // namespace sow
