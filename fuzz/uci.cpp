// Lines of the engine protocol: whatever comes, every answer is one line, and the session goes on.
#include "protocol/uci.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "require.h"

using namespace sow;

namespace {

// A fuzzer must not open files, nor wait for long searches: both would be what the line asks for.
bool harmless(std::string line) {
  for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* word : {"variant", "dbpath", "hash", "threads", "go", "ucinewgame", "perft"})
    if (line.find(word) != line.npos) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  UciSession session({}, [](const std::string& line) { fuzz::require_one_line(line); });
  for (std::string_view rest(reinterpret_cast<const char*>(data), size); !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (harmless(std::string(line))) session.obey(line);
  }
  session.obey("isready");
  return 0;
}
