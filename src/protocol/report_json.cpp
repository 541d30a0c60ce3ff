#include "protocol/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "board/names.h"
#include "board/notation.h"
#include "protocol/analysis_json.h"
#include "study/hint.h"
#include "study/theme.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

double rounded(double number, double precision = 100) { return std::round(number * precision) / precision; }

ordered_json player_json(const PlayerReport& player) {
  ordered_json json = {{"accuracy", nullptr}, {"loss", rounded(player.loss)}, {"move_count", player.moves}};
  if (const auto accuracy = player.accuracy()) json["accuracy"] = rounded(*accuracy, 10);
  json["inaccuracies"] = player.marked[index(Mark::inaccuracy)];
  json["mistakes"] = player.marked[index(Mark::mistake)];
  json["blunders"] = player.marked[index(Mark::blunder)];
  return json;
}

std::string_view reply_word(MoveReasons::Reply reply) {
  switch (reply) {
    case MoveReasons::Reply::ends_game: return "end";
    case MoveReasons::Reply::extra_turn: return "again";
    case MoveReasons::Reply::captures: return "capture";
    case MoveReasons::Reply::captures_nothing: return "nothing";
  }
  return "?";
}

}  // namespace

ordered_json reasons_json(const Game& game, const MoveReasons& why) {
  const auto seeds_at = [&](const std::optional<SeedsAt>& seeds) -> ordered_json {
    if (!seeds) return nullptr;
    return {{"at", pit_letter(game.position().mover, seeds->hole.pit)}, {"seeds", seeds->seeds}};
  };
  return {{"captures", why.captures},
          {"saves", seeds_at(why.saves)},
          {"reply", {{"do", reply_word(why.reply)}, {"seeds", why.reply_captures}}},
          {"follow_up", seeds_at(why.follow_up)}};
}

ordered_json ply_json(const Game& before, int number, const PlyReport& ply) {
  const Position& position = before.position();
  const std::vector<Move> line = ply.pv.empty() ? std::vector{ply.best} : ply.pv;
  const MoveReasons why = reasons(before, line);
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
                       {"why", reasons_json(before, why)},
                       {"theme", nullptr},
                       {"forced", ply.forced},
                       {"south_final", rounded(ply.outlook.margin)},
                       {"proven", ply.outlook.proven}};
  if (ply.mark) json["mark"] = mark_word(*ply.mark);
  if (const auto theme = ply.mark ? theme_of(before, line, why) : std::nullopt) json["theme"] = theme_word(*theme);
  return json;
}

ordered_json report_json(const GameReport& report, const Grader& grader) {
  ordered_json json = {{"south_final", rounded(report.end.margin)},
                       {"proven", report.end.proven},
                       {"sides", {{"S", player_json(report.players[0])}, {"N", player_json(report.players[1])}}}};
  for (const MarkInfo& info : mark_table) json["thresholds"][std::string(info.word)] = grader.threshold(info.mark);
  return json;
}

}  // namespace sow
