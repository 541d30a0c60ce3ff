// Properties of all positions of all games.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "board/reference.h"
#include "support/random_game.h"
#include "support/random_position.h"
#include "support/random_rules.h"

namespace sow {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A random position of a built-in game or of random rules.
struct Scene {
  explicit Scene(tests::Choices& choose)
      : rules(choose.one_in(3) ? tests::random_rules(choose) : tests::random_built_in(choose).rules),
        kernel(rules),
        position(tests::random_position(rules, start_position(rules).total(), choose)) {}

  Ruleset rules;
  ReferenceKernel kernel;
  Position position;
};

RC_GTEST_PROP(Properties, SeedsAreConserved, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  Game game(tests::random_built_in(choose));
  int total = game.start().total();
  const bool can_leave = game.rules().own.out || game.rules().store_out ||
                         game.rules().any_land([](const Land& l) { return l.to == CaptureTo::out; });
  tests::play_out(game, choose, [&](const Game& g) {
    RC_ASSERT((g.position().total() == total || (can_leave && g.position().total() < total)));
    total = g.position().total();
  });
  if (!game.ending()) return;
  // The final count includes all seeds except those that nobody gets.
  const auto& [reason, seeds] = *game.ending();
  const bool repeated = reason == EndReason::repetition || reason == EndReason::quiet;
  const bool all_forfeit = reason == EndReason::majority ||
                           (reason == EndReason::stuck && game.rules().rest == Rest::none) ||
                           (repeated && game.rules().repeat == Repeat::split);
  const bool odd_forfeit = reason == EndReason::stuck && game.rules().rest == Rest::split;
  const int left = game.position().seeds_in_pits();
  const int forfeit = all_forfeit ? left : odd_forfeit ? left % 2 : 0;
  RC_ASSERT(seeds[0] + seeds[1] + forfeit == total);
  RC_ASSERT(seeds[0] >= 0);
  RC_ASSERT(seeds[1] >= 0);
}

// Applying the trace to the old position gives the new one.
RC_GTEST_PROP(Properties, TraceReproducesTheMove, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const Scene scene(choose);
  const MoveSet moves = scene.kernel.moves(scene.position);
  if (moves == 0) return;
  Position after = scene.position, traced = scene.position;
  Trace trace;
  scene.kernel.play_unchecked(after, choose.move(moves), &trace);
  bool again = false, passed = false;
  for (const auto& event : trace) {
    auto& hole = event.hole.store ? traced.store[event.hole.side] : traced.pits[event.hole.side][event.hole.pit];
    switch (event.kind) {
      case Event::Kind::drop: ++hole; break;
      case Event::Kind::capture:
      case Event::Kind::collect:
        traced.store[0] += event.seeds;
        hole -= event.seeds;
        break;
      case Event::Kind::give:
        traced.store[1] += event.seeds;
        hole -= event.seeds;
        break;
      case Event::Kind::own: traced.owned[0] |= bit_of(event.hole); break;
      case Event::Kind::lift:
      case Event::Kind::remove:
      case Event::Kind::vanish:
      case Event::Kind::join: hole = static_cast<std::uint8_t>(hole - event.seeds); break;
      case Event::Kind::again: again = true; break;
      case Event::Kind::pass: passed = true; break;
      case Event::Kind::spared:
      case Event::Kind::lap_limit: break;
    }
  }
  if (traced.opening > 0) --traced.opening;
  if (again == passed) traced.turn();
  traced.mark = after.mark;  // not part of the trace
  RC_ASSERT(traced == after);
}

RC_GTEST_PROP(Properties, SwappingThePlayersGivesTheSameGame, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const Scene scene(choose);
  if (scene.kernel.rules().depends_on_first()) return;
  const Position p = scene.position;
  const auto mirrored = [](Position q) {
    q.mover = other(q.mover);
    return q;
  };
  RC_ASSERT(scene.kernel.moves(p) == scene.kernel.moves(mirrored(p)));
  for (MoveSet rest = scene.kernel.moves(p); rest != 0; rest &= rest - 1) {
    Position after = p, after_mirrored = mirrored(p);
    const bool same = scene.kernel.play_unchecked(after, std::countr_zero(rest));
    RC_ASSERT(scene.kernel.play_unchecked(after_mirrored, std::countr_zero(rest)) == same);
    RC_ASSERT(after_mirrored == mirrored(after));
    RC_ASSERT(same == (after.mover == p.mover));
  }
  const auto ending = scene.kernel.ending(p), ending_mirrored = scene.kernel.ending(mirrored(p));
  RC_ASSERT(ending.has_value() == ending_mirrored.has_value());
  if (!ending) return;
  RC_ASSERT(ending->reason == ending_mirrored->reason);
  RC_ASSERT(ending->seeds[0] == ending_mirrored->seeds[1]);
  RC_ASSERT(ending->seeds[1] == ending_mirrored->seeds[0]);
}

RC_GTEST_PROP(Properties, LegalityAgreesWithTheMoveList, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const Scene scene(choose);
  const Position p = scene.position;
  const bool over = scene.kernel.ending(p).has_value();
  for (Move move = -1; move <= 32; ++move) {
    const bool listed = move >= 0 && move < 32 && (scene.kernel.moves(p) >> move & 1) != 0;
    const auto legality = scene.kernel.legality(p, move);
    RC_ASSERT((legality == Legality::ok) == (listed && !over));
    RC_ASSERT((legality == Legality::over) == over);
  }
}

RC_GTEST_PROP(Properties, RestAgreesWithTheFinalCount, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const Scene scene(choose);
  const Position p = scene.position;
  const auto ending = scene.kernel.ending(p);
  if (!ending || (ending->reason != EndReason::stuck && ending->reason != EndReason::side_empty)) return;
  RC_ASSERT(ending->margin(p.mover) == p.store[0] - p.store[1] + scene.kernel.rest(p));
}

// With Stuck::pass, the player to move can move, unless neither player can or an empty side ends the game.
RC_GTEST_PROP(Properties, StuckPlayersPass, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  const Scene scene(choose);
  if (scene.rules.stuck != Stuck::pass) return;
  Position p = scene.position;
  scene.kernel.settle(p);
  if (const auto ending = scene.kernel.ending(p); ending && ending->reason == EndReason::side_empty) return;
  Position passed = p;
  passed.turn();
  RC_ASSERT(scene.kernel.moves(p) != 0 || scene.kernel.moves(passed) == 0);
  RC_ASSERT(!scene.kernel.settle(p));
}

}  // namespace
}  // namespace sow
