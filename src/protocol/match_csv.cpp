#include "protocol/match_csv.h"

#include <fmt/format.h>

#include <cmath>

namespace sow {
namespace {

// Quoted where it must be. A text that begins like a formula is kept from being one.
std::string cell(std::string_view text) {
  const bool formula = !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
  std::string quoted = formula ? "'" : "";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted.find_first_of(",\"\n") == std::string::npos ? quoted : '"' + quoted + '"';
}

std::string number(const std::optional<double>& value) {
  if (!value) return "";
  if (!std::isfinite(*value)) return *value > 0 ? "inf" : "-inf";
  return fmt::format("{:.4g}", *value);
}

std::string mean(double sum, int count) { return count > 0 ? fmt::format("{:.2f}", sum / count) : ""; }

void append_heads(std::string& row, const MatchSummary& match) {
  row =
      "player,spec,games,won,drawn,lost,points,elo,error,los,pairs 0,pairs ½,pairs 1,pairs 1½,pairs 2,depth,ms,illegal,"
      "late,crashed";
  if (!match.is_tournament()) return;
  for (const std::size_t k : match.ranking())
    for (const char* what : {"points", "los"})
      row += "," + cell(fmt::format("{} against {}", what, match.players[k].name));
}

void append_player(std::string& row, const MatchSummary& match, std::size_t i) {
  const auto& player = match.standings.players[i];
  const Tally& t = player.tally;
  const auto strength = match.strength(i);
  row += fmt::format("{},{},{},{},{},{},{:g}", cell(match.players[i].name), cell(match.players[i].spec), t.games(),
                     t.wins, t.draws, t.losses, t.points());
  row += strength ? fmt::format(",{},{},{}", number(strength->elo), number(strength->error),
                                match.is_tournament() ? "" : number(strength->los))
                  : ",,,";
  for (const auto count : t.pairs.pairs) row += fmt::format(",{}", count);
  row += fmt::format(",{},{},{},{},{}", mean(static_cast<double>(player.effort.plies), player.effort.known_depths),
                     mean(player.effort.ms, player.effort.moves), player.illegal_moves, player.time_losses,
                     player.crashes);
  if (!match.is_tournament()) return;
  for (const std::size_t k : match.ranking()) {
    const auto tally = match.between(i, k);
    const bool both = i != k && strength && match.strength(k);
    row +=
        fmt::format(",{},{}", tally ? fmt::format("{:g}", tally->points()) : "", both ? number(match.los(i, k)) : "");
  }
}

}  // namespace

std::string match_csv(const MatchSummary& match) {
  std::string text;
  append_heads(text, match);
  text += "\n";
  for (const std::size_t i : match.ranking()) {
    append_player(text, match, i);
    text += "\n";
  }
  return text;
}

}  // namespace sow
