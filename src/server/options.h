// Server settings and every limit the server enforces.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "game/budget.h"
#include "search/search_options.h"

namespace sow {

struct ServerOptions {
  using Milliseconds = std::chrono::milliseconds;

  std::string host = "127.0.0.1";
  unsigned short port = 8080;  // 0: any free port
  std::string token;           // required with every API call; empty: none
  std::string trusted_proxy;   // address of a reverse proxy whose X-Forwarded-For is trusted; empty: none
  std::string cors;            // origin that may read endgame databases, or "*"; empty: none
  std::string games;           // folder with the user's rule files; empty: none
  SearchOptions search;        // of each engine; engine_options() adapts them to a server

  int analyses = 2;          // concurrent analyses
  int threads = 1;           // search threads that they share
  int player_hash_mib = 16;  // transposition table of a player choosing a move
  int solve_hash_mib = 256;  // all memory of a solver
  bool compress = true;      // prepare compressed versions of cached responses

  std::size_t max_body = 256 << 10;
  std::size_t max_header = 8 << 10;
  std::size_t max_connections = 512, max_connections_per_client = 128;
  std::size_t max_queued = 64, max_queued_per_client = 16;  // per queue
  std::size_t max_unsent_per_client = 16 << 20;             // response bytes not yet read by one client
  std::size_t max_unsent_per_stream = 4 << 20;

  // Requests within these limits are handled on the I/O thread. All others run on worker threads. A request that takes
  // too long on the I/O thread, for example because of moves with many laps, is moved to a worker thread.
  std::size_t max_inline_body = 4096, max_inline_moves = 16;
  Milliseconds max_inline_time{1};  // CPU time

  // Clients that use more CPU time of the I/O threads than this are slowed down while others are connected.
  double max_io_share = 0.5;   // CPU seconds per second
  Milliseconds io_burst{250};  // CPU time that may be used at once

  Milliseconds idle_timeout{60'000};                    // between requests
  Milliseconds read_timeout{10'000};                    // for a whole request
  Milliseconds write_timeout{10'000};                   // for a whole response, or one event of a stream
  Milliseconds linger_timeout{1'000};                   // for the client to close after the last response
  Milliseconds shutdown_grace{200};                     // for streams to send their last event
  Milliseconds heartbeat{1'000};                        // interval between comments on a quiet stream
  Milliseconds max_analysis_time{60'000};               // per request
  Milliseconds max_solve_time{60'000};                  // per request
  Milliseconds time_slice{5'000};                       // run time of an analysis while other clients wait
  Milliseconds max_ply_time{1'000};                     // per ply of a report
  Milliseconds max_replay_time = Budget::default_time;  // to replay the moves of a request
  Milliseconds games_recheck{1'000};                    // minimum interval between checks of the --games folder
  Milliseconds max_choice_time{10'000};                 // to choose a move, and for any other short task
};

// The options of an engine that serves strangers: `threads`, and as much memory for databases as for the transposition
// table. It writes no files, games defined in a request touch no files, and the evaluation is used only for the game it
// was trained for.
inline SearchOptions engine_options(const ServerOptions& server, int threads = 1) {
  SearchOptions options = server.search;
  options.threads = threads;
  options.database.memory_bytes = options.hash_bytes;
  options.database.write = false;
  options.database.named_games_only = true;
  options.evaluation.trained_games_only = true;
  return options;
}

}  // namespace sow
