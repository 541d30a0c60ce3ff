// Adjudicates games whose result is proven.
#pragma once

#include <array>
#include <optional>

#include "search/analyzer.h"

namespace sow {

class Judge {
 public:
  explicit Judge(const DatabaseUse& database);

  // The final seeds of South and North with best play, if a database or a short search proves them. The game must not
  // be over.
  std::optional<std::array<int, 2>> verdict(const Game& game);

 private:
  Analyzer analyzer_;
};

}  // namespace sow
