// Dialogues in the engine protocol: whatever comes, every answer is one line, and the session goes on.
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

// A fuzzer must not open files, nor take what a line asks for of time and memory.
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
  settings.variant = "owari:pits=2,seeds=3";  // its database is made at once, the others take most of the time
  settings.hash_mib = 1;
  settings.threads = 1;
  UciSession session(settings, [](const std::string& line) { fuzz::require_one_line(line); });
  constexpr int most_lines = 50, most_searches = 3;  // what more would show, another input shows sooner
  int lines = 0, searched = 0;
  for (std::string_view rest(reinterpret_cast<const char*>(data), size); !rest.empty() && lines < most_lines; ++lines) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool go = command(line) == "go";
    if ((go || command(line) == "ucinewgame") && ++searched > most_searches) continue;
    if (harmless(line)) session.obey(line + (go ? " nodes 200" : ""));  // a search ends soon, however it was meant
  }
  fuzz::require(session.obey("isready"), "the session goes on");
  session.finish();
  return 0;
}
