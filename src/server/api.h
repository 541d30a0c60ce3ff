// The API of docs/api.md, independent of HTTP.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "protocol/request.h"
#include "server/library.h"
#include "server/options.h"
#include "server/reply.h"

namespace sow {

class Api {
 public:
  explicit Api(const ServerOptions& options);

  // All paths; one that ends with a slash is a prefix.
  static std::vector<std::string_view> paths();

  // Never throws for an invalid request.
  Reply handle(const ApiRequest& request);

  // Options for the engine of a TaskContext.
  SearchOptions engine_options() const { return sow::engine_options(options_); }

  // Builds the response to GET /api/games now instead of at the first request.
  void prepare() { refresh_games(); }

  // Cancels requests in progress.
  void stop() { stopping_ = true; }

 private:
  struct Route;
  static const Route routes[];

  // The result of reading a request.
  using Outcome = std::variant<Response, Work>;
  Task read_later(const Route& route, std::function<nlohmann::json()> parse);
  Outcome read(const Route& route, const nlohmann::json& object, Budget& budget);

  Outcome games(const ApiRequest& request);
  Outcome database(const ApiRequest& request);

  Outcome describe_game(Fields& fields, Budget& budget);
  Outcome play(Fields& fields, Budget& budget);
  Outcome moves(Fields& fields, Budget& budget);
  Outcome round(Fields& fields, Budget& budget);
  Outcome choose(Fields& fields, Budget& budget);
  Outcome get_hint(Fields& fields, Budget& budget);
  Outcome get_lesson(Fields& fields, Budget& budget);
  Outcome coach(Fields& fields, Budget& budget);
  Outcome analyze(Fields& fields, Budget& budget);
  Outcome solve(Fields& fields, Budget& budget);
  Outcome report(Fields& fields, Budget& budget);
  Outcome read_records(Fields& fields, Budget& budget);
  Outcome write_records(Fields& fields, Budget& budget);

  FindGame finder() const;
  bool is_cheap(const Route& route, const nlohmann::json& object) const;
  Response cached_games() const;
  Response listed_games();
  void refresh_games();
  Response probe(const std::string& game, const std::string& position, const Engine& engine) const;

  const ServerOptions options_;
  Library library_;
  std::mutex refresh_mutex_;
  mutable std::mutex games_mutex_;
  std::shared_ptr<const CachedBody> games_;  // the response to GET /api/games
  std::atomic<std::chrono::steady_clock::duration> next_refresh_{};
  std::atomic<bool> stopping_ = false;
};

// {"error":…,"field":null}
Response error_response(unsigned status, const std::string& message);

}  // namespace sow
