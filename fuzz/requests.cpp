// Requests of the analysis protocol: whatever comes, it is understood or refused with one line and a field.
#include <string_view>

#include "protocol/request.h"
#include "require.h"

using namespace sow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return 0;
  // A fuzzer must not open files.
  if (const auto game = json.find("game"); game != json.end() && *game != "oware" && *game != "hus") return 0;
  try {
    const AnalysisRequest request = parse_analysis_request(json, {"id"});
    fuzz::require(request.limits.lines >= 1 && request.limits.depth >= 1, "limits");
  } catch (const FieldError& e) {
    fuzz::require_one_line(e.what());
    fuzz::require_one_line(e.field());
  }
  return 0;
}
