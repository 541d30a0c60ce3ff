#include "protocol/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr int max_nesting = 200;  // records may nest variations 64 deep, with two brackets each

int nesting(std::string_view text) {
  int depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

nlohmann::ordered_json error_json(const Error& error) {
  nlohmann::ordered_json json = {{"error", error.what()}, {"field", nullptr}};
  if (const auto* wrong = dynamic_cast<const FieldError*>(&error)) json["field"] = wrong->field();
  if (error.location().line > 0) {
    json["line"] = error.location().line;
    json["column"] = error.location().column;
  }
  return json;
}

nlohmann::json parse_request(std::string_view text) {
  if (nesting(text) > max_nesting) throw Error("the JSON is nested too deeply");
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& e) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
    const std::string_view what = e.what();
    const auto begin = what.find("] ");
    throw Error("invalid JSON: " + shown(what.substr(begin == what.npos ? 0 : begin + 2), 120));
  }
}

Fields::Fields(const nlohmann::json& object, std::string path) : object_(object), path_(std::move(path)) {
  if (object_.is_object()) return;
  if (path_.empty()) throw Error("a request must be a JSON object");
  throw FieldError(path_, path_ + " must be an object");
}

std::string Fields::path(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

void Fields::fail(std::string_view name, const std::string& message) const {
  throw FieldError(path(name), fmt::format("{} {}", path(name), message));
}

const nlohmann::json* Fields::find(std::string_view name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const nlohmann::json* Fields::read(std::string_view name) {
  known_.push_back(name);
  return find(name);
}

std::optional<std::string> Fields::text(std::string_view name) {
  const auto* value = read(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) fail(name, "must be a string");
  return value->get<std::string>();
}

std::optional<std::int64_t> Fields::integer(std::string_view name, std::int64_t min, std::int64_t max) {
  const auto* value = read(name);
  if (value == nullptr) return std::nullopt;
  const bool fits = value->is_number_unsigned() ? value->get<std::uint64_t>() <= static_cast<std::uint64_t>(max)
                                                : value->is_number_integer() && value->get<std::int64_t>() <= max;
  if (!fits || value->get<std::int64_t>() < min) fail(name, fmt::format("must be an integer from {} to {}", min, max));
  return value->get<std::int64_t>();
}

std::optional<double> Fields::number(std::string_view name, double min, double max) {
  const auto* value = read(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !(value->get<double>() >= min && value->get<double>() <= max))
    fail(name, fmt::format("must be a number from {} to {}", min, max));
  return value->get<double>();
}

bool Fields::flag(std::string_view name) {
  const auto* value = read(name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) fail(name, "must be true or false");
  return value->get<bool>();
}

std::optional<Player> Fields::player(std::string_view name) {
  const auto* value = read(name);
  if (value == nullptr) return std::nullopt;
  if (*value == "S") return Player::south;
  if (*value == "N") return Player::north;
  fail(name, "must be \"S\" or \"N\"");
}

const nlohmann::json* Fields::list(std::string_view name, std::size_t max_size) {
  const auto* value = read(name);
  if (value == nullptr) return nullptr;
  if (!value->is_array()) fail(name, "must be a list");
  if (value->size() > max_size) fail(name, fmt::format("has more than {} entries", max_size));
  return value;
}

const nlohmann::json* Fields::object(std::string_view name) {
  const auto* value = read(name);
  if (value != nullptr && !value->is_object()) fail(name, "must be an object");
  return value;
}

void Fields::finish() const {
  for (const auto& [name, value] : object_.items())
    if (std::find(known_.begin(), known_.end(), name) == known_.end())
      throw FieldError(path(shown(name)), fmt::format("unknown field '{}'", shown(name)));
}

std::vector<std::string> text_list(const nlohmann::json& list, const std::string& path) {
  std::vector<std::string> texts;
  for (const auto& entry : list) {
    if (!entry.is_string()) {
      const std::string name = fmt::format("{}[{}]", path, texts.size());
      throw FieldError(name, name + " must be a string");
    }
    texts.push_back(entry.get<std::string>());
  }
  return texts;
}

GameDef parse_request_rules(const std::string& toml) {
  GameDef def = parse_game(toml, "", find_builtin_game);
  def.spec.clear();  // inherited from the game it extends
  if (def.rules.laps > max_request_laps)
    throw Error(fmt::format("end.laps must be at most {} in a request", max_request_laps));
  return def;
}

GameDef read_game_def(Fields& fields, const FindGame& find) {
  const auto name = fields.text("game"), toml = fields.text("rules");
  if (name && toml) fields.fail("rules", "cannot be combined with game");
  try {
    return toml ? parse_request_rules(*toml) : find(name.value_or(default_game));
  } catch (const RuleFileError& e) {
    // An answer has one line: report the first error and the number of others.
    const Error& first = e.problems().front();
    const std::size_t others = e.problems().size() - 1;
    throw FieldError(fields.path(toml ? "rules" : "game"),
                     Error(first.location(),
                           others == 0 ? first.message() : fmt::format("{} (and {} more)", first.message(), others)));
  } catch (const Error& e) {
    throw FieldError(fields.path(toml ? "rules" : "game"), e);
  }
}

// Ends the game as the fields `resigned` and `reason` describe.
static void end_early(Fields& fields, Game& game) {
  const auto loser = fields.player("resigned");
  const auto word = fields.text("reason");
  if (!loser && !word) return;
  if (game.ending()) fields.fail(loser ? "resigned" : "reason", "is set, but the game is already over");
  const auto reason = word ? parse_reason(*word) : EndReason::resigned;
  if (reason && is_forfeit(*reason) && loser) return game.forfeit(*loser, *reason);
  if (reason == EndReason::agreement && !loser) return game.agree_to_draw();
  fields.fail("reason", "must be resigned, time, illegal-move or crash with a `resigned` player, or agreement without");
}

Game read_game(Fields& fields, const FindGame& find, Budget& budget) {
  GameDef def = read_game_def(fields, find);
  Position start = start_position(def.rules);
  if (const auto text = fields.text("position")) try {
      start = parse_position(*text, def.rules);
    } catch (const Error& e) {
      throw FieldError(fields.path("position"), e);
    }
  Game game(std::move(def), start);
  if (const auto* moves = fields.list("moves", max_request_moves)) {
    const auto texts = text_list(*moves, fields.path("moves"));
    for (std::size_t i = 0; i < texts.size(); ++i) try {
        budget.spend();
        play_move(game, texts[i]);
      } catch (const Error& e) {
        throw FieldError(fmt::format("{}[{}]", fields.path("moves"), i), e);
      }
  }
  if (fields.flag("play_on")) {
    if (!game.may_play_on())
      fields.fail("play_on", "is set, but the moves do not end in a repetition that players may ignore");
    game.play_on();
  }
  end_early(fields, game);
  return game;
}

}  // namespace sow
