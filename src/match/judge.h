// Ends games whose result is beyond doubt.
#pragma once

#include <array>
#include <optional>

#include "search/engine.h"

namespace sow {

class Judge {
 public:
  explicit Judge(const DatabaseUse& database);

  // The seeds South and North will have with best play, if a database or a short search proves it. The game is not over.
  std::optional<std::array<int, 2>> verdict(const Game& game);

 private:
  Engine engine_;
};

}  // namespace sow
