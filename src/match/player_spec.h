// WHO plays a side, as a person writes it: "human", "greedy:name=Greta", "minimax:depth=12", "engine:tc=10+0.1",
// "uci:./my bot.py", "uci,name=Mine,time=100:./my bot.py".
//
// The table of kinds is in player_spec.cpp, that of their options in search/options.h; parsing, error texts, help and players come
// from these.
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

#include "db/database.h"
#include "match/agent.h"
#include "match/time_control.h"
#include "match/uci_agent.h"
#include "search/evaluation.h"
#include "search/options.h"

namespace sow {

struct PlayerSpec {
  std::string kind;
  std::map<std::string, std::int64_t> options;  // those that were given
  std::string command = {};                     // of a program, see split_command
  std::string name = {};                        // that somebody gave it
  std::optional<TimeControl> clock = {};
  std::string evaluation = {};  // of the engine, see EvaluationUse

  bool operator==(const PlayerSpec&) const = default;
};

// Who plays if nobody says otherwise: a person begins, against an opponent for beginners.
inline constexpr const char* default_south = "human";
inline constexpr const char* default_north = "engine:level=2";

// Throws Error.
PlayerSpec parse_player(std::string_view text);
// All of it, as parse_player reads it.
std::string player_text(const PlayerSpec& who);
// What tables call the player: its name, or how it is written.
std::string player_title(const PlayerSpec& who);

struct PlayerKind {
  std::string_view name, help;
  std::span<const Option> options;
  bool command = false;  // a command follows the colon; the options are given beside it, not in it
};

// Every kind of player there is.
std::vector<PlayerKind> player_kinds();

// One line for each kind of player: how it is written, and what it does.
std::string players_help();

bool is_human(const PlayerSpec& who);
// It is another program, which making the agent starts: not to be had for whoever asks over the network.
bool is_program(const PlayerSpec& who);
bool takes_option(const PlayerSpec& who, std::string_view option);
bool takes_clock(const PlayerSpec& who);
// It has a limit of its own: of depth, time or nodes, or a clock.
bool has_limit(const PlayerSpec& who);

// Whether the player goes another way when a game is played again.
enum class Variety : std::uint8_t {
  none,     // never: the same game again
  unknown,  // time decides, or a program that nobody knows
  dice      // it chooses by dice
};
Variety variety(const PlayerSpec& who);

struct AgentSetup {
  std::uint64_t seed = 0;                   // of the dice that choose between moves that are equally good
  const std::atomic<bool>* stop = nullptr;  // ends long thinking when set; not null
  DatabaseUse database = {};                // of the engine at full strength
  EvaluationUse evaluation = {};            // of engines that name none
  std::optional<int> margin_ms = {};        // a program may answer so much later than its time
  DialogueLog log = {};                     // hears what is said to a program, and what it says
};

// Starts a program to ask for its name, `id name`, and ends it; empty if it has none. Throws Error if it cannot be started,
// Forfeit if it does not get ready.
std::string ask_name(const PlayerSpec& program, const AgentSetup& setup);

// Not for a human. Throws Error if a program cannot be started.
std::unique_ptr<Agent> make_agent(const PlayerSpec& who, const AgentSetup& setup);

}  // namespace sow
