// Reads test suites: plain text, one case per line; lines that start with # are comments.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/catalog.h"

namespace sow::tests {

struct SuiteLine {
  std::string location;  // for messages: "perft.txt:12"
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

// A game named in a suite: built-in, or the path of a rule file from the root of the project.
inline GameDef game_of_suite(const std::string& name) {
  const std::string folder = "tests/data/";
  return find_game(name.starts_with(folder) ? data_path(name.substr(folder.size())) : name);
}

// The lines of a suite without comments. `game`: the suite is about this game, whose name is added to each line.
inline std::vector<SuiteLine> suite_lines(const std::string& name, std::istream& in, const std::string& game = "") {
  std::vector<SuiteLine> lines;
  std::string text;
  for (int number = 1; std::getline(in, text); ++number)
    if (!text.empty() && text[0] != '#')
      lines.push_back({fmt::format("{}:{}", name, number), game.empty() ? text : game + " " + text});
  if (lines.empty()) throw std::runtime_error(name + " is empty");
  return lines;
}

inline std::vector<SuiteLine> read_suite(const std::string& name) {
  std::istringstream in(read_data(name));
  return suite_lines(name, in);
}

// The test vectors (tests/vectors/README.md) of all built-in games, with (otherwise: without) a list of moves. Empty if
// the environment names no folder.
inline std::vector<SuiteLine> read_vectors(bool with_moves) {
  std::vector<SuiteLine> all;
  const char* const folder = std::getenv("SOW_VECTORS");
  if (folder == nullptr) return all;
  for (const auto& game : builtin_names()) {
    const std::string path = fmt::format("{}/{}.txt", folder, game);
    std::ifstream in(path);
    for (SuiteLine& line : suite_lines(path, in, game))
      if ((line.text.find('|') != std::string::npos) == with_moves) all.push_back(std::move(line));
  }
  return all;
}

}  // namespace sow::tests
