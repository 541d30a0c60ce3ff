#include "server/local_api.h"

#include "base/platform.h"
#include "board/position.h"
#include "db/database.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr std::chrono::milliseconds stop_interval{20};

SearchOptions choice_options(const ServerOptions& options) {
  SearchOptions search = engine_options(options);
  search.hash_bytes = mebibytes(options.player_hash_mib);
  return search;
}

}  // namespace

LocalApi::LocalApi(const ServerOptions& options, Client client)
    : options_(options),
      client_(std::move(client)),
      api_(options),
      choices_(choice_options(options)),
      analyses_(engine_options(options)) {}

Response LocalApi::handle(const ApiRequest& request) {
  if (request.body.size() > options_.max_body) return error_response(413, "the request is too large");
  Reply reply = api_.handle(request);
  if (auto* response = std::get_if<Response>(&reply)) return std::move(*response);
  return run(std::get<Task>(reply));
}

template <class Work>
auto LocalApi::run_job(std::chrono::milliseconds max_time, Work&& work) {
  Job job;
  job.extend(max_time);
  const auto started = std::chrono::steady_clock::now();
  const Watch watch(stop_interval, [&] {
    if (client_.wants_stop()) job.cancel(StopReason::requested);
    if (std::chrono::steady_clock::now() - started > job.max_time()) job.cancel(StopReason::time_limit);
  });
  return work(job);
}

Response LocalApi::run(const Task& task) {
  const bool analysis = task.lane == Lane::analysis;
  const auto max_time = analysis ? options_.max_analysis_time + options_.time_slice : options_.max_choice_time;
  return run_job(max_time, [&](Job& job) {
    TaskContext context{job, analysis ? analyses_ : choices_, client_.emit};
    return task.work(context);
  });
}

LocalApi::Built LocalApi::build_database(const std::string& game) {
  const GameDef def = find_builtin_game(game);
  return run_job(options_.max_solve_time, [&](Job& job) {
    DatabaseUse use = options_.search.database;
    use.stop = &job.stop();
    const int seeds = open_or_build_table(def, start_position(def.rules).total(), use, 1).max_seeds();
    choices_.reopen_databases();
    analyses_.reopen_databases();
    return Built{seeds, !job.stop()};
  });
}

}  // namespace sow
