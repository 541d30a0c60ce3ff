// API calls beyond /api/play, and the errors for invalid requests.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/text_file.h"
#include "db/database.h"
#include "rules/catalog.h"
#include "search/network_file.h"
#include "support/ask_api.h"
#include "support/constant_network.h"
#include "support/first_moves.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using nlohmann::json;

class ApiTest : public testing::Test {
 protected:
  Api api{ServerOptions{}};
};

TEST_F(ApiTest, EveryPlayerChoosesLegalMove) {
  for (const char* who :
       {"random", "greedy", "cautious", "spoiler", "engine:level=1", "engine:depth=4", "minimax:depth=3"})
    for (const char* game : {"owari", "hus"}) {
      const json request = {{"game", game}, {"player", who}, {"seed", 7}};
      const auto first = post(api, "/api/choose", request), again = post(api, "/api/choose", request);
      ASSERT_EQ(first.status, 200u) << first.body;
      EXPECT_EQ(first.body["move"], again.body["move"]) << who;
      EXPECT_EQ(post(api, "/api/play", {{"game", game}, {"moves", {first.body["move"]}}}).status, 200u);
    }
}

// A player with a depth limit stops by itself before the queue would cancel it.
TEST_F(ApiTest, PlaysTheChosenMoveIfAsked) {
  for (const char* game : {"owari", "kalah", "hus", "toguz-kumalak", "vai-lung-thlan"}) {
    const json request = {{"game", game}, {"player", "greedy"}, {"seed", 3}, {"play", true}};
    const json chosen = post(api, "/api/choose", request).body;
    const json before = post(api, "/api/play", {{"game", game}, {"history", "none"}}).body;
    const json after = post(api, "/api/play", {{"game", game}, {"moves", {chosen["move"]}}, {"history", "none"}}).body;
    EXPECT_EQ(chosen["next"], after) << game;
    EXPECT_NE(std::find(before["legal"].begin(), before["legal"].end(), chosen["turn"]), before["legal"].end()) << game;
    EXPECT_EQ(chosen["turn"]["move"], chosen["move"]) << game;
  }
}

TEST(ApiPlayers, StopsBeforeTimeLimit) {
  ServerOptions options;
  options.max_choice_time = std::chrono::milliseconds(400);
  Api api(options);
  EXPECT_EQ(post(api, "/api/choose", {{"game", "oware"}, {"player", "engine:depth=60,threads=99"}}).status, 200u);
}

TEST_F(ApiTest, GivesHintsAndThreats) {
  const std::string position = "0-0-0-0-0-2-0-1-0-0-0-0-10-10-S";
  const auto hint = post(api, "/api/hint", {{"position", position}});
  ASSERT_EQ(hint.status, 200u) << hint.body;
  EXPECT_EQ(hint.body["move"], "F");
  EXPECT_EQ(hint.body["why"]["reply"]["do"], "end") << hint.body;
  const auto threat = post(api, "/api/hint", {{"position", position}, {"threat", true}});
  EXPECT_EQ(threat.body["move"], "b");
  EXPECT_EQ(threat.body["analysis"]["mover"], "N");
}

TEST_F(ApiTest, CoachesEveryMove) {
  const auto coach = post(api, "/api/coach", {{"game", "oware"}, {"position", "0-2-0-0-0-1-0-0-0-4-1-0-20-20-S"}});
  ASSERT_EQ(coach.status, 200u) << coach.body;
  ASSERT_EQ(coach.body["moves"].size(), 2u);
  EXPECT_EQ(coach.body["moves"][0]["move"], "B");
  const json& open = coach.body["moves"][1];
  EXPECT_EQ(open["flaw"], "open");
  EXPECT_EQ(open["allows"], json::parse(R"({"move":"d","at":"B","seeds":2})"));
  EXPECT_EQ(open["proven_loss"], open["loss"]);
  EXPECT_EQ(post(api, "/api/coach", {{"resigned", "S"}}).status, 400u);
}

TEST_F(ApiTest, ListsLegalMovesForBots) {
  const auto started = post(api, "/api/moves", {{"game", "oware"}, {"moves", {"F"}}});
  EXPECT_EQ(started.body, json::parse(R"({"version":1,"position":"4-4-4-4-4-0-5-5-5-5-4-4-0-0-N","mover":"N",
                                        "legal":["a","b","c","d","e","f"],"ending":null})"));
  const auto over = post(api, "/api/moves", {{"resigned", "S"}});
  EXPECT_EQ(over.body["legal"], json::array());
  EXPECT_EQ(over.body["ending"], json::parse(R"({"reason":"resigned","result":{"S":0,"N":36},"winner":"N"})"));
  EXPECT_EQ(post(api, "/api/moves", {{"depth", 3}}).status, 400u);
}

TEST_F(ApiTest, AnalysisOfFinishedGameIsItsResult) {
  const auto asked = post(api, "/api/analyze", {{"position", "0-0-0-0-0-0-1-0-0-0-0-0-20-15-S"}});
  const json& last = asked.events.back().second;
  EXPECT_EQ(last["score"], json::parse(R"({"margin":-1,"kind":"exact","low":-1,"high":-1,"final":4,"wdl":"win"})"));
  EXPECT_EQ(last["moves"], json::array());
}

TEST_F(ApiTest, LastAnalysisEventIsFinal) {
  const auto asked = post(api, "/api/analyze", {{"game", "kalah:pits=3,seeds=2"}, {"time", 5000}, {"every", 0}});
  ASSERT_FALSE(asked.events.empty());
  for (const auto& [event, data] : asked.events) {
    EXPECT_EQ(event, "analysis");
    EXPECT_EQ(data["done"], &data == &asked.events.back().second);
  }
  const json& last = asked.events.back().second;
  EXPECT_EQ(last["ended"], "complete");
  EXPECT_EQ(last["score"]["kind"], "exact");
  EXPECT_EQ(last["moves"].size(), 3u);
  EXPECT_EQ(post(api, "/api/analyze", {{"depth", 2}, {"time", 5000}}).events.back().second["ended"], "depth");
}

TEST_F(ApiTest, ReportsOnEveryMove) {
  // South's second move throws away what the first had prepared.
  const json moves = {"E", "b", "F", "e", "A"};
  const auto asked = post(api, "/api/report", {{"moves", moves}, {"time", 20}});
  ASSERT_EQ(asked.events.size(), moves.size() + 1);
  int marked = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& [event, data] = asked.events[i];
    EXPECT_EQ(event, "ply");
    EXPECT_EQ(data["ply"], i);
    EXPECT_EQ(data["move"], moves[i]);
    EXPECT_GE(data["loss"].get<double>(), 0);
    EXPECT_EQ(data["best"] == data["move"], data["loss"] == 0 && data["score"] == data["played"]);
    marked += data["mark"].is_null() ? 0 : 1;
  }
  const auto& [event, report] = asked.events.back();
  EXPECT_EQ(event, "report");
  EXPECT_EQ(report["thresholds"], json({{"inaccuracy", 1}, {"mistake", 2}, {"blunder", 4}}));
  EXPECT_EQ(report["sides"]["S"]["move_count"], 3);
  int counted = 0;
  for (const char* player : {"S", "N"})
    for (const char* mark : {"inaccuracies", "mistakes", "blunders"})
      counted += report["sides"][player][mark].get<int>();
  EXPECT_EQ(counted, marked);
}

TEST_F(ApiTest, RepeatsAReportLimitedByNodes) {
  const json asked = {{"moves", {"E", "b", "F", "e", "A"}}, {"nodes", 5'000}};
  const auto first = post(api, "/api/report", asked).events;
  post(api, "/api/analyze", {{"moves", {"E", "b"}}, {"nodes", 50'000}});  // fills the transposition table
  EXPECT_EQ(post(api, "/api/report", asked).events, first);
}

TEST_F(ApiTest, RecordsRoundTripThroughJson) {
  const std::string ogn =
      "[Variant \"owari\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[South \"?\"]\n[North "
      "\"?\"]\n"
      "[Result \"*\"]\n[White \"kept\"]\n\n1. E {the best beginning?} (1. F a {quiet} (1... b 2. A) 2. B) a 2. B+4 *\n";
  const auto read = post(api, "/api/ogn/read", {{"text", ogn}});
  ASSERT_EQ(read.status, 200u) << read.body;
  const json& record = read.body["records"][0];
  EXPECT_EQ(record["game"], "owari");
  EXPECT_EQ(record["moves"], json({"E", "a", "B"}));
  EXPECT_EQ(record["tags"]["White"], "kept");
  EXPECT_EQ(record["line"][0], json({{"move", "E"}, {"taken", 0}}));
  EXPECT_EQ(record["line"][2]["variation"][3]["variation"][0]["move"], "b");
  EXPECT_EQ(record["line"][4], json({{"move", "B"}, {"taken", 4}}));
  const auto written = post(api, "/api/ogn/write", {{"records", read.body["records"]}});
  // The records can be sent back unchanged, with derived fields.
  ASSERT_EQ(written.status, 200u) << written.body;
  EXPECT_EQ(written.body["text"], ogn);
}

TEST_F(ApiTest, RecordsSupportResignationsAndCustomRules) {
  auto written = post(api, "/api/ogn/write", {{"records", {{{"line", {{{"move", "E"}}}}, {"resigned", "N"}}}}});
  ASSERT_EQ(written.status, 200u) << written.body;
  auto read = post(api, "/api/ogn/read", {{"text", written.body["text"]}});
  EXPECT_EQ(read.body["records"][0]["resigned"], "N");
  EXPECT_EQ(read.body["records"][0]["result"], json({{"S", 36}, {"N", 0}}));

  const std::string toml = "name = \"mine\"\ntitle = \"Mine\"\nextends = \"oware\"\n";
  written = post(
      api, "/api/ogn/write",
      {{"rules", toml}, {"records", {{{"line", {{{"move", "A"}}}}, {"position", "4-4-4-4-4-4-4-4-4-4-4-0-0-0-S"}}}}});
  ASSERT_EQ(written.status, 200u) << written.body;
  read = post(api, "/api/ogn/read", {{"text", written.body["text"]}, {"rules", toml}});
  ASSERT_EQ(read.status, 200u) << read.body;
  EXPECT_EQ(read.body["records"][0]["game"], nullptr);
  EXPECT_EQ(read.body["records"][0]["position"], "4-4-4-4-4-4-4-4-4-4-4-0-0-0-S");
}

struct InvalidRequest {
  std::string path, body, field, error;
};

TEST_F(ApiTest, InvalidRequestsNameTheField) {
  const std::string deep = std::string(100'000, '[');
  const InvalidRequest cases[] = {
      {"/api/play", "", "", "invalid JSON"},
      {"/api/play", "{\"game\":\"owari\"", "", "invalid JSON"},
      {"/api/play", "[]", "", "a request must be a JSON object"},
      {"/api/play", deep, "", "nested too deep"},
      {"/api/play", "{\"game\":\"\xff\"}", "", "invalid JSON"},
      {"/api/play", R"({"game":"\ud800"})", "", "invalid JSON"},
      {"/api/play", R"({"game":7})", "game", "must be a string"},
      {"/api/play", R"({"game":"chess"})", "game", "no game 'chess'"},
      {"/api/play", R"({"game":"/etc/passwd"})", "game", "no game"},
      {"/api/play", R"({"game":"../games/kalah.toml"})", "game", "no game"},
      {"/api/play", R"({"game":"games/kalah.toml:pits=3"})", "game", "no game"},
      {"/api/play", R"({"game":"kalah:pits=99"})", "game", ""},
      {"/api/play", R"({"rules":"name = 3"})", "rules", "line 1"},
      {"/api/play", R"({"rules":"name=\"a\"\nextends=\"/etc/passwd\""})", "rules", ""},
      {"/api/play", R"({"rules":"name=\"a\"\nextends=\"kalah\"\n[end]\nlaps=9999"})", "rules", "laps"},
      {"/api/play", R"({"rules":"","game":"owari"})", "rules", "combined"},
      {"/api/play", R"({"position":"1-2-3"})", "position", "fields"},
      {"/api/play", R"({"moves":"E"})", "moves", "must be a list"},
      {"/api/play", R"({"moves":["E",3]})", "moves[1]", "must be a string"},
      {"/api/play", R"({"moves":["E","E"]})", "moves[1]", "E is South's pit"},
      {"/api/play", R"({"moves":["E","b","E"]})", "moves[2]", "E4 is empty"},
      {"/api/play", R"({"resigned":"X"})", "resigned", "must be \"S\" or \"N\""},
      {"/api/play", R"({"legal":"some"})", "legal", "full"},
      {"/api/play", R"({"mvoes":[]})", "mvoes", "unknown field"},
      {"/api/choose", R"({})", "player", "is missing"},
      {"/api/choose", R"({"player":"human"})", "player", "human"},
      {"/api/choose", R"({"player":"uci:/bin/sh"})", "player", ""},
      {"/api/choose", R"({"player":"engine:level=11"})", "player", "1 to 10"},
      {"/api/choose", R"({"player":"random","seed":-1})", "seed", "an integer"},
      {"/api/choose", R"({"player":"random","seed":1.5})", "seed", "an integer"},
      {"/api/choose", R"({"player":"random","seed":99999999999999999999})", "seed", "an integer"},
      {"/api/choose", R"({"player":"random","position":"0-0-0-0-0-0-0-0-0-0-0-2-20-14-S"})", "moves", "over"},
      {"/api/analyze", R"({"time":0})", "time", "1 to 60000"},
      {"/api/analyze", R"({"time":60001})", "time", "1 to 60000"},
      {"/api/analyze", R"({"depth":"x"})", "depth", "an integer"},
      {"/api/analyze", R"({"every":-1})", "every", "number"},
      {"/api/report", R"({"time":99999})", "time", "1 to 1000"},
      {"/api/report", R"({"nodes":3000001})", "nodes", "1 to 3000000"},
      {"/api/ogn/read", R"({})", "text", "is missing"},
      {"/api/ogn/read", R"({"text":"[Variant \"owari\"]\n1. E E"})", "text", "line 2, column 6"},
      {"/api/ogn/read", R"({"text":"[Variant \"x\"]\n[Rules \"/etc/passwd\"]"})", "text", "no game"},
      {"/api/ogn/write", R"({"records":[{"line":[{"move":"E"},{"move":"Z"}]}]})", "records[0].line[1].move",
       "not a move"},
      {"/api/ogn/write", R"({"records":[{"line":[{"variation":[]}]}]})", "records[0].line[0].variation",
       "needs a move"},
      {"/api/ogn/write", R"({"records":[{"tags":{"a b":"c"}}]})", "records[0].tags.a b", "letters"},
      {"/api/ogn/write", R"({"records":[3]})", "records[0]", "must be an object"},
  };
  for (const auto& [path, body, field, error] : cases) {
    SCOPED_TRACE(path + " " + body.substr(0, 100));
    const auto asked = ask(api, "POST", path, body);
    EXPECT_EQ(asked.status, 400u);
    EXPECT_EQ(asked.body["field"], field.empty() ? json() : json(field)) << asked.body;
    EXPECT_NE(asked.body["error"].get<std::string>().find(error), std::string::npos) << asked.body;
    EXPECT_EQ(asked.body["error"].get<std::string>().find('\n'), std::string::npos);
  }
}

TEST_F(ApiTest, RejectsUnknownPathsAndMethods) {
  EXPECT_EQ(ask(api, "GET", "/api/nothing", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/play", "").status, 405u);
  EXPECT_EQ(ask(api, "POST", "/api/games", "{}").status, 405u);
  EXPECT_EQ(std::get<Response>(api.handle({"DELETE", "/api/games", "", ""})).allow, "GET");
}

TEST(ApiGames, ListsRuleFilesOfFolder) {
  const auto folder = std::filesystem::temp_directory_path() / ("sow_games_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  write_text_file(folder / "fours.toml", "name = \"fours\"\ntitle = \"Fours\"\nextends = \"oware\"\n");
  write_text_file(folder / "bad.toml", "name = 4\n");
  ServerOptions options;
  options.games = folder;
  options.games_recheck = std::chrono::milliseconds(0);
  Api api(options);
  EXPECT_EQ(post(api, "/api/play", {{"game", "fours.toml"}}).body["id"], "fours.toml");
  EXPECT_EQ(post(api, "/api/play", {{"game", "fours.toml:pits=4,seeds=2"}}).body["position"]["diagram"],
            "2-2-2-2-2-2-2-2-0-0-S");
  EXPECT_EQ(post(api, "/api/play", {{"game", (folder / "fours.toml").string()}}).status, 400u);
  const auto games = ask(api, "GET", "/api/games", "").body;
  EXPECT_EQ(games["games"].back()["origin"], "file");
  ASSERT_EQ(games["broken"].size(), 1u);
  EXPECT_TRUE(games["broken"][0]["error"].get<std::string>().starts_with("bad.toml:1:")) << games["broken"];

  // A record of the game names its rule file.
  const auto written =
      post(api, "/api/ogn/write", {{"records", {{{"game", "fours.toml"}, {"line", {{{"move", "A"}}}}}}}});
  const auto read = post(api, "/api/ogn/read", {{"text", written.body["text"]}});
  EXPECT_EQ(read.body["records"][0]["game"], "fours.toml");

  write_text_file(folder / "new.toml", "name = \"new\"\ntitle = \"New\"\nextends = \"kalah\"\n");
  EXPECT_EQ(ask(api, "GET", "/api/games", "").body["games"].size(), games["games"].size() + 1);
  EXPECT_EQ(post(api, "/api/play", {{"game", "new.toml"}}).status, 200u);
  std::filesystem::remove_all(folder);
}

std::shared_ptr<const CachedBody> games_of(Api& api) {
  Reply reply = api.handle({"GET", "/api/games", "", ""});
  if (const auto* task = std::get_if<Task>(&reply)) {
    Job job;
    Engine engine;
    TaskContext context{job, engine, {}};
    reply = task->work(context);
  }
  return std::get<Response>(reply).cached;
}

TEST(ApiGames, AreBuiltOnce) {
  Api api{ServerOptions{}};
  const auto games = games_of(api);
  EXPECT_EQ(games_of(api), games);  // the same object
}

TEST(ApiGames, AreBuiltAgainIfTheFolderChanges) {
  const tests::TemporaryFolder folder;
  ServerOptions options;
  options.games = folder.path();
  options.games_recheck = std::chrono::milliseconds(0);
  Api api(options);
  const auto before = games_of(api);
  EXPECT_EQ(games_of(api), before);
  const std::filesystem::path file = std::filesystem::path(folder.path()) / "mine.toml";
  write_text_file(file, "name = \"mine\"\ntitle = \"Mine\"\nextends = \"oware\"\n");
  const auto added = games_of(api);
  EXPECT_NE(added->etag, before->etag);
  EXPECT_EQ(games_of(api), added);
  write_text_file(file, "name = \"mine\"\ntitle = \"My game\"\nextends = \"oware\"\n");
  EXPECT_NE(games_of(api)->etag, added->etag);
  std::filesystem::remove(file);
  EXPECT_EQ(games_of(api)->etag, before->etag);

  // Between two looks at the folder, requests are served from memory on the I/O thread.
  options.games_recheck = std::chrono::hours(1);
  Api patient(options);
  games_of(patient);
  EXPECT_TRUE(std::holds_alternative<Response>(patient.handle({"GET", "/api/games", "", ""})));
}

// Nothing that takes more than a millisecond runs on the I/O threads.
TEST(ApiThreads, ExpensiveRequestsRunOnWorkerThreads) {
  ServerOptions options;
  options.max_inline_time = std::chrono::hours(1);
  Api api(options);
  const auto runs_inline = [&](const std::string& path, const json& body) {
    return std::holds_alternative<Response>(api.handle({"POST", path, "", body.dump()}));
  };
  const auto many_moves = [](std::size_t count) {
    json moves = json::array();
    for (std::size_t i = 0; i < count; ++i) moves.push_back("A");
    return moves;
  };
  const std::size_t limit = ServerOptions().max_inline_moves;
  EXPECT_TRUE(std::holds_alternative<Response>(api.handle({"GET", "/api/games", "", ""})));
  for (const std::string path : {"/api/play", "/api/moves", "/api/round"}) {
    EXPECT_TRUE(runs_inline(path, {{"game", "oware"}})) << path;
    EXPECT_TRUE(runs_inline(path, {{"moves", many_moves(limit)}})) << path;
    EXPECT_FALSE(runs_inline(path, {{"moves", many_moves(limit + 1)}})) << path;
    EXPECT_FALSE(runs_inline(path, {{"position", std::string(5000, '-')}})) << path;
    EXPECT_FALSE(runs_inline(path, {{"rules", "name = \"mine\"\nextends = \"oware\"\n"}})) << path;
  }
  for (const std::string path :
       {"/api/game", "/api/ogn/read", "/api/ogn/write", "/api/lesson", "/api/hint", "/api/coach"})
    EXPECT_FALSE(runs_inline(path, {{"game", "oware"}})) << path;
}

// A request that looks cheap but is not is handed over, and gets the same response.
TEST(ApiThreads, RequestsThatTakeTooLongAreHandedOver) {
  ServerOptions patient, hasty;
  patient.max_inline_time = std::chrono::hours(1);
  hasty.max_inline_time = std::chrono::milliseconds(-1);
  Api at_once(patient), later(hasty);
  const json game = {{"game", "hus"}, {"moves", tests::first_moves("hus", 10)}};
  for (const char* path : {"/api/play", "/api/moves"}) {
    EXPECT_TRUE(std::holds_alternative<Response>(at_once.handle({"POST", path, "", game.dump()}))) << path;
    EXPECT_TRUE(std::holds_alternative<Task>(later.handle({"POST", path, "", game.dump()}))) << path;
    const auto expected = post(at_once, path, game), got = post(later, path, game);
    EXPECT_EQ(got.status, 200u) << path;
    EXPECT_EQ(got.body, expected.body) << path;
  }
  // An invalid request is not repeated.
  EXPECT_TRUE(std::holds_alternative<Response>(later.handle({"POST", "/api/play", "", R"({"position":"x"})"})));
}

json margin_at_depth_1(Api& api, const char* game) {
  return post(api, "/api/analyze", {{"game", game}, {"depth", 1}}).events.back().second["score"]["margin"];
}

TEST(ApiEvaluation, IsUsedOnlyForItsGame) {
  ServerOptions options;
  options.search.evaluation = {.file = "mine.network", .network = tests::constant_network(find_game("oware"), 5)};
  Api plain{ServerOptions{}}, api(options);
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(margin_at_depth_1(api, "oware:seeds=3"), -5);
  for (const char* other : {"hus", "kalah"})  // with another board, and with the same
    EXPECT_EQ(margin_at_depth_1(api, other), margin_at_depth_1(plain, other));
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(post(api, "/api/hint", {{"game", "oware"}}).status, 200u);
  // The network scores all moves the same, so the first one is chosen.
  const json choice = {{"game", "oware"}, {"player", "engine:depth=1"}};
  EXPECT_EQ(post(api, "/api/choose", choice).body["move"], "A");
  EXPECT_NE(post(plain, "/api/choose", choice).body["move"], "A");
}

// An evaluation that sow tune has saved next to the databases is used, and nothing is written there.
TEST(ApiEvaluation, LoadsTrainedEvaluationFromDatabaseFolder) {
  const tests::TemporaryFolder folder;
  ServerOptions options;
  options.search.database.folder = folder.path();
  const GameDef oware = find_game("oware");
  const std::filesystem::path file = network_paths(oware, options.search.database.folder).front();
  std::filesystem::create_directories(file.parent_path());
  write_text_file(file, network_text(*tests::constant_network(oware, 5), "always five seeds"));
  Api api(options);
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
  EXPECT_EQ(ask(api, "GET", "/api/db/oware", "").status, 404u);
}

TEST(ApiDatabase, ProbesPositions) {
  const auto folder = std::filesystem::temp_directory_path() / ("sow_databases_" + std::to_string(getpid()));
  build_database(Database(find_game("kalah"), folder), {.seeds = 4, .threads = 1, .stop = &never, .on_progress = {}});
  ServerOptions options;
  options.search.database.folder = folder;
  Api api(options);
  // F captures nothing and ends the game; so does E.
  const auto asked = ask(api, "GET", "/api/db/kalah?position=0-0-0-0-1-1-1-1-0-0-0-0-22-22-S", "");
  ASSERT_EQ(asked.status, 200u) << asked.body;
  EXPECT_EQ(asked.body["version"], 1);
  EXPECT_EQ(asked.body["game"], "kalah");
  EXPECT_EQ(asked.body["score"]["kind"], "exact");
  ASSERT_EQ(asked.body["moves"].size(), 2u);
  // The search agrees and finds the database by itself.
  const auto searched =
      post(api, "/api/analyze", {{"game", "kalah"}, {"position", asked.body["position"]}, {"time", 5000}});
  EXPECT_EQ(searched.events.back().second["score"], asked.body["score"]);

  const std::string query = "position=0-0-0-0-1-1-1-1-0-0-0-0-22-22-S";
  EXPECT_EQ(ask(api, "GET", "/api/db?game=kalah&" + query, "").body, asked.body);
  EXPECT_EQ(ask(api, "GET", "/api/db?" + query + "&game=kalah", "").body, asked.body);
  for (const std::string& wrong :
       std::initializer_list<std::string>{"", "?" + query, "?game=kalah&game=kalah", "?game=kalah&depth=3", "?=", "?&"})
    EXPECT_EQ(ask(api, "GET", "/api/db" + wrong, "").status, 400u) << wrong;
  EXPECT_EQ(ask(api, "GET", "/api/db?game=", "").status, 404u);

  EXPECT_EQ(ask(api, "GET", "/api/db/kalah", "").status, 404u);  // too many seeds
  EXPECT_EQ(ask(api, "GET", "/api/db/owari", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/chess", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/kalah%2Fempty-capture", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/kalah?position=x", "").body["field"], "position");
  // Requests with custom rules write nothing to disk.
  post(api, "/api/analyze", {{"rules", "name = \"mine\"\ntitle = \"Mine\"\nextends = \"owari\"\n"}, {"depth", 2}});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sow
