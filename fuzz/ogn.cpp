// Game records: accepted records must round-trip.
#include <algorithm>
#include <map>
#include <string_view>

#include "base/error.h"
#include "game/record.h"
#include "require.h"
#include "rules/catalog.h"

using namespace sow;

namespace {

// Only built-in games: a fuzzer must not open files.
const GameDef& find_built_in(const std::string& spec) {
  static std::map<std::string, GameDef> found;
  const auto& names = builtin_names();
  const auto colon = std::min(spec.find(':'), spec.size());
  if (!std::binary_search(names.begin(), names.end(), spec.substr(0, colon)) || spec.find('.', colon) != spec.npos)
    throw Error("no game '" + shown(spec) + "'");
  if (const auto known = found.find(spec); known != found.end()) return known->second;
  return found.emplace(spec, find_game(spec)).first->second;
}

void check(const Record& record) {
  const std::string text = to_ogn(record);
  const auto again = read_ogn(text, "written.ogn", find_built_in);
  fuzz::require(again.size() == 1, "one record:\n" + text);
  fuzz::require(again[0].start == record.start && again[0].result == record.result, "start and result:\n" + text);
  fuzz::require(again[0].line == record.line, "moves, comments and variations:\n" + text);
  fuzz::require(to_ogn(again[0]) == text, "the same text:\n" + text + "\n" + to_ogn(again[0]));
  const Game game = replay(record);
  fuzz::require(game.position() == replay(again[0]).position(), "the same game:\n" + text);
  fuzz::require(make_record(game, &record).line == record.line, "kept when saved again:\n" + text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const Record& record : read_ogn({reinterpret_cast<const char*>(data), size}, "fuzz.ogn", find_built_in))
      check(record);
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  return 0;
}
