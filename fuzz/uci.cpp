// Lines of the engine protocol: whatever comes, every answer is one line, and the session goes on.
#include "protocol/uci.h"

#include <algorithm>
#include <string_view>

#include "require.h"

using namespace sow;

namespace {

// A fuzzer must not open files, nor wait for long searches: both would be what the line asks for.
bool harmless(std::string_view line) {
  for (const char* word : {"Variant", "variant", "go", "perft", "Hash", "hash", "Threads", "threads"})
    if (line.find(word) != line.npos) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  UciSession session({}, [](const std::string& line) { fuzz::require_one_line(line); });
  for (std::string_view rest(reinterpret_cast<const char*>(data), size); !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (harmless(line)) session.obey(line);
  }
  session.obey("isready");
  return 0;
}
