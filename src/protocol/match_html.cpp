#include "protocol/match_html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "protocol/share_link.h"

namespace sow {
namespace {

constexpr std::string_view page_start =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\">\n<title>Match: ";

constexpr const char* style = R"(
:root { color-scheme: light dark; --line: #8886; --bar: #b5651d; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td.name { text-align: left; }
.scroll { overflow-x: auto; }
svg text { font: 14px system-ui, sans-serif; fill: currentColor; }
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string elo_text(const std::optional<EloEstimate>& strength) {
  if (!strength) return "–";
  if (!std::isfinite(strength->elo)) return strength->elo > 0 ? "+∞" : "−∞";
  return fmt::format("{:+.1f}{}", strength->elo, strength->error ? fmt::format(" ± {:.1f}", *strength->error) : "");
}

std::string players_table(const MatchSummary& match) {
  std::string text =
      "<div class=\"scroll\"><table>\n<tr><th>Player<th>Games<th>Won<th>Drawn<th>Lost<th>Points<th>Elo<th>Pairs 0 ½ 1 "
      "1½ "
      "2<th>Depth<th>ms<th>Illegal<th>Late<th>Crashed\n";
  const auto mean = [](double sum, int count) { return count > 0 ? fmt::format("{:.1f}", sum / count) : "–"; };
  for (const std::size_t i : match.ranking()) {
    const auto& [tally, effort, illegal, late, crashed] = match.standings.players[i];
    const auto& player = match.players[i];
    text += fmt::format("<tr><td class=\"name\" title=\"{}\">{}", escaped(player.spec), escaped(player.name));
    text += fmt::format("<td>{}<td>{}<td>{}<td>{}<td>{:g}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}\n", tally.games(),
                        tally.wins, tally.draws, tally.losses, tally.points(), elo_text(match.strength(i)),
                        fmt::join(tally.pairs.pairs, " "), mean(static_cast<double>(effort.plies), effort.known_depths),
                        mean(effort.ms, effort.moves), illegal, late, crashed);
  }
  return text + "</table></div>\n";
}

// Points of the row's player against the column's player, and the likelihood of superiority.
std::string crosstable(const MatchSummary& match) {
  const auto order = match.ranking();
  std::string text = "<div class=\"scroll\"><table>\n<tr><th>Points, LOS";
  for (std::size_t k = 0; k < order.size(); ++k) text += fmt::format("<th>{}", k + 1);
  text += "\n";
  for (std::size_t i = 0; i < order.size(); ++i) {
    text += fmt::format("<tr><td class=\"name\">{} {}", i + 1, escaped(match.players[order[i]].name));
    for (const std::size_t other : order) {
      const auto tally = match.between(order[i], other);
      const bool both = other != order[i] && match.strength(order[i]) && match.strength(other);
      text += "<td>";
      if (tally) text += fmt::format("{:g}/{}", tally->points(), tally->games());
      if (both) {
        const double los = match.is_tournament() ? match.los(order[i], other) : estimate_elo(tally->pairs)->los;
        text += fmt::format(" <small>{:.1f} %</small>", 100 * los);
      }
    }
    text += "\n";
  }
  return text + "</table></div>\n";
}

// A point per player at its Elo, with an error bar.
std::string elo_graph(const MatchSummary& match) {
  constexpr double names = 190, width = 700, row = 28, edge = 20;
  const auto order = match.ranking();
  double low = 0, high = 0;
  for (const std::size_t i : order)
    if (const auto s = match.strength(i); s && std::isfinite(s->elo)) {
      low = std::min(low, s->elo - s->error.value_or(0));
      high = std::max(high, s->elo + s->error.value_or(0));
    }
  const double span = std::max(high - low, 1.0), height = row * static_cast<double>(order.size()) + edge;
  const auto x = [&](double elo) { return names + (elo - low) / span * (width - names - edge); };
  std::string text = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\" aria-label=\"Elo of each player with error bars\">\n",
      width, height, width);
  text +=
      fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1}\" stroke=\"#8888\"/>\n", x(0), height - edge);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double y = row * (static_cast<double>(i) + 0.5);
    const auto s = match.strength(order[i]);
    text +=
        fmt::format("<text x=\"0\" y=\"{:.1f}\">{}</text>", y + 5, escaped(shown(match.players[order[i]].name, 24)));
    if (!s || !std::isfinite(s->elo)) {
      text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x(0) + 8, y + 5, elo_text(s));
      continue;
    }
    if (s->error)
      text += fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"var(--bar)\" "
          "stroke-width=\"3\"/>",
          x(s->elo - *s->error), x(s->elo + *s->error), y);
    text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"var(--bar)\"><title>{}</title></circle>\n",
                        x(s->elo), y, elo_text(s));
  }
  return text + fmt::format(
                    "<text x=\"{:.1f}\" y=\"{}\">{:.0f}</text><text x=\"{:.1f}\" y=\"{}\" text-anchor=\"end\">"
                    "{:+.0f} Elo</text>\n</svg>\n",
                    names, height - 2, low, width - edge, height - 2, high);
}

std::string games_table(const std::vector<Record>& games, const std::string& page) {
  std::string text = "<table>\n<tr><th>Round<th>South<th>Result<th>North<th>Moves<th>Ended\n";
  for (const Record& game : games) {
    const auto tag = [&](const char* name) {
      const auto found = game.tags.find(name);
      return found == game.tags.end() ? std::string() : escaped(found->second);
    };
    const auto moves = std::count_if(game.line.begin(), game.line.end(),
                                     [](const Element& e) { return e.kind == Element::Kind::move; });
    const std::string result = game.result ? fmt::format("{}–{}", (*game.result)[0], (*game.result)[1]) : "*";
    text += fmt::format(
        "<tr><td class=\"name\">{0}<td class=\"name\">{1}<td><a href=\"{2}#{3}\">{4}</a><td class=\"name\">{5}<td>{6}"
        "<td class=\"name\">{7}\n",
        tag("Round"), tag("South"), escaped(page), share_fragment(game), result, tag("North"), moves,
        tag("Termination"));
  }
  return text + "</table>\n";
}

}  // namespace

bool is_match_html(std::string_view start) { return start.starts_with(page_start); }

std::string match_html(const MatchSummary& match, const std::vector<Record>& games, const std::string& page) {
  std::string text = fmt::format("{2}{0}</title>\n<style>{1}</style></head><body>\n<h1>Match: {0}</h1>\n",
                                 escaped(match.game), style, page_start);
  if (!match.complete) text += "<p>The match was interrupted.</p>\n";
  text += players_table(match) + "<h2>Elo</h2>\n" + elo_graph(match);
  text += fmt::format("<p>Model: {}.</p>\n<h2>Crosstable</h2>\n",
                      match.is_tournament() ? Ratings::model : "logistic Elo from pairs of games, 95 % errors");
  text += crosstable(match);
  for (const auto& note : match.notes) text += fmt::format("<p>{}</p>\n", escaped(note));
  text += fmt::format(
      "<h2>Games</h2>\n<p>{} games. Click a result to open the game on the page of <code>sow serve</code> at {}.</p>\n",
      games.size(), escaped(page));
  return text + games_table(games, page) + "</body></html>\n";
}

}  // namespace sow
