// Random rules from the whole vocabulary.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>

#include "board/position.h"
#include "rules/deal.h"
#include "rules/game_def.h"
#include "rules/vocabulary.h"
#include "support/choices.h"

namespace sow::tests {

inline void randomize(const Key& key, bool& out, Choices& choose) {
  (void)key;
  out = choose.one_in(2);
}
template <class N>
requires std::is_unsigned_v<N>
void randomize(const Key& key, N& out, Choices& choose) {
  out = static_cast<N>(key.min + static_cast<int>(choose.below(static_cast<unsigned>(key.max - key.min) + 1)));
}
template <class E>
requires std::is_enum_v<E>
void randomize(const Key&, E& out, Choices& choose) { out = choose.of(words<E>).value; }
inline void randomize(const Key&, CountTest& out, Choices& choose) {
  out = CountTest{};
  switch (choose.below(5)) {
    case 0: out = {.kind = CountTest::Kind::even}; break;
    case 1: out = {.kind = CountTest::Kind::above, .bound = static_cast<std::uint8_t>(choose.below(4))}; break;
    case 2:
      out.kind = CountTest::Kind::list;
      for (int i = 0; i < 3; ++i) out.listed |= std::uint64_t{1} << choose.below(choose.one_in(8) ? 64 : 6);
      break;
    default: break;
  }
}
template <class Set>
requires(members<Set>.size() > 0) void randomize(const Key&, Set& out, Choices& choose) {
  for (const auto& member : members<Set>) out.*member.flag = choose.one_in(3);
}

// Keys of a land rule that are rarely set: they make a rule apply rarely, or contradict others.
inline bool rarely_set(std::string_view key) {
  constexpr std::array keys = {"next", "beyond", "behind",   "sown",     "same",
                               "each", "own",    "own_with", "if_owner", "chain_over"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Random rules without contradictions: retries until the checker accepts them.
inline Ruleset random_rules(Choices& choose) {
  for (;;) {
    Ruleset rules;
    for_each_key(rules, [&](const Key& key, auto& member) {
      if (choose.one_in(key.rare ? 6 : 2)) randomize(key, member, choose);
    });
    rules.rows = choose.one_in(4) ? 4 : choose.one_in(6) ? 3 : 2;
    rules.pits = static_cast<std::uint8_t>(1 + choose.below(rules.rows == 4 ? 8 : rules.rows == 3 ? 10 : 15));
    if (choose.one_in(3)) rules.opening.turns = static_cast<std::uint8_t>(choose.below(4));
    if (rules.opening.turns == 0) rules.opening = {};
    if (rules.reverse != Reverse::never && choose.one_in(2))
      rules.reverse_pits = choose.below((1u << std::min(rules.pits_per_player(), 26)) - 1) + 1;
    rules.laps = static_cast<std::uint16_t>(1 + rules.laps % 40);  // long turns would only take time
    rules.few = static_cast<std::uint8_t>(rules.few % 9);
    if (rules.few == 0) rules.few_to = FewTo::mover;
    rules.skip_count = rules.skip == SkipAt::none ? 0 : static_cast<std::uint8_t>(1 + choose.below(3));
    if (rules.skip == SkipAt::none) rules.opening.skips = true;
    if (!rules.reverses()) rules.opening.reverse = true;
    if (!rules.two_ways()) rules.undo = true;
    rules.setup.seeds = static_cast<std::uint8_t>(1 + choose.below(6));
    if (choose.one_in(3)) {
      rules.setup = Setup{.listed = true};
      for (int i = 0; i < rules.pits_per_player(); ++i)
        for (auto* side : {&rules.setup.south, &rules.setup.north})
          (*side)[i] = static_cast<std::uint8_t>(choose.below(7));
    }
    rules.setup.random = static_cast<std::uint8_t>(rules.setup.random % 30);
    if (rules.setup.listed || rules.rounds.refill != Refill::no) rules.setup.random = 0;
    if (rules.setup.random > 0) deal_seeds(rules, default_deal);
    if (!rules.sows_store()) rules.store_out = false;
    rules.land_count = static_cast<std::uint8_t>(choose.below(4));
    for (int i = 0; i < rules.land_count; ++i)
      for_each_land_key(rules.lands[i], [&](const Key& key, auto& member) {
        if (choose.one_in(rarely_set(key.name) ? 5 : 2)) randomize(key, member, choose);
      });
    for (int i = 0; i < rules.land_count; ++i) {
      Land& land = rules.lands[i];
      if (land.own) land.take = {};
      if (land.own && rules.own.out) land.then = AfterLand::relay;
      if (!land.own) land.own_with = OwnWith::none;
      if (!land.take.each) land.each = {};
      if (land.take.each && land.each.any()) land.each = {.kind = CountTest::Kind::list, .listed = 1 << 1 | 1 << 2};
      if (land.take.each) land.chain = Chain::none;
      if (!land.take.any()) land.chain = Chain::none;
      if (!land.take.any()) land.to = CaptureTo::store;
      if (land.chain == Chain::none) land.max_chain = 0;
      if (land.chain == Chain::none) land.chain_over = ChainOver::like;
      if (land.chain != Chain::none) land.behind = {};
      if (land.at != LandAt::owned) land.take.two = false;
    }
    if (!rules.owns()) {
      rules.own = {};
      for (Land& land : rules.lands) land.if_owner = false;
    }
    if (rules.rounds.refill == Refill::no) rules.rounds = {};
    if (rules.rounds.refill == Refill::anew)
      rules.rounds = {.refill = Refill::anew, .begins = rules.rounds.begins, .max_rounds = 5};
    if (rules.grand_slam != GrandSlam::again &&
        !rules.any_land([](const Land& land) { return land.then == AfterLand::again; }))
      rules.again_once = false;
    if (rules.rows < 4 && choose.one_in(6)) {
      rules.pass_count = 1 + choose.below(2);
      for (int i = 0; i < rules.pass_count; ++i)
        for_each_pass_key(rules.passes[i], [&](const Key& key, auto& member) { randomize(key, member, choose); });
    }
    if (rules.has_stores()) rules.store_out = false;
    if (find_problems(rules).empty()) return rules;
  }
}

// Closes random pits and lets North start, as in a later round of a match, where the rules allow it.
inline Ruleset with_closed_pits(Ruleset rules, Choices& choose) {
  rules.north_first = rules.depends_on_first() && choose.one_in(2);
  const Ruleset open = rules;
  for (std::uint32_t& closed : rules.closed)
    if (choose.one_in(2) && rules.pits_per_player() > 1) closed = choose.below((1u << rules.pits_per_player()) - 1);
  const bool seeds = start_position(rules).total() > 0;
  return rules.rows < 4 && seeds && find_problems(rules).empty() ? rules : open;
}

}  // namespace sow::tests
