#include "protocol/analysis_json.h"

#include <nlohmann/json.hpp>

#include "board/notation.h"

namespace sow {

std::string_view score_kind_word(ScoreKind kind) {
  switch (kind) {
    case ScoreKind::estimate: return "estimate";
    case ScoreKind::lower: return "lower";
    case ScoreKind::upper: return "upper";
    case ScoreKind::exact: return "exact";
  }
  return "?";
}

std::optional<Outcome> proven_outcome(const Position& position, const Score& score) {
  const int lead = seed_value * (position.store[0] - position.store[1]) + score.value;
  const bool at_least = score.kind == ScoreKind::lower || score.kind == ScoreKind::exact;
  const bool at_most = score.kind == ScoreKind::upper || score.kind == ScoreKind::exact;
  if (at_least && lead > 0) return Outcome::win;
  if (at_most && lead < 0) return Outcome::loss;
  if (at_least && at_most) return Outcome::draw;
  return std::nullopt;
}

nlohmann::ordered_json score_json(const Game& game, const Score& score) {
  nlohmann::ordered_json json = {{"margin", score.seeds()}, {"kind", score_kind_word(score.kind)}};
  if (score.value % seed_value == 0) json["margin"] = score.value / seed_value;
  const auto outcome = proven_outcome(game.position(), score);
  if (!outcome)
    json["wdl"] = nullptr;
  else
    json["wdl"] = *outcome == Outcome::win ? "win" : *outcome == Outcome::draw ? "draw" : "loss";
  return json;
}

std::vector<std::string> line_text(const Game& game, const std::vector<Move>& moves) {
  std::vector<std::string> text;
  Position p = game.position();
  for (const Move move : moves) {
    if ((game.kernel().moves(p) >> move & 1) == 0) break;
    text.push_back(move_text(p, move));
    game.kernel().play_unchecked(p, move);
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
    json["moves"].push_back({{"move", move_text(game.position(), line.move)},
                             {"score", score_json(game, line.score)},
                             {"pv", line_text(game, line.pv)}});
  }
  if (!json["moves"].empty()) json["score"] = json["moves"].front()["score"];
  return json;
}

namespace {

nlohmann::ordered_json named_json(const Game& game, const Analysis& analysis) {
  nlohmann::ordered_json json = {{"game", game.def().name}};
  json.update(analysis_json(game, analysis));
  return json;
}

}  // namespace

std::string analysis_line(const Game& game, const Analysis& analysis) { return named_json(game, analysis).dump(); }

nlohmann::ordered_json probe_json(const Game& game, const Probe& probe) {
  nlohmann::ordered_json json = named_json(game, probe_analysis(probe));
  json["score"] = score_json(game, bounds_score(probe.bounds));
  return json;
}

}  // namespace sow
