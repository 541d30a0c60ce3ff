#include "cli/match_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace sow {
namespace {

constexpr std::size_t max_name = 40, short_name = 20, narrow = 80;

using Row = std::vector<std::string>;

std::string elo_text(const std::optional<EloEstimate>& estimate) {
  if (!estimate) return "-";
  if (!std::isfinite(estimate->elo)) return estimate->elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.1f} ± {}", estimate->elo, estimate->error ? fmt::format("{:.1f}", *estimate->error) : "?");
}

std::string los_text(const std::optional<EloEstimate>& estimate) {
  return estimate ? fmt::format("{:.1f} %", 100 * estimate->los) : "-";
}

std::string mean(double sum, int count, int digits) {
  return count > 0 ? fmt::format("{:.{}f}", sum / count, digits) : "-";
}

// Number of characters, not bytes: the text may contain ± and ½.
std::size_t width(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

// Formats a table. The first column is left-aligned, the others are right-aligned.
std::string aligned(const std::vector<Row>& rows) {
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

template <class Cells>
void append(Row& row, const Cells& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

Row tally_cells(const Tally& t) {
  return {fmt::format("{}", t.games()), fmt::format("{}", t.wins), fmt::format("{}", t.draws),
          fmt::format("{}", t.losses), fmt::format("{:g}", t.points())};
}
const Row tally_heads = {"games", "won", "drawn", "lost", "points"};

std::string pairs_text(const Pentanomial& pairs) { return fmt::format("{}", fmt::join(pairs.pairs, " ")); }
constexpr const char* pairs_head = "pairs 0 ½ 1 1½ 2";

std::string players_table(const MatchSummary& match, bool wide) {
  std::vector<Row> rows = {{"player"}};
  append(rows[0], tally_heads);
  rows[0].emplace_back("Elo");
  if (!match.is_tournament()) rows[0].emplace_back("LOS");
  if (wide) append(rows[0], std::array{pairs_head, "depth", "ms", "illegal", "late", "crashed"});
  for (const std::size_t i : match.ranking()) {
    const auto& player = match.standings.players[i];
    Row row = {shown(match.players[i].name, wide ? max_name : short_name)};
    append(row, tally_cells(player.tally));
    row.push_back(elo_text(match.strength(i)));
    if (!match.is_tournament()) row.push_back(los_text(match.strength(i)));
    if (wide)
      append(row, std::array{pairs_text(player.tally.pairs),
                             mean(static_cast<double>(player.effort.plies), player.effort.known_depths, 1),
                             mean(player.effort.ms, player.effort.moves, 2), fmt::format("{}", player.illegal_moves),
                             fmt::format("{}", player.time_losses), fmt::format("{}", player.crashes)});
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

std::string pairings_table(const MatchSummary& match) {
  std::vector<Row> rows = {{"pairing"}};
  append(rows[0], tally_heads);
  append(rows[0], std::array{"Elo", "LOS", pairs_head});
  for (const auto& pairing : match.standings.pairings) {
    Row row = {fmt::format("{} – {}", shown(match.players[pairing.first].name, max_name),
                           shown(match.players[pairing.second].name, max_name))};
    append(row, tally_cells(pairing.tally));
    const auto estimate = estimate_elo(pairing.tally.pairs);
    append(row, std::array{elo_text(estimate), los_text(estimate), pairs_text(pairing.tally.pairs)});
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

// One row and one column per player, best first. Columns that do not fit follow in more tables.
template <class Cell>
std::string crosstable(const MatchSummary& match, const char* what, bool wide, const Cell& cell) {
  const auto order = match.ranking();
  Row heads;
  std::vector<Row> columns;
  std::size_t widest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    heads.push_back(fmt::format("{}", k + 1));
    Row column;
    for (const std::size_t i : order) column.push_back(i == order[k] ? "·" : cell(i, order[k]));
    for (const auto& text : column) widest = std::max(widest, width(text));
    columns.push_back(std::move(column));
  }
  Row names;
  std::size_t name_width = width(what);
  for (std::size_t k = 0; k < order.size(); ++k) {
    names.push_back(fmt::format("{:>2} {}", k + 1, shown(match.players[order[k]].name, short_name)));
    name_width = std::max(name_width, width(names.back()));
  }
  const std::size_t fit = wide ? order.size() : std::max<std::size_t>(1, (narrow - name_width) / (widest + 2));
  std::string text;
  for (std::size_t first = 0; first < order.size(); first += fit) {
    const std::size_t last = std::min(first + fit, order.size());
    std::vector<Row> rows = {{what}};
    rows[0].insert(rows[0].end(), heads.begin() + static_cast<std::ptrdiff_t>(first),
                   heads.begin() + static_cast<std::ptrdiff_t>(last));
    for (std::size_t i = 0; i < order.size(); ++i) {
      rows.push_back({names[i]});
      for (std::size_t k = first; k < last; ++k) rows.back().push_back(columns[k][i]);
    }
    text += "\n" + aligned(rows);
  }
  return text;
}

// Games lost by illegal moves, on time, or by crashes; the wide table has columns for these.
std::string forfeits_text(const MatchSummary& match) {
  std::string text;
  for (const std::size_t i : match.ranking()) {
    const auto& player = match.standings.players[i];
    std::string list;
    const auto add = [&](int count, const char* what) {
      if (count > 0) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, what);
    };
    add(player.illegal_moves, "by an illegal move");
    add(player.time_losses, "on time");
    add(player.crashes, "by a crash");
    if (!list.empty()) text += fmt::format("{} lost {}.\n", shown(match.players[i].name, max_name), list);
  }
  return text;
}

std::string sprt_text(const Sprt& sprt, const Pentanomial& pairs) {
  const auto verdict = sprt.verdict(pairs);
  std::string text = fmt::format(
      "SPRT of {:g} and {:g} ({}; alpha {:g}, beta {:g}):\n"
      "log-likelihood ratio {:.2f} ({:.2f}, {:.2f}): ",
      sprt.elo0, sprt.elo1, Sprt::model, sprt.alpha, sprt.beta, sprt.llr(pairs), sprt.lower(), sprt.upper());
  if (verdict == Sprt::Verdict::open) return text + "inconclusive\n";
  return text + fmt::format("{:g} Elo accepted, {:g} rejected\n",
                            verdict == Sprt::Verdict::elo1 ? sprt.elo1 : sprt.elo0,
                            verdict == Sprt::Verdict::elo1 ? sprt.elo0 : sprt.elo1);
}

std::string tournament_text(const MatchSummary& match, bool wide) {
  std::string text = fmt::format("Elo: {}\n", Ratings::model);
  text += crosstable(match, "points", wide, [&](std::size_t a, std::size_t b) {
    const auto tally = match.between(a, b);
    return tally ? fmt::format("{:g}/{}", tally->points(), tally->games()) : std::string("-");
  });
  text += crosstable(match, "LOS %", wide, [&](std::size_t a, std::size_t b) {
    return match.strength(a) && match.strength(b) ? fmt::format("{:.1f}", 100 * match.los(a, b)) : std::string("-");
  });
  if (wide) text += "\n" + pairings_table(match);
  return text;
}

}  // namespace

std::string game_line(const MatchGame& game, const std::vector<MatchPlayer>& players) {
  std::string text =
      fmt::format("{:>5}.{}  {} {}-{} {}", game.pair + 1, game.game + 1, shown(players[game.players[0]].name, max_name),
                  game.result.seeds[0], game.result.seeds[1], shown(players[game.players[1]].name, max_name));
  const auto& line = game.record.line;
  if (!line.empty() && line.back().kind == Element::Kind::comment) text += ": " + line.back().comment;
  return text;
}

std::string match_table(const MatchSummary& match, bool wide) {
  std::string text = players_table(match, wide);
  if (match.is_tournament()) text += tournament_text(match, wide);
  if (!wide) text += forfeits_text(match);
  for (const auto& note : match.notes) text += note + "\n";
  if (match.sprt) text += sprt_text(*match.sprt, match.standings.pairings[0].tally.pairs);
  return text;
}

}  // namespace sow
