// Reads suites: plain text, one case a line, # starts a comment line.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/catalog.h"

namespace sow::tests {

struct SuiteLine {
  std::string place;  // "perft.txt:12", for messages
  std::string text;
};

inline std::string data_path(const std::string& name) { return SOW_TEST_DATA "/" + name; }

inline std::string read_data(const std::string& name) {
  std::ifstream in(data_path(name), std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + data_path(name));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A game as suites name it: a built-in one, or a rule file by its path from the root of the project.
inline GameDef game_of_suite(const std::string& name) {
  const std::string folder = "tests/data/";
  return find_game(name.starts_with(folder) ? data_path(name.substr(folder.size())) : name);
}

inline std::vector<SuiteLine> read_suite(const std::string& name) {
  std::istringstream in(read_data(name));
  std::vector<SuiteLine> lines;
  std::string text;
  for (int number = 1; std::getline(in, text); ++number)
    if (!text.empty() && text[0] != '#') lines.push_back({fmt::format("{}:{}", name, number), text});
  if (lines.empty()) throw std::runtime_error(name + " is empty");
  return lines;
}

}  // namespace sow::tests
