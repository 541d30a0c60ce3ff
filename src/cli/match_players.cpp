#include "cli/match_players.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

PlayerSpec match_player(const std::string& text, const MatchLimits& limits) {
  PlayerSpec who = parse_player(text);
  if (is_human(who)) throw Error("human players cannot take part in matches; use `sow play`");
  if (has_limit(who)) return who;
  const auto set = [&](const Option& option, const std::optional<std::int64_t>& value) {
    if (value && takes_option(who, option.name)) who.options.emplace(option.name, *value);
  };
  set(options::time, limits.time);
  set(options::depth, limits.depth);
  set(options::nodes, limits.nodes);
  if (takes_clock(who)) who.clock = limits.clock;
  return who;
}

// Appends a number if another player has the same name.
std::string unique(const std::string& name, const std::vector<MatchPlayer>& players) {
  const auto is_used = [&](const std::string& text) {
    return std::any_of(players.begin(), players.end(), [&](const MatchPlayer& other) { return other.name == text; });
  };
  if (!is_used(name)) return name;
  for (int number = 2;; ++number)
    if (const std::string other = fmt::format("{} ({})", name, number); !is_used(other)) return other;
}

std::string title(const PlayerSpec& who, AgentSetup setup, DialogueFile* log) {
  const std::string written = player_title(who);
  if (!is_program(who)) return written;
  if (log != nullptr)
    setup.log = [log, written](char direction, std::string_view line) { log->add(written, direction, line); };
  const std::string own = ask_name(who, setup);
  return who.name.empty() && !own.empty() ? own : written;
}

Contestant contestant(const std::string& name, const PlayerSpec& who, const AgentSetup& setup, DialogueFile* log) {
  const auto made = std::make_shared<int>(0);  // number of agents, one per thread
  return {.name = name,
          .make =
              [=](const std::atomic<bool>& stop) {
                AgentSetup own = setup;
                own.stop = &stop;
                if (log != nullptr)
                  own.log = [log, label = fmt::format("{}.{}", name, ++*made)](char direction, std::string_view line) {
                    log->add(label, direction, line);
                  };
                return make_agent(who, own);
              },
          .spec = player_text(who),
          .variety = variety(who),
          .clock = who.clock};
}

}  // namespace

MatchPlayers make_match_players(const std::vector<std::string>& texts, const MatchLimits& limits,
                                const AgentSetup& setup, DialogueFile* log) {
  std::vector<PlayerSpec> specs;
  for (const auto& text : texts) specs.push_back(match_player(text, limits));
  MatchPlayers players;
  for (const PlayerSpec& who : specs) {
    try {
      const std::string name = unique(title(who, setup, log), players.names);
      players.names.push_back({name, player_text(who)});
      players.contestants.push_back(contestant(name, who, setup, log));
      players.has_engine |= who.kind == "engine";
    } catch (const Forfeit& forfeit) {
      players.out.push_back(fmt::format("{} was excluded: it {}.", player_title(who), forfeit.what()));
    }
  }
  if (players.contestants.size() < 2)
    throw Error(fmt::format("{} A match needs at least two players.", fmt::join(players.out, " ")));
  return players;
}

}  // namespace sow
