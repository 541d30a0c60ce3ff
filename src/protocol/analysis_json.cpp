#include "protocol/analysis_json.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "board/final_margin.h"
#include "board/notation.h"

namespace sow {

namespace {

// Hundredths of a seed as seeds, printed as an integer if possible.
nlohmann::ordered_json seeds_json(int value) {
  if (value % seed_value == 0) return value / seed_value;
  return static_cast<double>(value) / seed_value;
}

// The mover's result, or null if it is not proven.
nlohmann::ordered_json proven_outcome(const Margin& final) {
  if (final.low > 0) return "win";
  if (final.high < 0) return "loss";
  if (final.exact()) return "draw";
  return nullptr;
}

nlohmann::ordered_json winner_json(const Ending& ending) {
  const int margin = ending.margin(Player::south);
  if (margin == 0) return nullptr;
  return margin > 0 ? "S" : "N";
}

}  // namespace

nlohmann::ordered_json score_json(const Game& game, const Margin& margin) {
  const Margin final = final_margin(game.position(), margin);
  nlohmann::ordered_json json = {{"margin", seeds_json(margin.value)}, {"kind", kind_word(margin.kind())},
                                 {"low", margin.low / seed_value},     {"high", margin.high / seed_value},
                                 {"final", seeds_json(final.value)},   {"wdl", proven_outcome(final)}};
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
                                 {"depth", nullptr},
                                 {"nodes", analysis.nodes},
                                 {"seconds", static_cast<double>(analysis.time_ms) / 1000},
                                 {"complete", analysis.complete},
                                 {"score", nullptr},
                                 {"moves", nlohmann::ordered_json::array()}};
  if (analysis.depth > 0) json["depth"] = analysis.depth;
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
                                 {"ending", nullptr}};
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
    json["legal"].push_back(move_text(game.rules(), p, std::countr_zero(rest)));
  if (const auto& ending = game.ending())
    json["ending"] = {{"reason", reason_word(ending->reason)},
                      {"result", {{"S", ending->seeds[0]}, {"N", ending->seeds[1]}}},
                      {"winner", winner_json(*ending)}};
  return json;
}

}  // namespace sow
