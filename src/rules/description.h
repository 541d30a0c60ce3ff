// The rules of a game in words, generated from its data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/ruleset.h"

namespace sow {

enum class RuleTopic : std::uint8_t {
  board,
  start,
  sowing,
  direction,
  legal_moves,  // pits that cannot be played
  stores,       // whether stores are sown
  skipping,     // holes that sowing skips
  capture,
  relay,
  extra_turn,
  turn_end,
  ownership,
  opening,
  lap_limit,
  grand_slam,
  feeding,
  ending,
  repetition,
  scoring,
  rounds,
};

// The topic's name in JSON, such as "extra-turn".
std::string_view topic_word(RuleTopic topic);

// One sentence about the rules. A sentence can have several topics: a capture may also give an extra turn.
struct RuleText {
  std::vector<RuleTopic> topics;
  std::string text;

  bool is_about(RuleTopic topic) const;
};

std::vector<RuleText> rule_texts(const Ruleset& rules);

// All sentences, one per line.
std::string describe(const Ruleset& rules);

// The rule that keeps some pits from being played, as part of a sentence; empty if the game has no such rule.
std::string clause(Singles singles);
std::string clause(Twos twos);
std::string clause(Reach reach);
std::string clause(OpeningPits pits);

// The clause as a sentence of its own, with a capital letter and a period.
std::string sentence(std::string clause);

// Which limits end a game that could otherwise go on forever, in one sentence; empty if no position can repeat.
std::string describe_limits(const Ruleset& rules);

// Whether a player without a legal move loses or wins, whatever the count of seeds.
bool decided_by_stuck(const Ruleset& rules);

}  // namespace sow
