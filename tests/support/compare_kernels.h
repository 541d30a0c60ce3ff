// Compares the reference kernel with the table kernel. Used by tests/board/differential.cpp and by fuzzing.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <string>

#include "board/kernel.h"
#include "board/notation.h"
#include "board/reference.h"
#include "support/choices.h"
#include "support/random_position.h"

namespace sow::tests {

// Whether an empty side has ended the game.
inline bool side_empty(const Ruleset& rules, const Position& p) {
  return rules.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0);
}

// The first difference, or empty. Compares legal moves, endings, successors, captures, and the margin of the seeds
// left.
inline std::string difference(const ReferenceKernel& reference, const AnyKernel& fast, const Position& p) {
  const auto at = [&](std::string what) { return what + " in " + diagram(reference.rules(), p); };
  const MoveSet moves = side_empty(reference.rules(), p) ? 0 : reference.moves(p);
  if (moves != fast.moves(p)) return at(fmt::format("moves: {:b} and {:b}", moves, fast.moves(p)));
  if (reference.ending(p) != fast.ending(p)) return at("ending");
  if (moves == 0) {
    const int rest = with_width(fast, [&](const auto& kernel) { return kernel.rest(kernel.pack(p)); });
    if (reference.rest(p) != rest) return at(fmt::format("rest: {} and {}", reference.rest(p), rest));
  }
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position after = p, got = p;
    Trace trace;
    reference.play_unchecked(after, move, &trace);
    constexpr int max_taken = 65535;  // of the table kernel
    if (std::min(seeds_taken(trace), max_taken) != fast.play(got, move))
      return at(fmt::format("{}: taken", move_text(reference.rules(), p, move)));
    if (after != got)
      return at(fmt::format("{}: {} and {}", move_text(reference.rules(), p, move), diagram(reference.rules(), after),
                            diagram(reference.rules(), got)));
  }
  return "";
}

// Plays at random from a position and compares at each ply. Returns the first difference and decrements `plies`.
// Continues after a majority, where the kernels must agree, too.
inline std::string difference_along(const ReferenceKernel& reference, const AnyKernel& fast, Position p, int& plies,
                                    Choices& choose) {
  constexpr int max_plies = 400;
  for (int ply = 0; ply < max_plies && plies > 0; ++ply, --plies) {
    if (auto found = difference(reference, fast, p); !found.empty()) return found;
    const MoveSet moves = reference.moves(p);
    if (moves == 0 || (reference.ending(p) && choose.one_in(2))) return "";
    reference.play_unchecked(p, choose.move(moves));
  }
  return "";
}

// Alternates between the start position and random positions with the same number of seeds.
inline std::string difference_in_play(const Ruleset& rules, int plies, Choices& choose) {
  const ReferenceKernel reference(rules);
  const int total = start_position(rules).total();
  const auto fast = make_kernel(rules, total);
  for (bool set_up = false; plies > 0; set_up = !set_up) {
    const Position p = set_up ? random_position(rules, total, choose) : start_position(rules);
    if (auto found = difference_along(reference, *fast, p, plies, choose); !found.empty()) return found;
    --plies;
  }
  return "";
}

}  // namespace sow::tests
