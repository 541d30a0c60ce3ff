// What a database of a game can hold: one number a board that is true whatever happened before.
#pragma once

#include <cstdint>
#include <string>

#include "rules/ruleset.h"

namespace sow {

enum class DatabaseKind : std::uint8_t {
  nothing,  // no number is true of the board alone
  margin,   // seeds the mover wins from here less those the opponent wins
  forced,   // seeds the mover can force whatever a repetition awards: it gives bounds of the margin (db/probe_board.h)
};

// What a database of these rules can hold, and if that is nothing, why.
struct DatabaseAnswer {
  DatabaseKind kind = DatabaseKind::nothing;
  std::string why_not = {};
};
DatabaseAnswer database_kind(const Ruleset& rules);

// The rules as databases see them: a majority ends nothing.
Ruleset database_rules(Ruleset rules);

// Equal for games whose databases are equal.
std::uint64_t rules_fingerprint(const Ruleset& rules);

}  // namespace sow
