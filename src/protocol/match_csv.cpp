#include "protocol/match_csv.h"

#include <fmt/format.h>

#include <cmath>

namespace sow {
namespace {

// Quotes the text if needed, and keeps spreadsheets from interpreting it as a formula.
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

std::string mean(double sum, int count, int digits) {
  return count > 0 ? fmt::format("{:.{}f}", sum / count, digits) : "";
}

constexpr const char* csv_header =
    "name,spec,opponent,games,won,drawn,lost,points,elo,error_margin,los,pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2,"
    "player_elo,player_error_margin,player_mean_depth,player_seconds_per_move,player_illegal_moves,player_time_losses,"
    "player_crashes\n";

std::string csv_row(const MatchSummary& match, std::size_t i, std::size_t opponent, const Tally& t) {
  const auto& player = match.standings.players[i];
  const auto pairing = estimate_elo(t.pairs), total = match.strength(i);
  std::string text = fmt::format("{},{},{},{},{},{},{},{:g}", cell(match.players[i].name), cell(match.players[i].spec),
                                 cell(match.players[opponent].name), t.games(), t.wins, t.draws, t.losses, t.points());
  text +=
      pairing ? fmt::format(",{},{},{}", number(pairing->elo), number(pairing->error), number(pairing->los)) : ",,,";
  for (const auto count : t.pairs.pairs) text += fmt::format(",{}", count);
  text += total ? fmt::format(",{},{}", number(total->elo), number(total->error)) : ",,";
  text += fmt::format(
      ",{},{},{},{},{}\n", mean(static_cast<double>(player.effort.plies), player.effort.known_depths, 2),
      mean(player.effort.ms / 1000, player.effort.moves, 6), player.illegal_moves, player.time_losses, player.crashes);
  return text;
}

}  // namespace

std::string match_csv(const MatchSummary& match) {
  std::string text = csv_header;
  for (const std::size_t i : match.ranking())
    for (const std::size_t opponent : match.ranking())
      if (const auto tally = match.between(i, opponent)) text += csv_row(match, i, opponent, *tally);
  return text;
}

}  // namespace sow
