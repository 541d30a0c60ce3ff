// What the bots for other people's judges share: the engine as it plays there, and how they are spoken to. A judge sends
// lines, and a bot answers with lines; whatever a judge sends that makes no sense is complained about and not answered.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/engine.h"

namespace sow {

struct BotSetup {
  SearchOptions search = {};
  Limits limits = {};                                     // of a move
  std::function<void(const std::string& line)> answer;    // one line to the judge, from any thread
  std::function<void(const std::string& line)> complain;  // one line about what the judge did wrong, for people
};

// "a;b;;c" at the semicolons; "a  b" at spaces gives no empty parts.
std::vector<std::string_view> split_at(std::string_view text, char separator);
std::vector<std::string_view> split_words(std::string_view text);

// Counts of seeds. Throws Error unless there are `count` of them, each from 0 to `most`.
std::vector<int> parse_counts(const std::vector<std::string_view>& words, std::size_t count, int most);

// The position of these counts, each side's pits in its sowing order; `mover` moves. The numbers fit. Throws Error if the
// game cannot hold as many.
Position make_position(const Ruleset& rules, const std::vector<int>& south, const std::vector<int>& north,
                       std::array<int, 2> stores, Player mover);

}  // namespace sow
