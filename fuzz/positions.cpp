// Positions: the first byte chooses the game, the rest is text. Accepted positions must round-trip in all three
// notations.
#include <string_view>

#include "base/error.h"
#include "board/notation.h"
#include "require.h"
#include "rules/catalog.h"

using namespace sow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<GameDef> games = [] {
    std::vector<GameDef> list;
    for (const char* name : {"owari", "kalah:pits=2", "hus", "bao-kiarabu", "dakon", "hus:pits=2"})
      list.push_back(find_game(name));
    return list;
  }();
  if (size == 0) return 0;
  const Ruleset& rules = games[data[0] % games.size()].rules;
  try {
    const Position p = parse_position({reinterpret_cast<const char*>(data) + 1, size - 1}, rules, "fuzz.txt");
    fuzz::require(p.total() > 0 && p.total() <= max_seeds, "a total that a game can hold");
    fuzz::require(parse_position(diagram(rules, p), rules) == p, "diagram");
    fuzz::require(parse_position(round_list(rules, p), rules) == p, "list");
    fuzz::require(parse_position(picture(rules, p), rules) == p, "picture");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  return 0;
}
