// What other programs ask for, as JSON: typed fields by name, and errors that say which field is wrong.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/budget.h"
#include "game/game.h"

namespace sow {

// Something is wrong with one field of a request: "moves[3]".
class FieldError : public Error {
 public:
  FieldError(std::string field, const std::string& message) : Error(message), field_(std::move(field)) {}
  FieldError(std::string field, const Error& error) : Error(error.place(), error.message()), field_(std::move(field)) {}

  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

// {"error":…,"field":…}; with "line" and "column" where they are known.
nlohmann::ordered_json error_json(const Error& error);

// The one JSON object a text holds. Throws Error: also for broken UTF-8, and for nesting that nobody needs.
nlohmann::json parse_request(std::string_view text);

// The fields of an object. Asking for one that is missing or null gives nothing; a wrong type or range throws FieldError.
class Fields {
 public:
  // `path` is where the object stands in the request, as in "records[2]"; empty for the request itself. Throws
  // FieldError if it is no object.
  explicit Fields(const nlohmann::json& object, std::string path = "");

  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::optional<std::string> text(std::string_view name);
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<double> number(std::string_view name, double least, double most);
  bool flag(std::string_view name);
  std::optional<Player> player(std::string_view name);
  // Null if it is missing.
  const nlohmann::json* list(std::string_view name, std::size_t longest);
  const nlohmann::json* object(std::string_view name);

  // A field that somebody else reads.
  void allow(std::string_view name) { known_.push_back(name); }

  // "records[2].tags", the full name of a field.
  std::string path(std::string_view name) const;
  [[noreturn]] void fail(std::string_view name, const std::string& message) const;

  // Throws FieldError if there are fields that nobody asked for.
  void finish() const;

 private:
  const nlohmann::json* find(std::string_view name) const;
  const nlohmann::json* take(std::string_view name);

  const nlohmann::json& object_;
  std::string path_;
  std::vector<std::string_view> known_;  // names that were asked for
};

// The texts of a list.
std::vector<std::string> text_list(const nlohmann::json& list, const std::string& path);

inline constexpr std::size_t most_request_moves = 2000;
inline constexpr int most_request_laps = 1000;  // of rules that come in a request: a turn ends in milliseconds

// The rules a request names, in `game` or `rules`. `find` knows the games by what `game` calls them. Throws FieldError.
GameDef read_game_def(Fields& fields, const FindGame& find);

// The TOML text of somebody's own game, who may extend the games that are built in: no file is read. Throws Error.
GameDef parse_request_rules(const std::string& toml);

// The game a request describes with `game` or `rules`, `position`, `moves` and `resigned`. Throws FieldError.
Game read_game(Fields& fields, const FindGame& find, Budget& budget);

}  // namespace sow
