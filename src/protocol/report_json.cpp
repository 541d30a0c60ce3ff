#include "protocol/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "protocol/analysis_json.h"
#include "study/hint.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

double rounded(double n, double to = 100) { return std::round(n * to) / to; }

ordered_json player_json(const PlayerReport& player) {
  ordered_json json = {{"accuracy", nullptr}, {"loss", rounded(player.loss)}, {"moves", player.moves}};
  if (const auto accuracy = player.accuracy()) json["accuracy"] = rounded(*accuracy, 10);
  for (const MarkInfo& info : mark_table) json[std::string(info.word)] = player.marked[index(info.mark)];
  return json;
}

}  // namespace

ordered_json ply_json(const Game& before, int number, const PlyReport& ply) {
  const Position& position = before.position();
  ordered_json json = {{"ply", number},
                       {"move", move_text(before.rules(), position, ply.move)},
                       {"mover", position.mover == Player::south ? "S" : "N"},
                       {"position", diagram(before.rules(), position)},
                       {"best", move_text(before.rules(), position, ply.best)},
                       {"pv", line_text(before, ply.pv)},
                       {"score", score_json(before, ply.score)},
                       {"played", score_json(before, ply.played)},
                       {"loss", rounded(ply.loss)},
                       {"mark", nullptr},
                       {"why", reasons(before, ply.pv.empty() ? std::vector{ply.best} : ply.pv)},
                       {"forced", ply.forced},
                       {"margin", rounded(ply.outlook.margin)},
                       {"proven", ply.outlook.proven}};
  if (ply.mark) json["mark"] = mark_word(*ply.mark);
  return json;
}

ordered_json report_json(const GameReport& report, const Grader& grader) {
  ordered_json json = {{"margin", rounded(report.end.margin)},
                       {"proven", report.end.proven},
                       {"players", {{"S", player_json(report.players[0])}, {"N", player_json(report.players[1])}}}};
  for (const MarkInfo& info : mark_table) json["thresholds"][std::string(info.word)] = grader.threshold(info.mark);
  return json;
}

}  // namespace sow
