// The API for one client in the same process: runs each request on the calling thread until it is done.
#pragma once

#include <functional>
#include <string_view>

#include "server/api.h"

namespace sow {

class LocalApi {
 public:
  struct Client {
    // Asked regularly during a request; true stops it as soon as possible.
    std::function<bool()> wants_stop;
    // Receives the events of a stream.
    std::function<void(std::string_view event, std::string_view data)> emit;
  };

  LocalApi(const ServerOptions& options, Client client);

  // Never throws for an invalid request. The response of a stream has no body.
  Response handle(const ApiRequest& request);

  // Builds the missing levels of a game's small endgame database and saves them in the database folder. The client can
  // stop it; the next call continues. Throws Error if the game is not a built-in one.
  struct Built {
    int seeds = 0;  // the highest level
    bool complete = true;
  };
  Built build_database(const std::string& game);

 private:
  Response run(const Task& task);
  // Calls `work` with a job that is stopped on the client's request or after `max_time`.
  template <class Work>
  auto run_job(std::chrono::milliseconds max_time, Work&& work);

  const ServerOptions options_;
  const Client client_;
  Api api_;
  Engine choices_, analyses_;  // one per Lane, so that hints do not clear the table of an analysis
};

}  // namespace sow
