// How the server is set up, and every limit it keeps.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "game/budget.h"
#include "search/evaluation.h"
#include "search/options.h"

namespace sow {

struct ServerOptions {
  std::string host = "127.0.0.1";
  unsigned short port = 8080;  // 0: any that is free
  std::string token;           // to be sent with every API call, unless only this machine can call; empty: none
  std::string games;           // folder with the user's TOML files; empty: none
  std::string databases;       // folder of databases; empty: none
  EvaluationUse evaluation;    // of the game that it learnt

  int analyses = 2;                                                  // at once
  std::size_t hash_bytes = mebibytes(*options::hash.default_value);  // of each
  int player_hash_mib = 16;                                          // of a player who chooses a move

  std::size_t largest_body = 256 << 10;
  std::size_t largest_header = 8 << 10;
  std::size_t most_connections = 512, most_connections_each = 128;  // of all, and of one address
  std::size_t most_waiting = 64, most_waiting_each = 16;            // analyses, and as many short questions
  std::size_t most_unsent_each = 16 << 20;   // bytes of answers that one address has not taken yet
  std::size_t most_unsent_events = 4 << 20;  // bytes of a stream

  std::chrono::milliseconds idle{60'000};                 // between requests
  std::chrono::milliseconds reading{10'000};              // for a whole request
  std::chrono::milliseconds writing{10'000};              // for a whole answer, or a piece of a stream
  std::chrono::milliseconds lingering{1'000};             // after the last answer, for the client to hang up
  std::chrono::milliseconds farewell{200};                // when the server ends, for streams to say so
  std::chrono::milliseconds heartbeat{1'000};             // of a stream without news
  std::chrono::milliseconds analysis{60'000};             // at most
  std::chrono::milliseconds share{5'000};                 // that an analysis has if others wait
  std::chrono::milliseconds ply{1'000};                   // of a report
  std::chrono::milliseconds replay = Budget::usual_time;  // to follow the moves of a request
  std::chrono::milliseconds choice{10'000};               // of a player who chooses a move, and of any other question
};

}  // namespace sow
