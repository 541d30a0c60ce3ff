// Records with their own rules: a rule file, a line "%%", and an OGN file of games with these rules. They must be
// replayed or rejected with little time and memory.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/error.h"
#include "game/record.h"
#include "require.h"
#include "rules/catalog.h"

using namespace sow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view mark = "\n%%\n";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = text.find(mark);
  if (end == text.npos) return 0;
  try {
    const GameDef def = parse_game(text.substr(0, end), "fuzz.toml", find_builtin_game);
    for (const Record& record :
         read_ogn(text.substr(end + mark.size()), "fuzz.ogn", [&](const std::string&) { return def; })) {
      const Game game = replay(record);
      fuzz::require(game.position().total() <= record.start.total(), "no seed is made");
      to_ogn(record);
    }
  } catch (const RuleFileError& e) {
    for (const Error& problem : e.problems()) fuzz::require_one_line(problem.what());
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  return 0;
}
