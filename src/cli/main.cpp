#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include "board/any_kernel.h"
#include "rules/catalog.h"
#include "rules/error.h"
using namespace sow;
int main(int argc, char** argv) {
  try {
    auto g = find_game(argv[1]);
    if (argc < 3) { fmt::print("{}\n{}", to_toml(g), describe(g.rules)); return 0; }
    auto s = start_position(g.rules);
    for (int fast = 0; fast < 2; ++fast) {
      auto k = fast ? make_kernel(g.rules, s.total()) : make_reference_kernel(g.rules);
      auto t = std::chrono::steady_clock::now();
      auto n = k->perft(s, atoi(argv[2]) - (fast ? 0 : 2));
      double d = std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
      fmt::print("{} {} {:.3f}s {:.1f}M/s\n", k->fast(), n, d, n / d / 1e6);
    }
  } catch (const Error& e) { fmt::print(stderr, "{}\n", e.what()); return 2; }
}
