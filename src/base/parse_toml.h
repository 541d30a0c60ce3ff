// The only entry point to the TOML parser; base/toml.h provides only the types.
#pragma once

#include <string>
#include <string_view>

#include "base/toml.h"

namespace sow {

// Throws Error with line and column if the text is not valid TOML or is nested too deeply. toml++ recurses for every
// part of a dotted key, so without a limit a key such as a.a.a… overflows the stack. `file` is only used in messages.
toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace sow
