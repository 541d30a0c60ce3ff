// Rules that make every move long: one pit per side and relays that end only at the lap limit.
#pragma once

#include <string>
#include <vector>

namespace sow {

inline std::string looping_rules(int seeds = 127) {
  return "name = \"loop\"\ntitle = \"Loop\"\nsource = \"A test.\"\n[board]\npits = 1\n[setup]\nseeds = " +
         std::to_string(seeds) +
         "\n[[land]]\ncount = \">1\"\nthen = \"relay\"\n[end]\nwhen = [\"stuck\"]\nlaps = 1000\nquiet = "
         "10000\nrepeat_count = 0\n";
}

// South and North alternate.
inline std::string looping_moves(int count) {
  std::string moves;
  for (int i = 0; i < count; ++i) moves += i % 2 == 0 ? "A " : "a ";
  return moves;
}

inline std::vector<std::string> looping_list(int count) {
  std::vector<std::string> moves;
  for (int i = 0; i < count; ++i) moves.push_back(i % 2 == 0 ? "A" : "a");
  return moves;
}

inline std::string looping_record(const std::string& moves) { return "[Variant \"loop\"]\n\n" + moves + "*\n"; }

}  // namespace sow
