#include "protocol/analysis_json.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "board/notation.h"

namespace sow {

namespace {

std::string_view kind_word(MarginKind kind) {
  switch (kind) {
    case MarginKind::estimate: return "estimate";
    case MarginKind::lower: return "lower";
    case MarginKind::upper: return "upper";
    case MarginKind::exact: return "exact";
  }
  return "?";
}

// Win, draw or loss of the mover in the end, if that is proven.
nlohmann::ordered_json proven_outcome(const Position& position, const Margin& margin) {
  const int lead = seed_value * (position.store[0] - position.store[1]);
  if (lead + margin.low > 0) return "win";
  if (lead + margin.high < 0) return "loss";
  if (margin.exact()) return "draw";
  return nullptr;
}

}  // namespace

nlohmann::ordered_json score_json(const Game& game, const Margin& margin) {
  nlohmann::ordered_json json = {{"margin", margin.seeds()},
                                 {"kind", kind_word(margin.kind())},
                                 {"low", margin.low / seed_value},
                                 {"high", margin.high / seed_value},
                                 {"wdl", proven_outcome(game.position(), margin)}};
  if (margin.value % seed_value == 0) json["margin"] = margin.value / seed_value;
  return json;
}

std::vector<std::string> line_text(const Game& game, const std::vector<Move>& moves) {
  std::vector<std::string> text;
  Position p = game.position();
  for (const Move move : moves) {
    if (!has(game.kernel().moves(p), move)) break;
    text.push_back(move_text(game.rules(), p, move));
    game.kernel().play(p, move);
  }
  return text;
}

nlohmann::ordered_json analysis_json(const Game& game, const Analysis& analysis) {
  nlohmann::ordered_json json = {{"position", diagram(game.rules(), game.position())},
                                 {"mover", game.position().mover == Player::south ? "S" : "N"},
                                 {"depth", analysis.depth},
                                 {"nodes", analysis.nodes},
                                 {"time", analysis.time_ms},
                                 {"complete", analysis.complete},
                                 {"score", nullptr},
                                 {"moves", nlohmann::ordered_json::array()}};
  for (const Line& line : analysis.lines) {
    if (!line.searched) continue;
    json["moves"].push_back({{"move", move_text(game.rules(), game.position(), line.move)},
                             {"score", score_json(game, line.margin)},
                             {"pv", line_text(game, line.pv)}});
  }
  if (analysis.margin) json["score"] = score_json(game, *analysis.margin);
  return json;
}

nlohmann::ordered_json named_analysis_json(const Game& game, const Analysis& analysis) {
  nlohmann::ordered_json json = {{"game", game.def().name}};
  json.update(analysis_json(game, analysis));
  return json;
}

nlohmann::ordered_json moves_json(const Game& game) {
  const Position& p = game.position();
  nlohmann::ordered_json json = {{"position", diagram(game.rules(), p)},
                                 {"mover", p.mover == Player::south ? "S" : "N"},
                                 {"legal", nlohmann::ordered_json::array()},
                                 {"over", nullptr}};
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
    json["legal"].push_back(move_text(game.rules(), p, std::countr_zero(rest)));
  if (const auto& ending = game.ending())
    json["over"] = {{"reason", reason_word(ending->reason)}, {"seeds", ending->seeds}};
  return json;
}

}  // namespace sow
