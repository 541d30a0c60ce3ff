#include "protocol/match_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace sow {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity.
Json json_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json json_mean(double sum, int count) { return count > 0 ? Json(sum / count) : Json(nullptr); }

Json tally_json(const Tally& tally, const std::optional<EloEstimate>& strength) {
  return {{"game_count", tally.games()},
          {"won", tally.wins},
          {"drawn", tally.draws},
          {"lost", tally.losses},
          {"points", tally.points()},
          {"elo", strength ? json_number(strength->elo) : Json(nullptr)},
          {"error_margin", strength ? json_number(strength->error) : Json(nullptr)},
          {"los", strength ? Json(strength->los) : Json(nullptr)},
          {"pairs", tally.pairs.pairs}};
}

Json player_json(const MatchSummary& match, std::size_t i) {
  const auto& player = match.standings.players[i];
  Json entry = {{"name", match.players[i].name}, {"spec", match.players[i].spec}};
  entry.update(tally_json(player.tally, match.strength(i)));
  if (match.is_tournament()) {
    entry["los"] = nullptr;
    entry["los_against"] = Json::object();
    for (std::size_t k = 0; k < match.players.size(); ++k)
      if (k != i && player.tally.games() > 0 && match.standings.players[k].tally.games() > 0)
        entry["los_against"][match.players[k].name] = match.los(i, k);
  }
  entry["mean_depth"] = json_mean(static_cast<double>(player.effort.plies), player.effort.known_depths);
  entry["seconds_per_move"] = json_mean(player.effort.ms / 1000, player.effort.moves);
  entry["illegal_moves"] = player.illegal_moves;
  entry["time_losses"] = player.time_losses;
  entry["crashes"] = player.crashes;
  return entry;
}

Json sprt_json(const Sprt& sprt, const Pentanomial& pairs) {
  return {
      {"elo0", sprt.elo0},           {"elo1", sprt.elo1},           {"alpha", sprt.alpha},
      {"beta", sprt.beta},           {"model", Sprt::model},        {"llr", sprt.llr(pairs)},
      {"lower_bound", sprt.lower()}, {"upper_bound", sprt.upper()}, {"accepted", verdict_word(sprt.verdict(pairs))}};
}

}  // namespace

std::string_view verdict_word(Sprt::Verdict verdict) {
  return verdict == Sprt::Verdict::elo0 ? "elo0" : verdict == Sprt::Verdict::elo1 ? "elo1" : "open";
}

std::string match_json(const MatchSummary& match) {
  Json json = {{"game", match.game},
               {"complete", match.complete},
               {"model", match.is_tournament() ? Ratings::model : Sprt::model},
               {"players", Json::array()},
               {"pairings", Json::array()},
               {"notes", match.notes}};
  for (std::size_t i = 0; i < match.players.size(); ++i) json["players"].push_back(player_json(match, i));
  for (const auto& pairing : match.standings.pairings) {
    Json entry = {{"first", match.players[pairing.first].name}, {"second", match.players[pairing.second].name}};
    entry.update(tally_json(pairing.tally, estimate_elo(pairing.tally.pairs)));
    json["pairings"].push_back(std::move(entry));
  }
  if (match.sprt) json["sprt"] = sprt_json(*match.sprt, match.standings.pairings[0].tally.pairs);
  return json.dump();
}

}  // namespace sow
