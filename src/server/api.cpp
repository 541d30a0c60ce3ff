#include "server/api.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <random>

#include "board/notation.h"
#include "match/player_spec.h"
#include "protocol/analysis_json.h"
#include "server/analysis_stream.h"
#include "server/game_json.h"
#include "server/gzip.h"
#include "server/play_json.h"
#include "server/record_json.h"
#include "server/study_json.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

constexpr auto database_max_age = std::chrono::hours(24);  // a proven value never changes

std::string etag_of(std::string_view body) { return fmt::format("\"{:016x}\"", XXH3_64bits(body.data(), body.size())); }

Response ok(std::string body) { return {.body = std::move(body)}; }
Response ok(const ordered_json& json) { return ok(json.dump()); }

// Turns exceptions into error responses.
template <class F>
std::invoke_result_t<F> catch_errors(F&& work) {
  try {
    return work();
  } catch (const Error& e) {
    return Response{.status = 400, .body = error_json(e).dump()};
  } catch (const std::bad_alloc&) {
    return error_response(503, "out of memory; try again later");
  } catch (const std::exception& e) {
    return error_response(500, e.what());
  }
}

Detail read_detail(Fields& fields, std::string_view name) {
  const auto detail = fields.text(name);
  if (!detail || detail == "full") return Detail::full;
  if (detail == "brief") return Detail::brief;
  if (detail == "none") return Detail::none;
  fields.fail(name, "must be \"full\", \"brief\", or \"none\"");
}

void require_unfinished(const Fields& fields, const Game& game) {
  if (game.ending()) throw FieldError(fields.path("moves"), "the game is over");
}

// Decodes percent-encoding and '+'; keeps invalid escapes as they are.
std::string url_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int byte = 0;
    const char *begin = text.data() + i + 1, *end = begin + 2;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(begin, end, byte, 16).ptr == end) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

// Reads the field `player` and limits the player's threads, memory, and time to what the server allows.
PlayerSpec read_player(Fields& fields, const ServerOptions& allowed) {
  const auto text = fields.text("player");
  if (!text) fields.fail("player", "is missing; it names the player who chooses");
  try {
    PlayerSpec player = parse_player(*text);
    if (is_human(player)) throw Error("a human chooses their own moves");
    if (is_program(player)) throw Error("clients on the network cannot start external programs");
    if (!player.evaluation.empty()) throw Error("clients on the network cannot load evaluation files");
    auto& options = player.options;
    const auto limit = [&](const char* name, std::int64_t max) {
      if (takes_option(player, name)) options[name] = options.contains(name) ? std::min(options[name], max) : max;
    };
    limit("threads", 1);
    limit("hash", allowed.player_hash_mib);
    // A player with a clock stops by itself before the queue would cancel it.
    if (options.contains("time") || options.contains("depth") || options.contains("nodes"))
      limit("time", allowed.max_choice_time.count() * 3 / 4);
    return player;
  } catch (const Error& e) {
    throw FieldError(fields.path("player"), e);
  }
}

}  // namespace

Response error_response(unsigned status, const std::string& message) {
  return {.status = status, .body = ordered_json({{"error", message}, {"field", nullptr}}).dump()};
}

Api::Api(const ServerOptions& options) : options_(options), library_(options.games) {}

struct Api::Route {
  std::string_view method, path;  // a path that ends with a slash is a prefix
  Outcome (Api::*get)(const ApiRequest&) = nullptr;
  Outcome (Api::*post)(Fields&, Budget&) = nullptr;
  Lane lane = Lane::brief;
  bool slow = false;       // never handled on the I/O thread
  bool resumable = false;  // takes turns with other jobs, see Job::yield

  Task task(Work work) const {
    auto run = [work = std::move(work)](TaskContext& context) { return catch_errors([&] { return work(context); }); };
    return {lane, std::move(run), resumable};
  }
};

constexpr Api::Route Api::routes[] = {
    {"GET", "/api/games", &Api::games},
    {"GET", "/api/db", &Api::database, nullptr, Lane::choice},
    {"GET", "/api/db/", &Api::database, nullptr, Lane::choice},
    {"POST", "/api/game", nullptr, &Api::describe_game, Lane::brief, true},
    {"POST", "/api/play", nullptr, &Api::play},
    {"POST", "/api/moves", nullptr, &Api::moves},
    {"POST", "/api/round", nullptr, &Api::round},
    {"POST", "/api/choose", nullptr, &Api::choose, Lane::choice},
    {"POST", "/api/hint", nullptr, &Api::get_hint, Lane::choice},
    {"POST", "/api/lesson", nullptr, &Api::get_lesson, Lane::choice},
    {"POST", "/api/coach", nullptr, &Api::coach, Lane::choice},
    {"POST", "/api/analyze", nullptr, &Api::analyze, Lane::analysis},
    {"POST", "/api/solve", nullptr, &Api::solve, Lane::analysis},
    {"POST", "/api/report", nullptr, &Api::report, Lane::analysis, false, true},
    {"POST", "/api/ogn/read", nullptr, &Api::read_records, Lane::brief, true},
    {"POST", "/api/ogn/write", nullptr, &Api::write_records, Lane::brief, true},
};

std::vector<std::string_view> Api::paths() {
  std::vector<std::string_view> paths;
  for (const Route& route : routes) paths.push_back(route.path);
  return paths;
}

Reply Api::handle(const ApiRequest& request) {
  const auto matches = [&](const Route& route) {
    return route.path.ends_with('/') ? request.path.starts_with(route.path) : request.path == route.path;
  };
  const auto* route = std::find_if(std::begin(routes), std::end(routes), matches);
  if (route == std::end(routes)) return error_response(404, "no such path; docs/api.md lists all paths");
  const bool method_matches = request.method == route->method || (request.method == "HEAD" && route->method == "GET");
  if (!method_matches) {
    Response refused = error_response(405, fmt::format("{} requires {}", route->path, route->method));
    refused.allow = route->method;
    return refused;
  }
  return catch_errors([&]() -> Reply {
    Outcome outcome;
    if (route->get != nullptr) {
      outcome = (this->*route->get)(request);
    } else {
      // An I/O thread must not be blocked for long: it does not even parse long requests.
      if (request.body.size() > options_.max_inline_body)
        return read_later(*route, [body = std::string(request.body)] { return parse_request(body); });
      auto object = parse_request(request.body);
      if (!is_cheap(*route, object))
        return read_later(*route, [object = std::move(object)]() mutable { return std::move(object); });
      Budget budget(&stopping_, std::min(options_.max_inline_time, options_.max_replay_time));
      try {
        outcome = read(*route, object, budget);
      } catch (const Error&) {
        if (!budget.exhausted()) throw;
        return read_later(*route, [object = std::move(object)]() mutable { return std::move(object); });
      }
    }
    if (auto* work = std::get_if<Work>(&outcome)) return route->task(std::move(*work));
    return std::get<Response>(std::move(outcome));
  });
}

// Reads the request on a worker thread. A task that yields is called again, but reads its request only once.
Task Api::read_later(const Route& route, std::function<nlohmann::json()> parse) {
  return route.task([this, &route, parse = std::move(parse), next = Work()](TaskContext& context) mutable {
    if (!next) {
      Budget budget(&context.job.stop(), options_.max_replay_time);
      Outcome outcome = read(route, parse(), budget);
      if (auto* response = std::get_if<Response>(&outcome)) return std::move(*response);
      next = std::get<Work>(std::move(outcome));
    }
    return next(context);
  });
}

// Whether reading the request and replaying its moves takes well under a millisecond.
bool Api::is_cheap(const Route& route, const nlohmann::json& object) const {
  if (route.slow || object.contains("rules")) return false;
  const auto moves = object.find("moves");
  return moves == object.end() || moves->size() <= options_.max_inline_moves;
}

Api::Outcome Api::read(const Route& route, const nlohmann::json& object, Budget& budget) {
  Fields fields(object);
  return (this->*route.post)(fields, budget);
}

FindGame Api::finder() const {
  return [this](const std::string& id) { return *library_.find(id); };
}

Response Api::cached_games() const {
  const std::lock_guard lock(games_mutex_);
  return {.cached = games_};
}

void Api::refresh_games() {
  const std::lock_guard lock(refresh_mutex_);
  if (!library_.refresh() && cached_games().cached) return;
  auto games = std::make_shared<CachedBody>();
  games->plain = games_json(library_.list(), options_);
  if (options_.compress) games->gzip = gzip(games->plain);
  games->etag = etag_of(games->plain);
  const std::lock_guard publish(games_mutex_);
  games_ = std::move(games);
}

Response Api::listed_games() {
  if (!cached_games().cached) refresh_games();
  return cached_games();
}

// Served from memory. One request per interval looks for changes in the folder, on a worker thread.
Api::Outcome Api::games(const ApiRequest&) {
  if (!library_.has_folder()) return listed_games();
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto due = next_refresh_.load();
  if (now < due || !next_refresh_.compare_exchange_strong(due, now + options_.games_recheck)) return listed_games();
  return [this](TaskContext&) {
    refresh_games();
    return cached_games();
  };
}

Api::Outcome Api::describe_game(Fields& fields, Budget&) {
  const GameDef def = read_game_def(fields, finder());
  fields.finish();
  JsonText json;
  json.begin_object().field("version", 1);
  write_game_fields(json, def);
  return ok(json.end_object().take());
}

Api::Outcome Api::play(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const Detail legal = read_detail(fields, "legal"), history = read_detail(fields, "history");
  fields.finish();
  return ok(play_json(game, legal, history, budget));
}

Api::Outcome Api::moves(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  fields.finish();
  ordered_json json = {{"version", 1}};
  json.update(moves_json(game));
  return ok(json);
}

Api::Outcome Api::round(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const auto max_rounds = fields.integer("max_rounds", 1, 1000);
  fields.finish();
  if (game.def().round == 0)
    throw FieldError(fields.path("game"), "is not a round of a match; name one such as \"sungka:round=1\"");
  if (!game.ending()) throw FieldError(fields.path("moves"), "the round is not over");
  return ok(round_json(game, max_rounds ? std::optional(static_cast<int>(*max_rounds)) : std::nullopt));
}

Api::Outcome Api::choose(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const PlayerSpec player = read_player(fields, options_);
  const auto fixed_seed = fields.integer("seed", 0, INT64_MAX);
  const bool plays = fields.flag("play");
  fields.finish();
  require_unfinished(fields, game);
  const std::uint64_t seed = fixed_seed ? *fixed_seed : std::random_device()();
  return [this, game, player, seed, plays](TaskContext& context) {
    const auto started = std::chrono::steady_clock::now();
    const Move move = context.engine.choose(game, player, seed, context.job.stop());
    if (move == no_move) return error_response(503, player_text(player) + " found no move in time");
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
    if (plays) {
      Budget replay(&context.job.stop(), options_.max_replay_time);
      return ok(chosen_json(game, move, elapsed.count(), replay));
    }
    return ok(ordered_json{
        {"version", 1}, {"move", move_text(game.rules(), game.position(), move)}, {"seconds", elapsed.count()}});
  };
}

Api::Outcome Api::get_hint(Fields& fields, Budget& budget) {
  const Game current = read_game(fields, finder(), budget);
  const bool threats = fields.flag("threat");
  const Game game = threats ? with_turn_passed(current) : current;
  fields.finish();
  require_unfinished(fields, game);
  return [current, game, threats](TaskContext& context) {
    context.engine.clear();
    const auto& stop = context.job.stop();
    const Hint hint = threats ? context.engine.threat(current, stop) : context.engine.hint(game, stop);
    return ok(ordered_json{{"version", 1},
                           {"move", move_text(game.rules(), game.position(), hint.line.move)},
                           {"quiet", !hint.reasons},
                           {"why", hint.reasons ? reasons_json(game, *hint.reasons) : ordered_json()},
                           {"analysis", analysis_json(game, hint.analysis)}});
  };
}

Api::Outcome Api::get_lesson(Fields& fields, Budget&) {
  const GameDef def = read_game_def(fields, finder());
  fields.finish();
  return [this, def](TaskContext& context) {
    Budget budget(&context.job.stop(), options_.max_choice_time);
    return ok(lesson_json(def, make_lesson(def, budget)));
  };
}

Api::Outcome Api::coach(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  fields.finish();
  require_unfinished(fields, game);
  return [game](TaskContext& context) {
    context.engine.clear();
    const auto advice = context.engine.coach(game, context.job.stop());
    return advice.empty() ? error_response(503, "stopped") : ok(coach_json(game, advice));
  };
}

Api::Outcome Api::analyze(Fields& fields, Budget& budget) {
  const Game current = read_game(fields, finder(), budget);
  const Game game = fields.flag("threat") ? with_turn_passed(current) : current;
  const AnalysisRequest request = read_analysis(fields, {.max_ms = options_.max_analysis_time.count(),
                                                         .default_ms = 5000,
                                                         .always_timed = true,
                                                         .default_lines = max_moves,
                                                         .default_every = 0.2});
  fields.finish();
  return [game, request](TaskContext& context) {
    stream_analysis(game, request, context);
    return Response{};
  };
}

Api::Outcome Api::solve(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const std::int64_t max_ms = options_.max_solve_time.count();
  Limits limits;
  limits.time_ms = fields.integer(options::time.name, options::time.min, max_ms).value_or(max_ms);
  limits.nodes = fields.integer(options::nodes.name, options::nodes.min, options::nodes.max);
  const SolveOptions how{.memory_bytes = mebibytes(options_.solve_hash_mib), .value_only = fields.flag("value")};
  fields.finish();
  if (!game.ending()) require_solvable(game);
  return [this, game, limits, how](TaskContext& context) {
    context.job.extend(options_.max_solve_time + options_.time_slice);
    stream_solve(game, limits, how, context);
    return Response{};
  };
}

Api::Outcome Api::report(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  Limits limits;
  limits.time_ms = fields.integer("time", 1, options_.max_ply_time.count());
  limits.nodes = fields.integer("nodes", 1, max_report_nodes);
  fields.finish();
  return [this, game, limits, reporter = std::make_shared<GameReporter>(game)](TaskContext& context) {
    const auto share = 1 + static_cast<std::size_t>(limits.nodes.value_or(0) / report_nodes);
    context.job.extend(options_.max_ply_time * (game.plies().size() + 2) * share);
    stream_report(*reporter, game, limits, context);
    return Response{};
  };
}

Api::Outcome Api::read_records(Fields& fields, Budget& budget) {
  return ok(records_from_ogn(fields, finder(), budget));
}

Api::Outcome Api::write_records(Fields& fields, Budget& budget) { return ok(records_to_ogn(fields, finder(), budget)); }

// "/api/db?game=kalah&position=…", or "/api/db/kalah?position=…".
Api::Outcome Api::database(const ApiRequest& request) {
  constexpr std::string_view prefix = "/api/db/";
  std::optional<std::string> id, position;
  if (request.path.starts_with(prefix)) id = url_decode(request.path.substr(prefix.size()));
  for (std::string_view rest = request.query; !rest.empty();) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const auto equals = std::min(pair.find('='), pair.size());
    const std::string name(pair.substr(0, equals));
    auto& value = name == "game" ? id : position;
    if ((name != "game" && name != "position") || value)
      throw FieldError(shown(name), "the query must be game=GAME&position=DIAGRAM");
    value = url_decode(pair.substr(std::min(equals + 1, pair.size())));
  }
  if (!id) throw FieldError("game", "is missing");
  return [this, id = *id, position = position.value_or("")](TaskContext& context) {
    return probe(id, position, context.engine);
  };
}

Response Api::probe(const std::string& id, const std::string& position, const Engine& engine) const {
  std::shared_ptr<const GameDef> def;
  try {
    def = library_.find(id);
  } catch (const Error& e) {
    return error_response(404, e.what());
  }
  Position start = start_position(def->rules);
  if (!position.empty()) try {
      start = parse_position(position, def->rules);
    } catch (const Error& e) {
      throw FieldError("position", e);
    }
  const Game game(*def, start);
  ordered_json json = {{"version", 1}};
  try {
    json.update(named_analysis_json(game, engine.probe(game)));
  } catch (const NotInDatabase& e) {
    return error_response(404, e.what());
  }
  Response response = ok(json);
  response.max_age = database_max_age;
  response.etag = etag_of(response.body);
  return response;
}

}  // namespace sow
