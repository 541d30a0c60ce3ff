// A named game: a Ruleset with its texts, read from and written to TOML.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/ruleset.h"

namespace sow {

struct GameDef {
  std::string name;    // name on the command line: "kalah", "kalah/empty-capture", "kalah:pits=5,seeds=3"
  std::string title;   // shown to people
  std::string source;  // where the rules come from
  Ruleset rules;
  std::string spec = {};         // argument of find_game() that finds it again; empty if there is none
  std::string file = {};         // path of its rule file; empty for built-in games, and with sizes or rounds
  std::string ogn = {};          // name in the Variant tag of OGN, if different
  std::string evaluation = {};   // game whose evaluation weights it uses; empty: the most similar one
  std::string region = {};       // where it is played
  std::string about = {};        // what is special about it, in a few words
  int round = 0;                 // round of a match; 0: a single game
  std::array<int, 2> won = {};   // rounds won by South and North, if each starts from the initial position
  std::optional<int> deal = {};  // number of the random start, if the name has one: "random-kalah:deal=17"

  const std::string& ogn_name() const { return ogn.empty() ? name : ogn; }
  // Whether the game has random starts and its name does not specify one.
  bool is_undealt() const { return rules.setup.random > 0 && !deal; }
};

// Finds the game named in `extends`.
using FindGame = std::function<GameDef(const std::string& name)>;

inline constexpr std::size_t max_rule_file = 1 << 20;

// All problems in a rule file, in file order. what() has one line per problem.
class RuleFileError : public Error {
 public:
  explicit RuleFileError(std::vector<Error> problems);  // at least one

  const std::vector<Error>& problems() const { return problems_; }

 private:
  std::vector<Error> problems_;
};

// Throws RuleFileError with the location of every problem, or Error if the text is too large or not valid TOML. `file`
// is only used in messages.
GameDef parse_game(std::string_view toml, const std::string& file, const FindGame& find);

// The game as TOML; parse_game reads it back to an equal game. `with_help` adds every key of the vocabulary with an
// explanation; keys that would change the game are commented out.
std::string to_toml(const GameDef& game, bool with_help = false);

// Equal texts for equal rules, ignoring names and start position.
std::string canonical_rules(const Ruleset& rules);

// An invalid combination of keys, reported at one of them.
struct Problem {
  std::string section, key, message;
  int index = -1;  // index of the [[land]] or [[pass]] rule
};

// All contradictions between keys and unsupported board sizes, at most one per key.
std::vector<Problem> find_problems(const Ruleset& rules);

// The letters of sets of South's and North's pits: "ABc" and "A, B, and c".
std::string pit_letters(const std::array<std::uint32_t, 2>& pits);
std::string pit_list(const std::array<std::uint32_t, 2>& pits);

// The vocabulary reference, as Markdown (docs/rules.md).
std::string vocabulary_markdown();

}  // namespace sow
