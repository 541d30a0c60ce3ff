// Conversion of game records between OGN and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "protocol/request.h"

namespace sow {

// The response to /api/ogn/read. Throws FieldError.
nlohmann::ordered_json records_from_ogn(Fields& fields, const FindGame& find, Budget& budget);

// The response to /api/ogn/write. Throws FieldError.
nlohmann::ordered_json records_to_ogn(Fields& fields, const FindGame& find, Budget& budget);

}  // namespace sow
