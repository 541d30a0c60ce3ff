// The result of a search as Python sees it: with the game, so that moves have names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/margin.h"
#include "game_info.h"
#include "search/analysis.h"

namespace sow::python {

// A margin in seeds, from the mover's point of view.
struct Score {
  double margin = 0, low = 0, high = 0;  // from here on; bounds may be infinite
  double final = 0;                      // at the end of the game, including the stores
  std::string kind;                      // "exact", "lower", "upper", or "estimate"

  Score(const Margin& margin, const Position& position);
};

struct ScoredMove {
  Move action;
  std::string name;
  Score score;
  std::vector<Move> pv;
};

struct AnalysisResult {
  AnalysisResult(const Game& game, const Analysis& analysis);

  std::optional<Move> best;
  std::optional<Score> score;
  std::vector<ScoredMove> moves;
  std::vector<Move> pv;
  int depth, seldepth;
  std::uint64_t nodes, db_hits;
  double seconds;
  bool complete;
};

}  // namespace sow::python
