// A game with its name: a Ruleset and the texts around it, read from and written to TOML.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
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
  std::string region = {};      // where it is played
  std::string about = {};       // what is special about it, in a few words
  int round = 0;                // of a match of rounds; 0: the game stands alone
  std::array<int, 2> won = {};  // rounds that South and North have won before, where each begins anew

  const std::string& ogn_name() const { return ogn.empty() ? name : ogn; }
};

// Finds the game named in `extends`.
using FindGame = std::function<GameDef(const std::string& name)>;

inline constexpr std::size_t largest_rule_file = 1 << 20;

// What is wrong with a rule file: every fault in the order of the file. what() has a line for each.
class RuleFileError : public Error {
 public:
  explicit RuleFileError(std::vector<Error> faults);  // at least one

  const std::vector<Error>& faults() const { return faults_; }

 private:
  std::vector<Error> faults_;
};

// Throws RuleFileError naming file, line and column of every fault; Error if the text is larger than a rule file or no
// TOML. `file` is only used in messages.
GameDef parse_game(std::string_view toml, const std::string& file, const FindGame& find);

// Every key of the game; parse_game reads it back to an equal game. With help each key of the vocabulary is there and
// explained; those that would change the game are comments.
std::string to_toml(const GameDef& game, bool with_help = false);

// The rules alone, as canonical text: equal exactly for equal rules. Names and start position are left out.
std::string canonical_rules(const Ruleset& rules);

// What is wrong with a combination of keys, and which key shows it.
struct Problem {
  std::string section, key, message;
  int index = -1;  // which [[land]] or [[pass]] rule, if it is one
};

// Looks for keys that contradict each other and boards that do not fit: all there are, at most one for each key.
std::vector<Problem> find_problems(const Ruleset& rules);

// The letters of a set of pits of South and of North, "ABc", and as people write them, "A, B and c".
std::string pit_letters(const std::array<std::uint32_t, 2>& pits);
std::string pit_list(const std::array<std::uint32_t, 2>& pits);

// The rules in words, one sentence a line.
std::string describe(const Ruleset& rules);
// The same, sentence by sentence.
std::vector<std::string> rule_sentences(const Ruleset& rules);

// What could go on for ever and which limit stops it, in one sentence; empty if nothing could.
std::string describe_limits(const Ruleset& rules);

// Reference of the whole vocabulary, as Markdown (docs/rules.md).
std::string vocabulary_markdown();

}  // namespace sow
