#include "protocol/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr int deepest_nesting = 200;  // variations of a record may be nested 64 deep, two brackets each

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
  if (error.place().line > 0) {
    json["line"] = error.place().line;
    json["column"] = error.place().column;
  }
  return json;
}

nlohmann::json parse_request(std::string_view text) {
  if (nesting(text) > deepest_nesting) throw Error("the JSON is nested too deep");
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& e) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
    const std::string_view what = e.what();
    const auto begin = what.find("] ");
    throw Error("not JSON: " + shown(what.substr(begin == what.npos ? 0 : begin + 2), 120));
  }
}

Fields::Fields(const nlohmann::json& object, std::string path) : object_(object), path_(std::move(path)) {
  if (object_.is_object()) return;
  if (path_.empty()) throw Error("a request is a JSON object");
  throw FieldError(path_, path_ + " is an object");
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

const nlohmann::json* Fields::take(std::string_view name) {
  known_.push_back(name);
  return find(name);
}

std::optional<std::string> Fields::text(std::string_view name) {
  const auto* value = take(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) fail(name, "is a text");
  return value->get<std::string>();
}

std::optional<std::int64_t> Fields::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  const auto* value = take(name);
  if (value == nullptr) return std::nullopt;
  const bool fits = value->is_number_unsigned() ? value->get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                                : value->is_number_integer() && value->get<std::int64_t>() <= most;
  if (!fits || value->get<std::int64_t>() < least)
    fail(name, fmt::format("is a whole number from {} to {}", least, most));
  return value->get<std::int64_t>();
}

std::optional<double> Fields::number(std::string_view name, double least, double most) {
  const auto* value = take(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most))
    fail(name, fmt::format("is a number from {} to {}", least, most));
  return value->get<double>();
}

bool Fields::flag(std::string_view name) {
  const auto* value = take(name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) fail(name, "is true or false");
  return value->get<bool>();
}

std::optional<Player> Fields::player(std::string_view name) {
  const auto* value = take(name);
  if (value == nullptr) return std::nullopt;
  if (*value == "S") return Player::south;
  if (*value == "N") return Player::north;
  fail(name, "is \"S\" or \"N\"");
}

const nlohmann::json* Fields::list(std::string_view name, std::size_t longest) {
  const auto* value = take(name);
  if (value == nullptr) return nullptr;
  if (!value->is_array()) fail(name, "is a list");
  if (value->size() > longest) fail(name, fmt::format("has more than {} entries", longest));
  return value;
}

const nlohmann::json* Fields::object(std::string_view name) {
  const auto* value = take(name);
  if (value != nullptr && !value->is_object()) fail(name, "is an object");
  return value;
}

void Fields::finish() const {
  for (const auto& [name, value] : object_.items())
    if (std::find(known_.begin(), known_.end(), name) == known_.end())
      throw FieldError(path(shown(name)), fmt::format("there is no field '{}'", shown(name)));
}

std::vector<std::string> text_list(const nlohmann::json& list, const std::string& path) {
  std::vector<std::string> texts;
  for (const auto& entry : list) {
    if (!entry.is_string()) {
      const std::string name = fmt::format("{}[{}]", path, texts.size());
      throw FieldError(name, name + " is a text");
    }
    texts.push_back(entry.get<std::string>());
  }
  return texts;
}

GameDef parse_request_rules(const std::string& toml) {
  GameDef def = parse_game(toml, "", find_builtin_game);
  def.spec.clear();  // that of the game it extends does not find it
  if (def.rules.laps > most_request_laps)
    throw Error(fmt::format("end.laps is at most {} in rules that are sent", most_request_laps));
  return def;
}

GameDef read_game_def(Fields& fields, const FindGame& find) {
  const auto name = fields.text("game"), toml = fields.text("rules");
  if (name && toml) fields.fail("rules", "and game exclude each other");
  try {
    return toml ? parse_request_rules(*toml) : find(name.value_or(default_game));
  } catch (const RuleFileError& e) {
    // An answer has one line: the first fault with its place, and how many others there are.
    const Error& first = e.faults().front();
    const std::size_t others = e.faults().size() - 1;
    throw FieldError(
        fields.path(toml ? "rules" : "game"),
        Error(first.place(), others == 0 ? first.message() : fmt::format("{} (and {} more)", first.message(), others)));
  } catch (const Error& e) {
    throw FieldError(fields.path(toml ? "rules" : "game"), e);
  }
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
  if (const auto* moves = fields.list("moves", most_request_moves)) {
    const auto texts = text_list(*moves, fields.path("moves"));
    for (std::size_t i = 0; i < texts.size(); ++i) try {
        budget.spend();
        play_move(game, texts[i]);
      } catch (const Error& e) {
        throw FieldError(fmt::format("{}[{}]", fields.path("moves"), i), e);
      }
  }
  if (const auto player = fields.player("resigned")) {
    if (game.ending()) fields.fail("resigned", "comes too late: the game is over");
    game.resign(*player);
  }
  return game;
}

}  // namespace sow
