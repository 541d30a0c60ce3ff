// Game records, OGN on one side and JSON on the other.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "protocol/request.h"

namespace sow {

// The answer of /api/ogn/read: the records of `text`. Throws FieldError.
nlohmann::ordered_json records_from_ogn(Fields& fields, const FindGame& find, Budget& budget);

// The answer of /api/ogn/write: `records` as text. Throws FieldError.
nlohmann::ordered_json records_to_ogn(Fields& fields, const FindGame& find, Budget& budget);

}  // namespace sow
