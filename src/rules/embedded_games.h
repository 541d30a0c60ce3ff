// The text of games/*.toml, put into the program by the build.
#pragma once

#include <span>
#include <string_view>

namespace sow {

struct EmbeddedGame {
  std::string_view name, toml;
};
extern const std::span<const EmbeddedGame> embedded_games;

}  // namespace sow
