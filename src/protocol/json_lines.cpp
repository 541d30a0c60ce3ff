#include "protocol/json_lines.h"

#include <fmt/format.h>

#include "protocol/analysis_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_id = 1000;

// Text or a whole number; null if there is none that can be given back.
nlohmann::json id_of(const nlohmann::json& request) {
  const auto id = request.is_object() ? request.find("id") : request.end();
  if (id == request.end()) return nullptr;
  const bool text = id->is_string() && id->get_ref<const std::string&>().size() <= longest_id;
  return text || id->is_number_integer() ? *id : nlohmann::json(nullptr);
}

}  // namespace

JsonSession::JsonSession(int at_once, SearchOptions each, Write write)
    : write_(std::move(write)), options_(std::move(each)) {
  for (int i = 0; i < at_once; ++i) workers_.emplace_back([this] { work(); });
}

JsonSession::~JsonSession() {
  stop_all();
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void JsonSession::say(const Json& answer) {
  const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::lock_guard lock(writing_);
  write_(line);
}

void JsonSession::complain(const nlohmann::json& id, const std::string& message, const nlohmann::json& field) {
  say({{"id", id}, {"error", message}, {"field", field}});
}

void JsonSession::refuse_long_line(std::size_t longest) {
  complain(nullptr, fmt::format("a line has at most {} bytes", longest), nullptr);
}

void JsonSession::obey(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  const auto request = nlohmann::json::parse(line, nullptr, false);
  const auto id = id_of(request);
  try {
    if (request.is_discarded()) throw Error("the line is not JSON");
    if (!request.is_object()) throw Error("a request is an object: {\"id\":\"1\",…}");
    if (id.is_null())
      throw FieldError("id", fmt::format("id is a text of at most {} bytes or a whole number", longest_id));
    take(request, id);
  } catch (const FieldError& e) {
    complain(id, e.what(), e.field());
  } catch (const Error& e) {
    complain(id, e.what(), nullptr);
  }
}

void JsonSession::stop(const nlohmann::json& request, const nlohmann::json& id) {
  if (request.size() > 2) throw FieldError("action", "stop needs nothing but an id");
  const std::lock_guard lock(mutex_);
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) throw FieldError("id", "no analysis of this id is running");
  job->second->stop = true;
}

void JsonSession::take(const nlohmann::json& request, const nlohmann::json& id) {
  Fields fields(request);
  fields.allow("id");
  const auto action = fields.text("action");
  if (action == "stop") return stop(request, id);
  if (action && action != "moves")
    throw FieldError("action", "an action is stop or moves; without one it is an analysis");
  Budget budget;
  Game game = read_game(fields, find_game, budget);
  if (action) {
    fields.finish();
    Json json = {{"id", id}};
    json.update(moves_json(game));
    return say(json);
  }
  const AnalysisRequest how = read_analysis(fields, {});
  fields.finish();
  require_fit(options_.evaluation, game.def());
  auto job = std::make_shared<Job>(id, std::move(game), how);
  job->request.limits.stop = &job->stop;
  std::unique_lock lock(mutex_);
  if (jobs_.contains(id)) throw FieldError("id", "an analysis of this id is running");
  changed_.wait(lock, [&] { return waiting_.size() < longest_queue; });
  jobs_.emplace(id, job);
  waiting_.push_back(std::move(job));
  changed_.notify_all();
}

void JsonSession::work() {
  Engine engine(options_);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
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
  const auto answer = [&](const Analysis& analysis, bool final) {
    Json json = {{"id", job.id}, {"final", final}};
    json.update(named_analysis_json(game, analysis));
    return json;
  };
  if (!job.request.keep) engine.clear();
  auto last = Clock::now();
  const Analysis result = engine.analyze(game, job.request.limits, [&](const Analysis& analysis) {
    if (!job.request.every || Clock::now() - last < std::chrono::duration<double>(*job.request.every)) return;
    last = Clock::now();
    say(answer(analysis, false));
  });
  const Json final = answer(result, true);
  {
    const std::lock_guard lock(mutex_);
    jobs_.erase(job.id);  // before it is known: whoever reads the answer may use the id again
  }
  say(final);
}

void JsonSession::stop_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, job] : jobs_) job->stop = true;
}

bool JsonSession::answered_within(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return jobs_.empty() && running_ == 0; });
}

}  // namespace sow
