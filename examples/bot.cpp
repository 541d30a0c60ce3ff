// A bot for owari: it plays the move after which it holds most seeds. g++ -O2 -o bot bot.cpp
#include <array>
#include <iostream>
#include <sstream>
#include <string>

const std::string letters = "ABCDEF.abcdef";
using Board = std::array<int, 14>;

// The board after a move. Holes go round: South's pits 0-5, South's store, North's pits 7-12, North's store.
Board play(Board board, int pit) {
  const int own = pit < 6 ? 6 : 13, other = 19 - own;
  int hole = pit, hand = board[pit];
  board[pit] = 0;
  while (hand > 0) {
    hole = (hole + 1) % 14;
    if (hole != other) ++board[hole], --hand;
  }
  if (own - 6 <= hole && hole < own && board[hole] == 1) {  // a pit of one's own that was empty: take what faces it
    board[own] += board[12 - hole];
    board[12 - hole] = 0;
  }
  return board;
}

int main() {
  Board board{};
  bool south = true;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::string command, word;
    in >> command >> word;
    if (command == "uci") std::cout << "id name Greedy in C++\nuciok" << std::endl;
    if (command == "isready") std::cout << "readyok" << std::endl;
    if (command == "quit") return 0;
    if (command == "position") {
      board = {3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0};
      south = true;
      if (word == "fen") {
        char dash, mover;
        for (const int hole : {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 6, 13}) in >> board[hole] >> dash;
        in >> mover;
        south = mover == 'S';
      }
      for (in >> word; in >> word;)  // the first is "moves"
        for (const char letter : word) {
          board = play(board, letters.find(letter));
          south = !south;
        }
    }
    if (command == "go") {
      const int first = south ? 0 : 7, store = south ? 6 : 13;
      int best = -1;
      for (int pit = first; pit < first + 6; ++pit)
        if (board[pit] > 0 && (best < 0 || play(board, pit)[store] > play(board, best)[store])) best = pit;
      std::cout << "bestmove " << letters[best] << std::endl;
    }
  }
}
