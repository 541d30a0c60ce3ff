#include "protocol/match_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace sow {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity.
Json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json tally_json(const Tally& tally) {
  const auto estimate = estimate_elo(tally.pairs);
  return {{"games", tally.games()},
          {"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"points", tally.points()},
          {"elo", number(estimate ? std::optional(estimate->elo) : std::nullopt)},
          {"error", number(estimate ? estimate->error : std::nullopt)},
          {"los", number(estimate ? estimate->los : std::nullopt)},
          {"pairs", tally.pairs.pairs}};
}

Json mean(double sum, int count) { return count > 0 ? Json(sum / count) : Json(nullptr); }

}  // namespace

std::string_view verdict_word(Sprt::Verdict verdict) {
  return verdict == Sprt::Verdict::elo0 ? "elo0" : verdict == Sprt::Verdict::elo1 ? "elo1" : "open";
}

std::string match_json(const std::string& game, const std::vector<std::string>& names, const Standings& standings,
                       const std::optional<Sprt>& sprt, bool complete) {
  Json json = {{"game", game}, {"complete", complete}, {"players", Json::array()}, {"pairings", Json::array()}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& player = standings.players[i];
    Json entry = {{"player", names[i]}};
    entry.update(tally_json(player.tally));
    entry["depth"] = mean(player.effort.plies, player.effort.known_depths);
    entry["time"] = mean(player.effort.ms, player.effort.moves);
    entry["illegal"] = player.illegal_moves;
    entry["timeouts"] = player.time_losses;
    entry["crashes"] = player.crashes;
    json["players"].push_back(std::move(entry));
  }
  for (const auto& pairing : standings.pairings) {
    Json entry = {{"first", names[pairing.first]}, {"second", names[pairing.second]}};
    entry.update(tally_json(pairing.tally));
    json["pairings"].push_back(std::move(entry));
  }
  if (!sprt) return json.dump();
  const Pentanomial& pairs = standings.pairings[0].tally.pairs;
  json["sprt"] = {{"elo0", sprt->elo0},
                  {"elo1", sprt->elo1},
                  {"llr", sprt->llr(pairs)},
                  {"bound", Sprt::bound()},
                  {"accepted", verdict_word(sprt->verdict(pairs))}};
  return json.dump();
}

}  // namespace sow
