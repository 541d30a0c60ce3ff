#include "protocol/json_lines.h"

#include <fmt/format.h>

#include "protocol/analysis_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_id_bytes = 1000;

// The id of a request, or null if it is missing or invalid.
nlohmann::json request_id(const nlohmann::json& request) {
  const auto id = request.is_object() ? request.find("id") : request.end();
  if (id == request.end()) return nullptr;
  const bool text = id->is_string() && id->get_ref<const std::string&>().size() <= max_id_bytes;
  return text || id->is_number_integer() ? *id : nlohmann::json(nullptr);
}

}  // namespace

JsonSession::JsonSession(int workers, SearchOptions options, Write write)
    : write_(std::move(write)), options_(std::move(options)) {
  for (int i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
}

JsonSession::~JsonSession() {
  stop_all();
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void JsonSession::send(const Json& answer) {
  const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::lock_guard lock(write_mutex_);
  write_(line);
}

void JsonSession::send_error(const nlohmann::json& id, const std::string& message, const nlohmann::json& field) {
  send({{"id", id}, {"error", message}, {"field", field}});
}

void JsonSession::reject_long_line(std::size_t max_bytes) {
  send_error(nullptr, fmt::format("the line is longer than {} bytes", max_bytes), nullptr);
}

void JsonSession::handle_line(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  const auto request = nlohmann::json::parse(line, nullptr, false);
  const auto id = request_id(request);
  try {
    if (request.is_discarded()) throw Error("the line is not valid JSON");
    if (!request.is_object()) throw Error("a request must be an object: {\"id\":\"1\",…}");
    if (id.is_null())
      throw FieldError("id", fmt::format("id must be an integer or a string of at most {} bytes", max_id_bytes));
    start(request, id);
  } catch (const FieldError& e) {
    send_error(id, e.what(), e.field());
  } catch (const Error& e) {
    send_error(id, e.what(), nullptr);
  }
}

void JsonSession::stop(const nlohmann::json& request, const nlohmann::json& id) {
  if (request.size() > 2) throw FieldError("action", "stop takes no fields except id");
  const std::lock_guard lock(mutex_);
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) throw FieldError("id", "no analysis with this id is running");
  job->second->stop = true;
}

void JsonSession::start(const nlohmann::json& request, const nlohmann::json& id) {
  Fields fields(request);
  fields.allow("id");
  const auto action = fields.text("action");
  if (action == "stop") return stop(request, id);
  if (action && action != "moves")
    throw FieldError("action", "action must be stop or moves; leave it out for an analysis");
  Budget budget;
  Game game = read_game(fields, find_game, budget);
  if (action) {
    fields.finish();
    Json json = {{"id", id}};
    json.update(moves_json(game));
    return send(json);
  }
  const AnalysisRequest analysis = read_analysis(fields, {});
  fields.finish();
  require_fit(options_.evaluation, game.def());
  auto job = std::make_shared<Job>(id, std::move(game), analysis);
  job->request.limits.stop = &job->stop;
  std::unique_lock lock(mutex_);
  if (jobs_.contains(id)) throw FieldError("id", "an analysis with this id is running");
  changed_.wait(lock, [&] { return waiting_.size() < max_queue; });
  jobs_.emplace(id, job);
  waiting_.push_back(std::move(job));
  changed_.notify_all();
}

void JsonSession::work() {
  Engine engine(options_);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto job = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    changed_.notify_all();
    lock.unlock();
    run(engine, *job);
    lock.lock();
    --running_;
    changed_.notify_all();
  }
}

void JsonSession::run(Engine& engine, Job& job) {
  const Game& game = job.game;
  const auto answer = [&](const Analysis& analysis, bool done) {
    Json json = {{"id", job.id}, {"done", done}};
    json.update(named_analysis_json(game, analysis));
    return json;
  };
  if (!job.request.keep) engine.clear();
  auto last_sent = Clock::now();
  const Analysis result = engine.analyze(game, job.request.limits, [&](const Analysis& analysis) {
    if (!job.request.every || Clock::now() - last_sent < std::chrono::duration<double>(*job.request.every)) return;
    last_sent = Clock::now();
    send(answer(analysis, false));
  });
  const Json last_answer = answer(result, true);
  {
    const std::lock_guard lock(mutex_);
    jobs_.erase(job.id);  // before sending: the client may reuse the id as soon as it has read the answer
  }
  send(last_answer);
}

void JsonSession::stop_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, job] : jobs_) job->stop = true;
}

bool JsonSession::wait_idle(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [&] { return jobs_.empty() && running_ == 0; });
}

}  // namespace sow
