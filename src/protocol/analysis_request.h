// The limits of an analysis, read from the fields of a JSON request.
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
  std::optional<double> every = {};  // minimum seconds between reports
  bool keep = false;                 // keep the transposition table; otherwise equal requests get equal answers
};

// Limits and defaults of a protocol.
struct AnalysisDefaults {
  std::int64_t max_ms = options::time.max;
  std::int64_t default_ms = *options::time.default_value;  // if there is no other limit
  bool always_timed = false;                               // apply `default_ms` in addition to other limits
  int default_lines = *options::lines.default_value;
  std::optional<double> default_every = {};
};

// Reads `depth`, `time`, `nodes`, `lines`, `every`, and `keep`. Throws FieldError.
AnalysisRequest read_analysis(Fields& fields, const AnalysisDefaults& defaults);

// The table of request fields in docs/protocols.md.
std::string analysis_request_markdown();

}  // namespace sow
