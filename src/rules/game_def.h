// A game with its name: a Ruleset and the texts around it, read from and written to TOML.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rules/ruleset.h"

namespace sow {

struct GameDef {
  std::string name;    // as on the command line: "kalah", "kalah/empty-capture", "kalah:pits=5,seeds=3"
  std::string title;   // as people write it
  std::string source;  // where the rules come from
  Ruleset rules;
  std::string spec = {};        // what finds the game again: the name of a built-in one, the path of a user's
  std::string ogn = {};         // its name in the Variant tag of OGN, if that is another
  std::string evaluation = {};  // whose evaluation weights it uses; empty: those of the game most like it

  const std::string& ogn_name() const { return ogn.empty() ? name : ogn; }
};

// Finds the game named in `extends`.
using FindGame = std::function<GameDef(const std::string& name)>;

inline constexpr std::size_t largest_rule_file = 1 << 20;

// Throws Error naming file, line and column, also if the text is larger than a rule file. `file` is only used in messages.
GameDef parse_game(std::string_view toml, const std::string& file, const FindGame& find);

// Every key of the game, with the help of each as a comment if asked; parse_game reads it back to an equal game.
std::string to_toml(const GameDef& game, bool with_help = false);

// The rules alone, as canonical text: equal exactly for equal rules. Names and start position are left out.
std::string canonical_rules(const Ruleset& rules);

// What is wrong with a combination of keys, and which key shows it.
struct Problem {
  std::string section, key, message;
  int land = -1;  // which [[land]] rule, if it is one
};

// Looks for keys that contradict each other and boards that do not fit.
std::optional<Problem> find_problem(const Ruleset& rules);

// The rules in words, one sentence a line.
std::string describe(const Ruleset& rules);

// Reference of the whole vocabulary, as Markdown (docs/rules.md).
std::string vocabulary_markdown();

}  // namespace sow
