#include "server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>
#include <random>

#include "board/notation.h"
#include "match/player_spec.h"
#include "protocol/analysis_json.h"
#include "search/probe.h"
#include "server/analysis_stream.h"
#include "server/game_json.h"
#include "server/play_json.h"
#include "server/record_json.h"
#include "study/hint.h"
#include "study/lesson.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

Answer answer(std::string body) { return {.body = std::move(body)}; }
Answer answer(const ordered_json& json) { return answer(json.dump()); }

// Errors as answers, whatever thread they are found on.
template <class Do>
std::invoke_result_t<Do> answered(Do&& work) {
  try {
    return work();
  } catch (const Error& e) {
    return Answer{.status = 400, .body = error_json(e).dump()};
  } catch (const std::bad_alloc&) {
    return error_answer(503, "there is not enough memory for that now");
  } catch (const std::exception& e) {
    return error_answer(500, e.what());
  }
}

Task queued(Lane lane, Work work) {
  return {lane, [work = std::move(work)](TaskContext& context) { return answered([&] { return work(context); }); }};
}

Detail read_detail(Fields& fields, std::string_view name) {
  const auto word = fields.text(name);
  if (!word || word == "full") return Detail::full;
  if (word == "brief") return Detail::brief;
  if (word == "none") return Detail::none;
  fields.fail(name, "is \"full\", \"brief\" or \"none\"");
}

void must_go_on(const Fields& fields, const Game& game) {
  if (game.ending()) throw FieldError(fields.path("moves"), "the game is over");
}

// A piece of a URL; what is no escape stands for itself.
std::string decoded(std::string_view text) {
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

// The game as if the opponent were to move.
Game passed(const Game& game) {
  if (game.ending()) return game;
  Position position = game.position();
  position.turn();
  return Game(game.def(), position);
}

// A player that takes no more of the machine than the server allows.
PlayerSpec read_who(Fields& fields, const ServerOptions& allowed) {
  const auto text = fields.text("who");
  if (!text) fields.fail("who", "is missing: it says who chooses");
  try {
    PlayerSpec who = parse_player(*text);
    if (is_human(who)) throw Error("a person chooses without help");
    if (is_program(who)) throw Error("no program is started for those who ask over the network");
    if (!who.evaluation.empty()) throw Error("no file is read for those who ask over the network");
    auto& options = who.options;
    const auto at_most = [&](const char* name, std::int64_t most) {
      if (takes_option(who, name)) options[name] = options.contains(name) ? std::min(options[name], most) : most;
    };
    at_most("threads", 1);
    at_most("hash", allowed.player_hash_mib);
    // Whoever looks at the clock ends by itself, well before the queue would stop it.
    if (options.contains("time") || options.contains("depth") || options.contains("nodes"))
      at_most("time", allowed.choice.count() * 3 / 4);
    return who;
  } catch (const Error& e) {
    throw FieldError(fields.path("who"), e);
  }
}

}  // namespace

Answer error_answer(unsigned status, const std::string& message) {
  return {.status = status, .body = ordered_json({{"error", message}, {"field", nullptr}}).dump()};
}

struct Api::Route {
  std::string_view method, path;  // a path that ends with a slash stands for all that begin with it
  Outcome (Api::*get)(const ApiRequest&) = nullptr;
  Outcome (Api::*post)(Fields&, Budget&) = nullptr;
  Lane lane = Lane::quick;
  bool slow = false;  // to read
};

constexpr Api::Route Api::routes[] = {
    {"GET", "/api/games", &Api::games},
    {"GET", "/api/db/", &Api::database},
    {"POST", "/api/game", nullptr, &Api::describe_game},
    {"POST", "/api/play", nullptr, &Api::play},
    {"POST", "/api/moves", nullptr, &Api::moves},
    {"POST", "/api/round", nullptr, &Api::round},
    {"POST", "/api/choose", nullptr, &Api::choose},
    {"POST", "/api/hint", nullptr, &Api::give_hint},
    {"POST", "/api/lesson", nullptr, &Api::give_lesson},
    {"POST", "/api/analyze", nullptr, &Api::analyze, Lane::analysis},
    {"POST", "/api/report", nullptr, &Api::report, Lane::analysis},
    {"POST", "/api/ogn/read", nullptr, &Api::read_records, Lane::quick, true},
    {"POST", "/api/ogn/write", nullptr, &Api::write_records, Lane::quick, true},
};

Reply Api::handle(const ApiRequest& request) {
  const auto fits = [&](const Route& route) {
    return route.path.ends_with('/') ? request.path.starts_with(route.path) : request.path == route.path;
  };
  const auto* route = std::find_if(std::begin(routes), std::end(routes), fits);
  if (route == std::end(routes)) return error_answer(404, "no such path: docs/api.md has them all");
  const bool right = request.method == route->method || (request.method == "HEAD" && route->method == "GET");
  if (!right) {
    Answer refused = error_answer(405, fmt::format("{} takes {}", route->path, route->method));
    refused.allow = route->method;
    return refused;
  }
  return answered([&]() -> Reply {
    Outcome outcome;
    if (route->get != nullptr) {
      outcome = (this->*route->get)(request);
    } else {
      auto object = parse_request(request.body);
      // Rules of one's own can be slow to play: the thread that serves connections does not even read these.
      if (route->slow || object.contains("rules"))
        return queued(route->lane, [this, route, object = std::move(object)](TaskContext& context) {
          Budget budget(&context.job.stop(), options_.replay);
          Outcome outcome = read(*route, object, budget);
          if (const auto* work = std::get_if<Work>(&outcome)) return (*work)(context);
          return std::get<Answer>(std::move(outcome));
        });
      Budget budget(&stopping_, options_.replay);
      outcome = read(*route, object, budget);
    }
    if (auto* work = std::get_if<Work>(&outcome)) return queued(route->lane, std::move(*work));
    return std::get<Answer>(std::move(outcome));
  });
}

Api::Outcome Api::read(const Route& route, const nlohmann::json& object, Budget& budget) {
  Fields fields(object);
  return (this->*route.post)(fields, budget);
}

FindGame Api::finder() const {
  return [this](const std::string& id) { return *library_.find(id); };
}

Api::Outcome Api::games(const ApiRequest&) { return answer(games_json(library_.list(), options_)); }

Api::Outcome Api::describe_game(Fields& fields, Budget&) {
  const GameDef def = read_game_def(fields, finder());
  fields.finish();
  JsonText json;
  json.begin_object().field("version", 1);
  write_game(json.key("game"), def);
  return answer(json.end_object().take());
}

Api::Outcome Api::play(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const Detail legal = read_detail(fields, "legal"), history = read_detail(fields, "history");
  fields.finish();
  return answer(play_json(game, legal, history, budget));
}

Api::Outcome Api::moves(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  fields.finish();
  ordered_json json = {{"version", 1}};
  json.update(moves_json(game));
  return answer(json);
}

Api::Outcome Api::round(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const auto most = fields.integer("most", 1, 1000);
  fields.finish();
  if (game.def().round == 0)
    throw FieldError(fields.path("game"), "is no round of a match: those are called as in \"sungka:round=1\"");
  if (!game.ending()) throw FieldError(fields.path("moves"), "the round is not over");
  return answer(round_json(game, most ? std::optional(static_cast<int>(*most)) : std::nullopt));
}

Api::Outcome Api::choose(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const PlayerSpec who = read_who(fields, options_);
  const auto given = fields.integer("seed", 0, INT64_MAX);
  fields.finish();
  must_go_on(fields, game);
  const std::uint64_t seed = given ? *given : std::random_device()();
  return [this, game, who, seed](TaskContext& context) {
    const auto begun = std::chrono::steady_clock::now();
    const auto agent = make_agent(who, {.seed = seed,
                                        .stop = &context.job.stop(),
                                        .database = databases(game.def()),
                                        .evaluation = where_it_fits(options_.evaluation, game.def())});
    const Move move = agent->choose(game);
    if (move == no_move) return error_answer(503, player_text(who) + " found no move in time");
    const auto spent = std::chrono::steady_clock::now() - begun;
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(spent).count();
    return answer(ordered_json{{"version", 1}, {"move", move_text(game.rules(), game.position(), move)}, {"time", ms}});
  };
}

Api::Outcome Api::give_hint(Fields& fields, Budget& budget) {
  const Game now = read_game(fields, finder(), budget);
  const bool out_of_turn = fields.flag("threat");
  const Game game = out_of_turn ? passed(now) : now;
  fields.finish();
  must_go_on(fields, game);
  return [this, game, out_of_turn](TaskContext& context) {
    Limits limits = hint_limits(context.job.stop());
    if (out_of_turn) limits.lines = max_moves;
    Engine& engine = engine_for(game.def(), context);
    engine.clear();
    const Analysis analysis = engine.analyze(game, limits);
    const Line* taking = out_of_turn ? threat(game, analysis) : nullptr;
    const Line& line = taking != nullptr ? *taking : analysis.lines.front();
    const bool quiet = out_of_turn && taking == nullptr;
    return answer(ordered_json{{"version", 1},
                               {"move", move_text(game.rules(), game.position(), line.move)},
                               {"quiet", quiet},
                               {"text", quiet ? "Nothing is threatened" : hint(game, line)},
                               {"analysis", analysis_json(game, analysis)}});
  };
}

Api::Outcome Api::give_lesson(Fields& fields, Budget&) {
  const GameDef def = read_game_def(fields, finder());
  fields.finish();
  return [this, def](TaskContext& context) {
    Budget budget(&context.job.stop(), options_.choice);
    JsonText json;
    json.begin_object().field("version", 1).key("steps").begin_list();
    for (const LessonStep& step : lesson(def, budget)) {
      json.begin_object().field("topic", step.topic).field("text", step.text);
      write_position(json.key("position"), def.rules, step.position);
      json.key("good").begin_list();
      for (MoveSet rest = step.good; rest != 0; rest &= rest - 1)
        json.value(move_text(def.rules, step.position, std::countr_zero(rest)));
      json.end_list().end_object();
    }
    return answer(json.end_list().end_object().take());
  };
}

Api::Outcome Api::analyze(Fields& fields, Budget& budget) {
  const Game now = read_game(fields, finder(), budget);
  const Game game = fields.flag("threat") ? passed(now) : now;
  const AnalysisRequest request = read_analysis(fields, {.longest_ms = options_.analysis.count(),
                                                         .usual_ms = 5000,
                                                         .always_timed = true,
                                                         .usual_lines = max_moves,
                                                         .usual_every = 0.2});
  fields.finish();
  return [this, game, request](TaskContext& context) {
    engine_for(game.def(), context);
    stream_analysis(game, request, context);
    return Answer{};
  };
}

Api::Outcome Api::report(Fields& fields, Budget& budget) {
  const Game game = read_game(fields, finder(), budget);
  const std::int64_t ply_ms = fields.integer("time", 1, options_.ply.count()).value_or(120);
  fields.finish();
  return [this, game, ply_ms](TaskContext& context) {
    context.job.extend(options_.ply * (game.plies().size() + 2));
    engine_for(game.def(), context);
    stream_report(game, ply_ms, context);
    return Answer{};
  };
}

Api::Outcome Api::read_records(Fields& fields, Budget& budget) {
  return answer(records_from_ogn(fields, finder(), budget));
}

Api::Outcome Api::write_records(Fields& fields, Budget& budget) {
  return answer(records_to_ogn(fields, finder(), budget));
}

bool Api::has_database(const GameDef& def) const {
  if (options_.databases.empty() || database_kind(def.rules).kind == DatabaseKind::nothing) return false;
  return Database(def, options_.databases).levels() >= 0;
}

// What somebody has built, and learnt, of a game that has a name. What comes in a request leaves nothing on the disk.
DatabaseUse Api::databases(const GameDef& def) const {
  if (options_.databases.empty() || def.spec.empty()) return {};
  return {.folder = options_.databases, .memory_bytes = options_.hash_bytes, .write = false};
}

Engine& Api::engine_for(const GameDef& def, TaskContext& context) const {
  const SearchOptions& now = context.engine.options();
  SearchOptions wanted = now;
  wanted.database = databases(def);
  wanted.evaluation = where_it_fits(options_.evaluation, def);
  if (now.database.folder != wanted.database.folder || now.evaluation != wanted.evaluation)
    context.engine.set_options(std::move(wanted));
  return context.engine;
}

Api::Outcome Api::database(const ApiRequest& request) {
  const auto id = decoded(request.path.substr(std::string_view("/api/db/").size()));
  std::string position;
  if (request.query.starts_with("position="))
    position = decoded(request.query.substr(std::string_view("position=").size()));
  else if (!request.query.empty())
    throw FieldError("position", "the query is position=DIAGRAM");
  return [this, id, position](TaskContext&) { return probe(id, position); };
}

Answer Api::probe(const std::string& id, const std::string& position) const {
  std::shared_ptr<const GameDef> def;
  try {
    def = library_.find(id);
  } catch (const Error& e) {
    return error_answer(404, e.what());
  }
  if (!has_database(*def)) return error_answer(404, fmt::format("there is no database for {}", def->name));
  Position start = start_position(def->rules);
  if (!position.empty()) try {
      start = parse_position(position, def->rules);
    } catch (const Error& e) {
      throw FieldError("position", e);
    }
  const Game game(*def, start);
  const Database database(*def, options_.databases);
  if (const int last = database.levels(), seeds = game.position().seeds_in_pits(); seeds > last)
    return error_answer(404, fmt::format("the database of {} has up to {} seeds, not {}", def->name, last, seeds));
  ordered_json json = {{"version", 1}};
  json.update(named_analysis_json(game, probe_analysis(probe_database(database, database.levels(), game))));
  return answer(json);
}

}  // namespace sow
