// A request for an analysis, from JSON: which game, what has been played, and how long to think.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "game/game.h"
#include "rules/error.h"
#include "search/limits.h"

namespace sow {

// What is wrong with a request, and which field shows it: "moves[3]".
class FieldError : public Error {
 public:
  FieldError(std::string field, const std::string& message) : Error(message), field_(std::move(field)) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

struct AnalysisRequest {
  Game game;
  Limits limits;
  std::optional<double> every;  // seconds between reports at least; none: the end alone is reported
};

// Fields beside those of the table in request.cpp and those `known` to the caller are an error. Throws FieldError.
AnalysisRequest parse_analysis_request(const nlohmann::json& request, std::initializer_list<std::string_view> known);

// The fields as a table for docs/protocols.md.
std::string analysis_request_markdown();

}  // namespace sow
