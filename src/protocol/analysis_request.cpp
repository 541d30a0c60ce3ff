#include "protocol/analysis_request.h"

#include <fmt/format.h>

#include "search/options.h"

namespace sow {
namespace {

constexpr double longest_every = 1e9;

std::optional<std::int64_t> read(Fields& fields, const Option& option) {
  return fields.integer(option.name, option.least, option.most);
}

}  // namespace

AnalysisRequest read_analysis(Fields& fields, const AnalysisTerms& terms) {
  AnalysisRequest request;
  Limits& limits = request.limits;
  const auto depth = read(fields, options::depth), nodes = read(fields, options::nodes);
  const auto lines = read(fields, options::lines);
  limits.time_ms = fields.integer(options::time.name, options::time.least, terms.longest_ms);
  if (depth) limits.depth = *depth;
  if (nodes) limits.nodes = *nodes;
  limits.lines = lines.value_or(terms.usual_lines);
  if (!limits.time_ms && (terms.always_timed || (!depth && !nodes)))
    limits.time_ms = std::min(terms.usual_ms, terms.longest_ms);
  request.keep = fields.flag("keep");
  request.every = fields.number("every", 0, longest_every);
  if (!request.every) request.every = terms.usual_every;
  return request;
}

std::string analysis_request_markdown() {
  std::string text = "| field | type | default | meaning |\n|---|---|---|---|\n";
  const auto row = [&](std::string_view name, std::string_view type, std::string_view otherwise,
                       std::string_view help) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", name, type, otherwise, help);
  };
  const auto number = [&](const Option& option) {
    row(option.name, "number from " + range_text(option), default_text(option), option.help);
  };
  row(options::game.name, "text", default_text(options::game), options::game.help);
  row("rules", "text", "none", "instead of `game`: the TOML of a game of one's own, which may extend built-in games");
  row("position", "text or null", "the start", "diagram, round list or picture (notation.md)");
  row("moves", "list of letters", "none", "moves played from there: `[\"F\",\"f\"]`");
  row("resigned", "`S` or `N`", "nobody", "who resigned after them");
  number(options::depth);
  number(options::time);
  number(options::nodes);
  number(options::lines);
  row("every", "number", "the final answer alone",
      "seconds at least between answers on the way, which come when a depth is completed");
  row("keep", "true or false", "false", "begin with what was learnt from analyses before, not afresh");
  return text;
}

}  // namespace sow
