// The files of games/, embedded by the build: rules, evaluation weights, and networks.
#pragma once

#include <span>
#include <string_view>

namespace sow {

struct EmbeddedText {
  std::string_view name, text;
};
extern const std::span<const EmbeddedText> embedded_games, embedded_weights, embedded_networks;

}  // namespace sow
