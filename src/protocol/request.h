// JSON requests: typed access to fields by name, with errors that name the wrong field.
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

// An error in one field of a request, such as "moves[3]".
class FieldError : public Error {
 public:
  FieldError(std::string field, const std::string& message) : Error(message), field_(std::move(field)) {}
  FieldError(std::string field, const Error& error)
      : Error(error.location(), error.message()), field_(std::move(field)) {}

  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

// {"error":…,"field":…}, with "line" and "column" if known.
nlohmann::ordered_json error_json(const Error& error);

// Parses a request. Throws Error for invalid JSON, invalid UTF-8, and excessive nesting.
nlohmann::json parse_request(std::string_view text);

// The fields of an object. A missing or null field reads as empty; a wrong type or range throws FieldError.
class Fields {
 public:
  // `path` is the path of the object in the request, such as "records[2]"; empty for the request itself. Throws
  // FieldError if it is not an object.
  explicit Fields(const nlohmann::json& object, std::string path = "");

  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::optional<std::string> text(std::string_view name);
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t min, std::int64_t max);
  std::optional<double> number(std::string_view name, double min, double max);
  bool flag(std::string_view name);
  std::optional<Player> player(std::string_view name);
  // Null if missing.
  const nlohmann::json* list(std::string_view name, std::size_t max_size);
  const nlohmann::json* object(std::string_view name);

  // Accepts a field that other code reads.
  void allow(std::string_view name) { known_.push_back(name); }

  // The full path of a field: "records[2].tags".
  std::string path(std::string_view name) const;
  [[noreturn]] void fail(std::string_view name, const std::string& message) const;

  // Throws FieldError if the object has fields that were not read.
  void finish() const;

 private:
  const nlohmann::json* find(std::string_view name) const;
  const nlohmann::json* read(std::string_view name);

  const nlohmann::json& object_;
  std::string path_;
  std::vector<std::string_view> known_;  // names of all fields read so far
};

// A list of strings. Throws FieldError.
std::vector<std::string> text_list(const nlohmann::json& list, const std::string& path);

inline constexpr std::size_t max_request_moves = 2000;
inline constexpr int max_request_laps = 1000;  // for rules in a request, so that a turn takes milliseconds

// Reads `game` or `rules`; `find` looks up the value of `game`. Throws FieldError.
GameDef read_game_def(Fields& fields, const FindGame& find);

// Parses custom rules, which may extend built-in games. Reads no files. Throws Error.
GameDef parse_request_rules(const std::string& toml);

// Reads a game from `game` or `rules`, `position`, `moves`, and `resigned`. Throws FieldError.
Game read_game(Fields& fields, const FindGame& find, Budget& budget);

}  // namespace sow
