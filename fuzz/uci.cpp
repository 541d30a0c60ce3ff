// UCI dialogues: every answer must be one line, and the session must survive any input.
#include "protocol/uci.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>

#include "require.h"
#include "rules/catalog.h"

using namespace sow;

namespace {

bool is_built_in(const std::string& name) {
  const auto& names = builtin_names();
  return std::binary_search(names.begin(), names.end(), name);
}

// Rejects lines that open files or use much time or memory.
bool harmless(std::string line) {
  const auto begin = line.find_last_of(" \t") + 1;
  const std::string last = line.substr(begin);
  for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto has = [&](std::string_view word) { return line.find(word) != line.npos; };
  if (has("dbpath")) return false;
  if (has("variant") && !is_built_in(last)) return false;
  if ((has("hash") || has("threads")) && last != "1" && last != "2") return false;
  return !has("perft") || last == "1" || last == "2" || last == "3";
}

std::string command(const std::string& line) {
  std::string word;
  std::istringstream(line) >> word;
  return word;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  UciSettings settings;
  settings.variant = "owari:pits=2,seeds=3";  // its database is built in no time
  settings.hash = 1;
  settings.threads = 1;
  UciSession session(settings, [](const std::string& line) { fuzz::require_one_line(line); });
  constexpr int max_lines = 50, max_searches = 3;
  int lines = 0, searched = 0;
  for (std::string_view rest(reinterpret_cast<const char*>(data), size); !rest.empty() && lines < max_lines; ++lines) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool go = command(line) == "go";
    if ((go || command(line) == "ucinewgame") && ++searched > max_searches) continue;
    if (harmless(line)) session.handle_line(line + (go ? " nodes 200" : ""));  // bounds every search
  }
  fuzz::require(session.handle_line("isready"), "the session survives");
  session.finish();
  return 0;
}
