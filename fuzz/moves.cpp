// Typed moves: the first byte chooses game and mover, the rest is text. An accepted move must round-trip.
#include <string_view>

#include "base/error.h"
#include "board/names.h"
#include "board/notation.h"
#include "require.h"
#include "rules/catalog.h"

using namespace sow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<GameDef> games = [] {
    std::vector<GameDef> list;
    for (const char* name : {"owari", "kalah:pits=15,seeds=1", "hus", "owela"}) list.push_back(find_game(name));
    return list;
  }();
  if (size == 0) return 0;
  const Ruleset& rules = games[data[0] / 2 % games.size()].rules;
  const Player mover = data[0] % 2 == 0 ? Player::south : Player::north;
  const std::string_view text{reinterpret_cast<const char*>(data) + 1, size - 1};
  for (const bool typed : {false, true}) {
    try {
      const Move move = typed ? parse_typed_move(text, rules, mover, 0) : parse_move(text, rules, mover);
      const Layout layout(rules);
      fuzz::require(move >= 0 && move < static_cast<Move>(layout.moves().size()), "a move of the game");
      Position p;
      p.mover = mover;
      const std::string written = move_text(rules, p, move);
      fuzz::require(parse_move(written, rules, mover) == move, "letter");
      fuzz::require(parse_typed_move(written, rules, mover, 0) == move, "typed letter");
    } catch (const Error& e) {
      fuzz::require_one_line(e.what());
    }
  }
  return 0;
}
