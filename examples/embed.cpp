// Embeds the engine in a program: plays a move, analyzes the position, and prints the best reply with its score.
//
//   c++ -std=c++20 embed.cpp $(pkg-config --cflags --libs sow) -o embed
//
// docs/embedding.md has the CMake version.
#include <sow/engine/engine.h>

#include <iostream>

int main() try {
  sow::Engine engine({.threads = 1});
  engine.set_game("oware");
  engine.play("F");
  const sow::Analysis analysis = engine.analyze({.depth = 12});
  const sow::Game& game = engine.game();
  const std::string best = move_text(game.rules(), game.position(), analysis.best());
  std::cout << best << ": " << explain_margin(game.position(), analysis.lines.front().margin) << '\n';
} catch (const sow::Error& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
