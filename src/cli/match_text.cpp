#include "cli/match_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace sow {
namespace {

constexpr std::size_t longest_name = 40;

std::string elo_text(const std::optional<EloEstimate>& estimate) {
  if (!estimate) return "-";
  if (!std::isfinite(estimate->elo)) return estimate->elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.1f} ± {}", estimate->elo, estimate->error ? fmt::format("{:.1f}", *estimate->error) : "?");
}

std::string los_text(const std::optional<EloEstimate>& estimate) {
  return estimate && estimate->los ? fmt::format("{:.1f} %", 100 * *estimate->los) : "-";
}

std::string mean(double sum, int count, int digits) {
  return count > 0 ? fmt::format("{:.{}f}", sum / count, digits) : "-";
}

// Characters, not bytes: the text may hold ± and ½.
std::size_t width(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

// Columns as wide as they must be; the first is flush left, the others flush right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width(row[i]), ' ');
      text += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> tally_cells(const Tally& t) {
  const auto estimate = estimate_elo(t.pairs);
  return {fmt::format("{}", t.games()),
          fmt::format("{}", t.wins),
          fmt::format("{}", t.draws),
          fmt::format("{}", t.losses),
          fmt::format("{:g}", t.points()),
          elo_text(estimate),
          los_text(estimate),
          fmt::format("{}", fmt::join(t.pairs.pairs, " "))};
}

const std::vector<std::string> tally_heads = {"games",  "won", "drawn", "lost",
                                              "points", "Elo", "LOS",   "pairs 0 ½ 1 1½ 2"};

template <class Cells>
void append(std::vector<std::string>& row, const Cells& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

std::string sprt_text(const Sprt& sprt, const Pentanomial& pairs) {
  const auto verdict = sprt.verdict(pairs);
  std::string text = fmt::format("SPRT: log likelihood ratio {:.2f} ({:.2f}, {:.2f}): ", sprt.llr(pairs),
                                 -Sprt::bound(), Sprt::bound());
  if (verdict == Sprt::Verdict::open) return text + "not decided\n";
  return text + fmt::format("the difference is {:g} Elo rather than {:g}\n",
                            verdict == Sprt::Verdict::elo1 ? sprt.elo1 : sprt.elo0,
                            verdict == Sprt::Verdict::elo1 ? sprt.elo0 : sprt.elo1);
}

}  // namespace

std::string game_line(const MatchGame& game, const std::vector<std::string>& names) {
  std::string text =
      fmt::format("{:>5}.{}  {} {}-{} {}", game.pair + 1, game.game + 1, shown(names[game.players[0]], longest_name),
                  game.result.seeds[0], game.result.seeds[1], shown(names[game.players[1]], longest_name));
  const auto& line = game.record.line;
  if (!line.empty() && line.back().kind == Element::Kind::comment) text += ": " + line.back().comment;
  return text;
}

std::string match_table(const std::vector<std::string>& names, const Standings& standings,
                        const std::optional<Sprt>& sprt) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return standings.players[a].tally.points() > standings.players[b].tally.points();
  });
  std::vector<std::vector<std::string>> rows = {{"player"}};
  append(rows[0], tally_heads);
  for (const char* head : {"depth", "ms", "illegal", "late", "crashed"}) rows[0].emplace_back(head);
  for (const std::size_t i : order) {
    const auto& player = standings.players[i];
    std::vector<std::string> row = {shown(names[i], longest_name)};
    append(row, tally_cells(player.tally));
    append(row, std::array{mean(player.effort.plies, player.effort.known_depths, 1),
                           mean(player.effort.ms, player.effort.moves, 2), fmt::format("{}", player.illegal_moves),
                           fmt::format("{}", player.time_losses), fmt::format("{}", player.crashes)});
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  if (names.size() > 2) {
    rows = {{"pairing"}};
    append(rows[0], tally_heads);
    for (const auto& pairing : standings.pairings) {
      std::vector<std::string> row = {fmt::format("{} – {}", shown(names[pairing.first], longest_name),
                                                  shown(names[pairing.second], longest_name))};
      append(row, tally_cells(pairing.tally));
      rows.push_back(std::move(row));
    }
    text += "\n" + aligned(rows);
  }
  if (sprt) text += sprt_text(*sprt, standings.pairings[0].tally.pairs);
  return text;
}

}  // namespace sow
