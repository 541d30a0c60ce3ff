#include "protocol/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/notation.h"
#include "game/explain.h"
#include "game/record.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t usual_time_ms = 1000;

struct Field {
  std::string_view name, type, otherwise, help;
  void (*read)(const Json& value, const Field& field, AnalysisRequest& request);
  std::int64_t least = 0, most = 0;  // of a number
};

std::int64_t whole_number(const Json& value, const Field& field) {
  const bool fits = value.is_number_integer() &&
                    !(value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(field.most));
  if (!fits || value.get<std::int64_t>() < field.least || value.get<std::int64_t>() > field.most)
    throw FieldError(std::string(field.name),
                     fmt::format("{} is a whole number from {} to {}", field.name, field.least, field.most));
  return value.get<std::int64_t>();
}

void read_moves(const Json& value, const Field& field, AnalysisRequest& request) {
  if (!value.is_array()) throw FieldError(std::string(field.name), "moves is a list of letters");
  if (value.size() > most_moves)
    throw FieldError(std::string(field.name), fmt::format("there are at most {} moves", most_moves));
  Game& game = request.game;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto wrong = [&](const std::string& message) { return FieldError(fmt::format("moves[{}]", i), message); };
    if (!value[i].is_string()) throw wrong("a move is a letter");
    const Position before = game.position();
    Move move = no_move;
    try {
      move = parse_move(value[i].get_ref<const std::string&>(), game.rules(), before.mover);
    } catch (const Error& e) {
      throw wrong(e.message());
    }
    if (const Legality legality = game.play(move); legality != Legality::ok)
      throw wrong(explain(game.rules(), before, move, legality));
  }
}

void read_position(const Json& value, const Field& field, AnalysisRequest& request) {
  if (value.is_null()) return;
  if (!value.is_string()) throw FieldError(std::string(field.name), "position is a text, or null for the start");
  try {
    const GameDef def = request.game.def();
    request.game = Game(def, parse_position(value.get_ref<const std::string&>(), def.rules));
  } catch (const FieldError&) {
    throw;
  } catch (const Error& e) {
    throw FieldError(std::string(field.name), e.what());
  }
}

void read_game(const Json& value, const Field& field, AnalysisRequest& request) {
  if (!value.is_string()) throw FieldError(std::string(field.name), "game is a name");
  try {
    request.game = Game(find_game(value.get_ref<const std::string&>()));
  } catch (const Error& e) {
    throw FieldError(std::string(field.name), e.what());
  }
}

void read_every(const Json& value, const Field& field, AnalysisRequest& request) {
  if (!value.is_number() || !(value.get<double>() >= 0))
    throw FieldError(std::string(field.name), "every is a number of seconds, 0 or more");
  request.every = value.get<double>();
}

// In the order in which they are read: moves need the position, and that needs the game.
const Field fields[] = {
    {"game", "text", default_game, "a game as on the command line: `oware`, `kalah:pits=5,seeds=3`, a TOML file",
     read_game},
    {"position", "text or null", "the start", "diagram, round list or picture (notation.md)", read_position},
    {"moves", "list of letters", "none", "moves played from there: `[\"F\",\"f\"]`", read_moves},
    {"depth", "number", "no limit", "plies to look ahead",
     [](const Json& v, const Field& f, AnalysisRequest& r) { r.limits.depth = static_cast<int>(whole_number(v, f)); },
     1, max_depth},
    {"time", "number", "1000, if there is no other limit", "milliseconds",
     [](const Json& v, const Field& f, AnalysisRequest& r) { r.limits.time_ms = whole_number(v, f); }, 1,
     2'000'000'000},
    {"nodes", "number", "no limit", "boards to look at",
     [](const Json& v, const Field& f, AnalysisRequest& r) {
       r.limits.nodes = static_cast<std::uint64_t>(whole_number(v, f));
     },
     1, std::int64_t{1} << 53},
    {"lines", "number", "1", "how many moves get a score of their own",
     [](const Json& v, const Field& f, AnalysisRequest& r) { r.limits.lines = static_cast<int>(whole_number(v, f)); },
     1, max_pits},
    {"every", "number", "the final answer alone",
     "seconds at least between answers on the way, which come when a depth is completed", read_every},
};

}  // namespace

AnalysisRequest parse_analysis_request(const Json& json, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : json.items()) {
    const auto named = [&name = name](const auto& entry) { return entry.name == name; };
    if (std::none_of(std::begin(fields), std::end(fields), named) &&
        std::find(known.begin(), known.end(), name) == known.end())
      throw FieldError(shown(name), fmt::format("there is no field '{}'", shown(name)));
  }
  AnalysisRequest request{.game = Game(find_game(default_game)), .limits = {}, .every = {}};
  for (const Field& field : fields)
    if (const auto found = json.find(field.name); found != json.end()) field.read(*found, field, request);
  if (!json.contains("depth") && !request.limits.nodes && !request.limits.time_ms)
    request.limits.time_ms = usual_time_ms;
  return request;
}

std::string analysis_request_markdown() {
  std::string text = "| field | type | if left out | what it says |\n|---|---|---|---|\n";
  for (const Field& field : fields)
    text += fmt::format(
        "| `{}` | {} | {} | {} |\n", field.name,
        field.most > 0 ? fmt::format("{} from {} to {}", field.type, field.least, field.most) : std::string(field.type),
        field.otherwise, field.help);
  return text;
}

}  // namespace sow
