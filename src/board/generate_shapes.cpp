// Build-time tool: writes the Shape of each built-in game as a constexpr value, one header a game, so that the TOML
// files stay the only place where rules are written down.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

#include "board/shape.h"
#include "rules/catalog.h"

namespace {

using namespace sow;

std::string cpp(const CountTest& t) {
  return fmt::format("{{CountTest::Kind({}), {}, {}u}}", static_cast<int>(t.kind), t.bound, t.listed);
}

std::string cpp(const Land& l) {
  return fmt::format("    Land{{At({}), {}, {}, {}, {{{}, {}, {}}}, Chain({}), To({}), Then({})}},\n",
                     static_cast<int>(l.at), cpp(l.count), cpp(l.opposite), cpp(l.outer), l.take.pit, l.take.opposite,
                     l.take.outer, static_cast<int>(l.chain), static_cast<int>(l.to), static_cast<int>(l.then));
}

std::string cpp(const Shape& s) {
  std::string text = fmt::format(
      "inline constexpr Shape game_shape{{\n    .four_rows = {}, .skip_origin = {}, .store = Store({}), .singles = "
      "Singles({}),\n    .feed = Feed({}), .grand_slam = GrandSlam({}), .pass = {}, .side_empty = {},\n    .majority = "
      "{}, "
      ".relays = {}, .never_repeats = {}, .has_stores = {}, .land_count = {}, .lands = {{\n",
      s.four_rows, s.skip_origin, static_cast<int>(s.store), static_cast<int>(s.singles), static_cast<int>(s.feed),
      static_cast<int>(s.grand_slam), s.pass, s.side_empty, s.majority, s.relays, s.never_repeats, s.has_stores,
      s.land_count);
  for (int i = 0; i < s.land_count; ++i) text += cpp(s.lands[static_cast<std::size_t>(i)]);
  return text + "}};\n";
}

void write_if_changed(const std::string& path, const std::string& text) {
  std::ifstream old(path, std::ios::binary);
  if (old && std::string(std::istreambuf_iterator<char>(old), {}) == text) return;
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    std::map<std::string, std::string> seen;  // shape and width → first game that has them
    for (const auto& name : builtin_names()) {
      const Ruleset& rules = find_game(name).rules;
      const std::string shape = cpp(shape_of(rules)) + fmt::format("inline constexpr int game_lanes = {};\n",
                                                                   rules.pits_per_player() < 8 ? 8 : 16);
      std::string id = name;
      for (auto& c : id)
        if (c == '/' || c == '-') c = '_';
      const bool first = seen.emplace(shape, name).second;
      write_if_changed(
          fmt::format("{}/{}.h", argv[1], id),
          fmt::format("#pragma once\n#include \"board/shape.h\"\n{}namespace sow {{\n{}}}\n",
                      first ? "#define SOW_FIRST_OF_SHAPE\n" : fmt::format("// as {}\n", seen[shape]), shape));
    }
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
