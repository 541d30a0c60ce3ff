// A game as the part of an address behind #, which the page opens: the same encoding as web/src/game/share.ts.
#pragma once

#include <string>

#include "game/record.h"

namespace sow {

std::string share_fragment(const Record& record);

}  // namespace sow
