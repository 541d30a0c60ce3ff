// What a database of a game can store: one number per board that is correct regardless of the moves played before.
#pragma once

#include <cstdint>
#include <string>

#include "rules/ruleset.h"

namespace sow {

enum class DatabaseKind : std::uint8_t {
  nothing,  // no number depends on the board alone
  margin,   // seeds the mover wins from here minus those the opponent wins
  forced,   // seeds the mover can force whatever a repetition awards: gives bounds on the margin (db/probe_board.h)
};

// The kind of database for these rules, or the reason why there is none.
struct DatabaseAnswer {
  DatabaseKind kind = DatabaseKind::nothing;
  std::string why_not = {};
};
DatabaseAnswer database_kind(const Ruleset& rules);

// Which numbers of seeds can be in the pits: if only even numbers of seeds ever leave them, every second level of a
// database cannot occur.
enum class SeedParity : std::uint8_t { any, even, odd };
SeedParity seed_parity(const Ruleset& rules);

// The rules used for databases: without keys that change no value, such as the majority rule.
Ruleset database_rules(Ruleset rules);

// A hash of the rules: games with the same fingerprint share a database.
std::uint64_t rules_fingerprint(const Ruleset& rules);

}  // namespace sow
