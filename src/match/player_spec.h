// A player as written by the user: "human", "greedy:name=Greta", "minimax:depth=12", "engine:tc=10+0.1",
// "uci:./my bot.py", "uci,name=Mine,time=100,option.Hash=64:./my bot.py".
//
// The kinds of players are declared in player_spec.cpp and their options in search/options.h; the parser, error
// messages, help, and agents are generated from these tables.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/database_use.h"
#include "match/agent.h"
#include "match/time_control.h"
#include "search/evaluation_use.h"
#include "search/options.h"

namespace sow {

struct PlayerSpec {
  std::string kind;
  std::map<std::string, std::int64_t> options;  // options set by the user
  std::string command = {};                     // command of an external program; see split_command
  std::string name = {};                        // name set by the user
  std::optional<TimeControl> clock = {};
  std::string evaluation = {};                          // evaluation of the engine; see EvaluationUse
  std::map<std::string, std::string> uci_options = {};  // UCI options of an external program

  bool operator==(const PlayerSpec&) const = default;
};

// By default a person moves first, against an opponent for beginners.
inline constexpr const char* default_south = "human";
inline constexpr const char* default_north = "engine:level=2";

// Throws Error.
PlayerSpec parse_player(std::string_view text);
// The complete specification, in the syntax of parse_player().
std::string player_text(const PlayerSpec& who);
// The player's name in tables: the name set by the user, or else the specification.
std::string player_title(const PlayerSpec& who);

struct PlayerKind {
  std::string_view name, help;
  std::span<const Option> options;
  bool command = false;  // an external program: its command follows the colon, options precede it
};

std::vector<PlayerKind> player_kinds();

// The syntax and a description of each kind of player, one per line.
std::string players_help();

bool is_human(const PlayerSpec& who);
// Whether creating the agent starts an external program. Clients on the network cannot do that.
bool is_program(const PlayerSpec& who);
bool takes_option(const PlayerSpec& who, std::string_view option);
bool takes_clock(const PlayerSpec& who);
// Whether the user set a limit on depth, time, or nodes, or a clock.
bool has_limit(const PlayerSpec& who);

// Whether a player plays differently when a game is repeated.
enum class Variety : std::uint8_t {
  none,     // deterministic
  unknown,  // depends on time, or an external program
  random
};
Variety variety(const PlayerSpec& who);

struct AgentSetup {
  std::uint64_t seed = 0;                   // for the choice between equally good moves
  const std::atomic<bool>* stop = nullptr;  // another thread sets it to end a search; required
  DatabaseUse database = {};                // for the engine at full strength
  EvaluationUse evaluation = {};            // for engines without their own `evaluation` option
  std::optional<int> margin_ms = {};        // how late an external program may answer
  DialogueLog log = {};                     // receives all lines sent to and from an external program
  WarningHandler warn = {};                 // receives hints about an external program that does not answer
};

// Starts a program to get its name (`id name`), then stops it. Returns an empty string if the program has no name.
// Throws Error if it cannot be started or does not have one of its UCI options, Forfeit if it does not get ready.
std::string ask_name(const PlayerSpec& program, const AgentSetup& setup);

// Not for human players. Throws Error if a program cannot be started.
std::unique_ptr<Agent> make_agent(const PlayerSpec& who, const AgentSetup& setup);

}  // namespace sow
