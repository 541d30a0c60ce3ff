// Shared parts of the bots that play on other servers and under other judges. A judge sends lines and the bot answers
// with lines. A bot warns about invalid lines and otherwise ignores them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace sow {

struct BotSetup {
  SearchOptions search = {};
  Limits limits = {};                                   // per move
  std::function<void(const std::string& line)> send;    // one line to the judge, from any thread
  std::function<void(const std::string& line)> warn;    // one line to the user about an invalid line from the judge
  std::function<void(const std::string& line)> report;  // one line to the user about a game, from any thread
};

// Splits "a;b;;c" at each separator. split_words() splits at spaces and drops empty parts.
std::vector<std::string_view> split_at(std::string_view text, char separator);
std::vector<std::string_view> split_words(std::string_view text);

// Throws Error unless there are `count` numbers from 0 to `max`.
std::vector<int> parse_counts(const std::vector<std::string_view>& words, std::size_t count, int max);

// The pits of both sides are in sowing order. Throws Error if there are more seeds than a board supports.
Position make_position(const Ruleset& rules, const std::vector<int>& south, const std::vector<int>& north,
                       std::array<int, 2> stores, Player mover);

}  // namespace sow
