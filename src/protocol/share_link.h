// Encodes a game as a URL fragment that the page can open, in the format of web/src/game/share.ts.
#pragma once

#include <string>

#include "game/record.h"

namespace sow {

std::string share_fragment(const Record& record);

}  // namespace sow
