#include "protocol/analysis_request.h"

#include <fmt/format.h>

#include "rules/catalog.h"

namespace sow {
namespace {

struct NumberField {
  std::string_view name, help;
  std::int64_t least, most;
};

constexpr NumberField depth_field = {"depth", "plies to look ahead", 1, max_depth};
constexpr NumberField time_field = {"time", "milliseconds", 1, 0};  // the most is a matter of the terms
constexpr NumberField nodes_field = {"nodes", "boards to look at", 1, std::int64_t{1} << 53};
constexpr NumberField lines_field = {"lines", "how many moves get a score of their own", 1, max_pits};
constexpr double longest_every = 1e9;

std::optional<std::int64_t> read(Fields& fields, const NumberField& field) {
  return fields.integer(field.name, field.least, field.most);
}

}  // namespace

AnalysisRequest read_analysis(Fields& fields, const AnalysisTerms& terms) {
  AnalysisRequest request;
  Limits& limits = request.limits;
  const auto depth = read(fields, depth_field), nodes = read(fields, nodes_field), lines = read(fields, lines_field);
  limits.time_ms = fields.integer(time_field.name, time_field.least, terms.longest_ms);
  if (depth) limits.depth = static_cast<int>(*depth);
  if (nodes) limits.nodes = static_cast<std::uint64_t>(*nodes);
  limits.lines = static_cast<int>(lines.value_or(terms.usual_lines));
  if (!limits.time_ms && (terms.always_timed || (!depth && !nodes)))
    limits.time_ms = std::min(terms.usual_ms, terms.longest_ms);
  request.every = fields.number("every", 0, longest_every);
  if (!request.every) request.every = terms.usual_every;
  return request;
}

std::string analysis_request_markdown(const AnalysisTerms& terms) {
  std::string text = "| field | type | if left out | what it says |\n|---|---|---|---|\n";
  const auto row = [&](std::string_view name, std::string_view type, std::string_view otherwise,
                       std::string_view help) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", name, type, otherwise, help);
  };
  const auto number = [&](const NumberField& field, std::string_view otherwise) {
    const auto most = field.most > 0 ? field.most : terms.longest_ms;
    row(field.name, fmt::format("number from {} to {}", field.least, most), otherwise, field.help);
  };
  row("game", "text", default_game, "a game as on the command line: `oware`, `kalah:pits=5,seeds=3`, a TOML file");
  row("rules", "text", "none", "instead of `game`: the TOML of a game of one's own, which may extend built-in games");
  row("position", "text or null", "the start", "diagram, round list or picture (notation.md)");
  row("moves", "list of letters", "none", "moves played from there: `[\"F\",\"f\"]`");
  row("resigned", "`S` or `N`", "nobody", "who resigned after them");
  number(depth_field, "no limit");
  number(time_field, fmt::format("{}{}", terms.usual_ms, terms.always_timed ? "" : ", if there is no other limit"));
  number(nodes_field, "no limit");
  number(lines_field, fmt::format("{}", terms.usual_lines));
  row("every", "number", terms.usual_every ? fmt::format("{}", *terms.usual_every) : "the final answer alone",
      "seconds at least between answers on the way, which come when a depth is completed");
  return text;
}

}  // namespace sow
