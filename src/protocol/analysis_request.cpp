#include "protocol/analysis_request.h"

#include <fmt/format.h>

#include "search/options.h"

namespace sow {
namespace {

constexpr double max_every = 1e9;

std::optional<std::int64_t> read(Fields& fields, const Option& option) {
  return fields.integer(option.name, option.min, option.max);
}

}  // namespace

AnalysisRequest read_analysis(Fields& fields, const AnalysisDefaults& defaults) {
  AnalysisRequest request;
  Limits& limits = request.limits;
  const auto depth = read(fields, options::depth), nodes = read(fields, options::nodes);
  const auto lines = read(fields, options::lines);
  limits.time_ms = fields.integer(options::time.name, options::time.min, defaults.max_ms);
  if (depth) limits.depth = *depth;
  if (nodes) limits.nodes = *nodes;
  limits.lines = lines.value_or(defaults.default_lines);
  if (!limits.time_ms && (defaults.always_timed || (!depth && !nodes)))
    limits.time_ms = std::min(defaults.default_ms, defaults.max_ms);
  request.keep = fields.flag("keep");
  request.every = fields.number("every", 0, max_every);
  if (!request.every) request.every = defaults.default_every;
  return request;
}

std::string analysis_request_markdown() {
  std::string text = "| field | type | default | meaning |\n|---|---|---|---|\n";
  const auto row = [&](std::string_view name, std::string_view type, std::string_view default_value,
                       std::string_view help) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", name, type, default_value, help);
  };
  const auto number = [&](const Option& option) {
    row(option.name, "integer, " + range_text(option), default_text(option), option.help);
  };
  row(options::game.name, "string", default_text(options::game), options::game.help);
  row("rules", "string", "none", "instead of `game`: custom rules as TOML; they may extend built-in games");
  row("position", "string or null", "the start", "diagram, round list, or picture ([notation.md](notation.md))");
  row("moves", "list of moves", "none", "moves played from there: `[\"F\",\"f\"]`");
  row("resigned", "`S` or `N`", "none", "player who resigned or forfeited after these moves");
  row("reason", "string", "`resigned`",
      "how the game ended early: `resigned`, `time`, `illegal-move`, or `crash` with `resigned`; `agreement` without");
  row("play_on", "true or false", "false", "two people do not end the game at the repetition after these moves");
  number(options::depth);
  number(options::time);
  number(options::nodes);
  number(options::lines);
  row("every", "number", "no intermediate answers",
      "minimum seconds between intermediate answers, which are sent when a depth is completed");
  row("keep", "true or false", "false", "keep the transposition table of earlier analyses");
  return text;
}

}  // namespace sow
