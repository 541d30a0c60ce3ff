// How long and how broadly to analyse, as the fields of a request say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/request.h"
#include "search/limits.h"
#include "search/options.h"

namespace sow {

struct AnalysisRequest {
  Limits limits = {};
  std::optional<double> every = {};  // seconds between reports at least
  bool keep = false;  // go on with what was learnt before; otherwise the same request has the same answer
};

// What a protocol allows, and what it means to leave a field out.
struct AnalysisTerms {
  std::int64_t longest_ms = options::time.most;
  std::int64_t usual_ms = *options::time.default_value;  // if there is no other limit
  bool always_timed = false;                             // `usual_ms` counts beside other limits, too
  int usual_lines = *options::lines.default_value;
  std::optional<double> usual_every = {};
};

// Reads `depth`, `time`, `nodes`, `lines`, `every` and `keep`. Throws FieldError.
AnalysisRequest read_analysis(Fields& fields, const AnalysisTerms& terms);

// These fields, and those of the game, as a table for docs/protocols.md; the terms are the usual ones.
std::string analysis_request_markdown();

}  // namespace sow
