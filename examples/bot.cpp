// A greedy bot for owari: it plays the move that puts the most seeds into its store.
// Compile it with: g++ -std=c++17 -O2 -o bot bot.cpp
//
// Holes are numbered around the board: South's pits are 0 to 5 and South's store is 6; North's pits are 7 to 12 and
// North's store is 13. Sowing runs in this order, so pits 0 and 12 face each other.
#include <array>
#include <iostream>
#include <sstream>
#include <string>

constexpr int holes = 14, south_store = 6, north_store = 13;
const std::string letters = "ABCDEF.abcdef";  // the letter of each pit, by hole number

using Board = std::array<int, holes>;

struct Position {
  Board board = {3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0};
  bool south_to_move = true;
};

// Returns the board after sowing from this pit.
Board play(Board board, int pit) {
  const int own = pit < south_store ? south_store : north_store;
  const int other = own == south_store ? north_store : south_store;
  int hand = board[pit];
  int hole = pit;
  board[pit] = 0;
  while (hand > 0) {
    hole = (hole + 1) % holes;
    if (hole == other) continue;  // skip the opponent's store
    ++board[hole];
    --hand;
  }
  const bool on_own_side = own - 6 <= hole && hole < own;
  if (on_own_side && board[hole] == 1) {  // ended in an empty pit: capture the seeds opposite
    const int opposite = 12 - hole;
    board[own] += board[opposite];
    board[opposite] = 0;
  }
  return board;
}

// Parses "startpos [moves …]" or "fen DIAGRAM [moves …]".
Position parse_position(std::istream& words) {
  Position position;
  std::string word;
  words >> word;
  if (word == "fen") {  // South's pits, North's pits, South's store, North's store, mover
    char dash = 0, mover = 0;
    for (const int hole : {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, south_store, north_store})
      words >> position.board[hole] >> dash;
    words >> mover;
    position.south_to_move = mover == 'S';
  }
  words >> word;  // "moves", if there are any
  while (words >> word)
    for (const char letter : word) {
      position.board = play(position.board, static_cast<int>(letters.find(letter)));
      position.south_to_move = !position.south_to_move;  // owari has no extra turns
    }
  return position;
}

int best_move(const Position& position) {
  const int first = position.south_to_move ? 0 : 7;
  const int store = position.south_to_move ? south_store : north_store;
  int best = -1, most_seeds = -1;
  for (int pit = first; pit < first + 6; ++pit) {
    if (position.board[pit] == 0) continue;
    const int seeds = play(position.board, pit)[store];
    if (seeds > most_seeds) {
      best = pit;
      most_seeds = seeds;
    }
  }
  return best;
}

int main() {
  Position position;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    // std::endl flushes the output; otherwise it would stay in a buffer.
    if (command == "uci") std::cout << "id name Greedy in C++\nuciok" << std::endl;
    if (command == "isready") std::cout << "readyok" << std::endl;
    if (command == "position") position = parse_position(words);
    if (command == "go") std::cout << "bestmove " << letters[best_move(position)] << std::endl;
    if (command == "quit") break;
  }
}
