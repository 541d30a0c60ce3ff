// The questions beyond the rules, and what is said to wrong ones.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/text_file.h"
#include "db/database.h"
#include "rules/catalog.h"
#include "search/network_file.h"
#include "support/ask_api.h"
#include "support/constant_network.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using nlohmann::json;

class ApiTest : public testing::Test {
 protected:
  Api api{ServerOptions{}};
};

TEST_F(ApiTest, EveryPlayerChooses) {
  for (const char* who :
       {"random", "greedy", "cautious", "spoiler", "engine:level=1", "engine:depth=4", "minimax:depth=3"})
    for (const char* game : {"owari", "hus"}) {
      const json request = {{"game", game}, {"who", who}, {"seed", 7}};
      const auto once = post(api, "/api/choose", request), again = post(api, "/api/choose", request);
      ASSERT_EQ(once.status, 200u) << once.body;
      EXPECT_EQ(once.body["move"], again.body["move"]) << who;
      EXPECT_EQ(post(api, "/api/play", {{"game", game}, {"moves", {once.body["move"]}}}).status, 200u);
    }
}

// A player told how deep to look ends by itself, before the queue would stop it.
TEST(ApiPlayers, EndInTime) {
  ServerOptions options;
  options.choice = std::chrono::milliseconds(400);
  Api api(options);
  EXPECT_EQ(post(api, "/api/choose", {{"game", "oware"}, {"who", "engine:depth=60,threads=99"}}).status, 200u);
}

TEST_F(ApiTest, HintsAndThreats) {
  const std::string position = "0-0-0-0-0-2-0-1-0-0-0-0-10-10-S";
  const auto hint = post(api, "/api/hint", {{"position", position}});
  ASSERT_EQ(hint.status, 200u) << hint.body;
  EXPECT_EQ(hint.body["move"], "F");
  EXPECT_TRUE(hint.body["text"].get<std::string>().starts_with("F5: ")) << hint.body;
  const auto threat = post(api, "/api/hint", {{"position", position}, {"threat", true}});
  EXPECT_EQ(threat.body["move"], "b");
  EXPECT_EQ(threat.body["analysis"]["mover"], "N");
}

TEST_F(ApiTest, TellsABotWhatItMayPlay) {
  const auto begun = post(api, "/api/moves", {{"game", "oware"}, {"moves", {"F"}}});
  EXPECT_EQ(begun.body, json::parse(R"({"version":1,"position":"4-4-4-4-4-0-5-5-5-5-4-4-0-0-N","mover":"N",
                                        "legal":["a","b","c","d","e","f"],"over":null})"));
  const auto over = post(api, "/api/moves", {{"resigned", "S"}});
  EXPECT_EQ(over.body["legal"], json::array());
  EXPECT_EQ(over.body["over"], json::parse(R"({"reason":"resigned","seeds":[0,36]})"));
  EXPECT_EQ(post(api, "/api/moves", {{"depth", 3}}).status, 400u);
}

TEST_F(ApiTest, AFinishedGameHasItsResult) {
  const auto asked = post(api, "/api/analyze", {{"position", "0-0-0-0-0-0-1-0-0-0-0-0-20-15-S"}});
  const json& last = asked.events.back().second;
  EXPECT_EQ(last["score"], json::parse(R"({"margin":-1,"kind":"exact","low":-1,"high":-1,"wdl":"win"})"));
  EXPECT_EQ(last["moves"], json::array());
}

TEST_F(ApiTest, AnalysesEndWithAFinalOne) {
  const auto asked = post(api, "/api/analyze", {{"game", "kalah:pits=3,seeds=2"}, {"time", 5000}, {"every", 0}});
  ASSERT_FALSE(asked.events.empty());
  for (const auto& [event, data] : asked.events) {
    EXPECT_EQ(event, "analysis");
    EXPECT_EQ(data["final"], &data == &asked.events.back().second);
  }
  const json& last = asked.events.back().second;
  EXPECT_EQ(last["ended"], "complete");
  EXPECT_EQ(last["score"]["kind"], "exact");
  EXPECT_EQ(last["moves"].size(), 3u);
  EXPECT_EQ(post(api, "/api/analyze", {{"depth", 2}, {"time", 5000}}).events.back().second["ended"], "depth");
}

TEST_F(ApiTest, ReportsOnAGame) {
  // South's second move gives away what the first had prepared.
  const json moves = {"E", "b", "F", "e", "A"};
  const auto asked = post(api, "/api/report", {{"moves", moves}, {"time", 20}});
  ASSERT_EQ(asked.events.size(), moves.size() + 1);
  int blamed = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& [event, data] = asked.events[i];
    EXPECT_EQ(event, "ply");
    EXPECT_EQ(data["ply"], i);
    EXPECT_EQ(data["move"], moves[i]);
    EXPECT_GE(data["loss"].get<double>(), 0);
    EXPECT_EQ(data["best"] == data["move"], data["loss"] == 0 && data["score"] == data["played"]);
    blamed += data["mark"].is_null() ? 0 : 1;
  }
  const auto& [event, report] = asked.events.back();
  EXPECT_EQ(event, "report");
  EXPECT_EQ(report["thresholds"], json({{"inaccuracy", 1}, {"mistake", 2}, {"blunder", 4}}));
  EXPECT_EQ(report["players"]["S"]["moves"], 3);
  int counted = 0;
  for (const char* player : {"S", "N"})
    for (const char* mark : {"inaccuracy", "mistake", "blunder"}) counted += report["players"][player][mark].get<int>();
  EXPECT_EQ(counted, blamed);
}

TEST_F(ApiTest, RecordsGoToJsonAndBack) {
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
  // Everything that was read may be sent back.
  ASSERT_EQ(written.status, 200u) << written.body;
  EXPECT_EQ(written.body["text"], ogn);
}

TEST_F(ApiTest, RecordsKnowResignationsAndOwnGames) {
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

struct Wrong {
  std::string path, body, field, error;
};

TEST_F(ApiTest, WrongRequestsNameTheField) {
  const std::string deep = std::string(100'000, '[');
  const Wrong cases[] = {
      {"/api/play", "", "", "not JSON"},
      {"/api/play", "{\"game\":\"owari\"", "", "not JSON"},
      {"/api/play", "[]", "", "a request is a JSON object"},
      {"/api/play", deep, "", "nested too deep"},
      {"/api/play", "{\"game\":\"\xff\"}", "", "not JSON"},
      {"/api/play", R"({"game":"\ud800"})", "", "not JSON"},
      {"/api/play", R"({"game":7})", "game", "is a text"},
      {"/api/play", R"({"game":"chess"})", "game", "no game 'chess'"},
      {"/api/play", R"({"game":"/etc/passwd"})", "game", "no game"},
      {"/api/play", R"({"game":"../games/kalah.toml"})", "game", "no game"},
      {"/api/play", R"({"game":"games/kalah.toml:pits=3"})", "game", "no game"},
      {"/api/play", R"({"game":"kalah:pits=99"})", "game", ""},
      {"/api/play", R"({"rules":"name = 3"})", "rules", "line 1"},
      {"/api/play", R"({"rules":"name=\"a\"\nextends=\"/etc/passwd\""})", "rules", ""},
      {"/api/play", R"({"rules":"name=\"a\"\nextends=\"kalah\"\n[end]\nlaps=9999"})", "rules", "laps"},
      {"/api/play", R"({"rules":"","game":"owari"})", "rules", "exclude"},
      {"/api/play", R"({"position":"1-2-3"})", "position", "fields"},
      {"/api/play", R"({"moves":"E"})", "moves", "is a list"},
      {"/api/play", R"({"moves":["E",3]})", "moves[1]", "is a text"},
      {"/api/play", R"({"moves":["E","E"]})", "moves[1]", "E is South's pit"},
      {"/api/play", R"({"moves":["E","b","E"]})", "moves[2]", "E4 is empty"},
      {"/api/play", R"({"resigned":"X"})", "resigned", "is \"S\" or \"N\""},
      {"/api/play", R"({"legal":"some"})", "legal", "full"},
      {"/api/play", R"({"mvoes":[]})", "mvoes", "no field"},
      {"/api/choose", R"({})", "who", "is missing"},
      {"/api/choose", R"({"who":"human"})", "who", "person"},
      {"/api/choose", R"({"who":"uci:/bin/sh"})", "who", ""},
      {"/api/choose", R"({"who":"engine:level=11"})", "who", "1 to 10"},
      {"/api/choose", R"({"who":"random","seed":-1})", "seed", "whole number"},
      {"/api/choose", R"({"who":"random","seed":1.5})", "seed", "whole number"},
      {"/api/choose", R"({"who":"random","seed":99999999999999999999})", "seed", "whole number"},
      {"/api/choose", R"({"who":"random","position":"0-0-0-0-0-0-0-0-0-0-0-2-20-14-S"})", "moves", "over"},
      {"/api/analyze", R"({"time":0})", "time", "1 to 60000"},
      {"/api/analyze", R"({"time":60001})", "time", "1 to 60000"},
      {"/api/analyze", R"({"depth":"x"})", "depth", "whole number"},
      {"/api/analyze", R"({"every":-1})", "every", "number"},
      {"/api/report", R"({"time":99999})", "time", "1 to 1000"},
      {"/api/ogn/read", R"({})", "text", "is missing"},
      {"/api/ogn/read", R"({"text":"[Variant \"owari\"]\n1. E E"})", "text", "line 2, column 6"},
      {"/api/ogn/read", R"({"text":"[Variant \"x\"]\n[Rules \"/etc/passwd\"]"})", "text", "no game"},
      {"/api/ogn/write", R"({"records":[{"line":[{"move":"E"},{"move":"Z"}]}]})", "records[0].line[1].move",
       "not a move"},
      {"/api/ogn/write", R"({"records":[{"line":[{"variation":[]}]}]})", "records[0].line[0].variation",
       "needs a move"},
      {"/api/ogn/write", R"({"records":[{"tags":{"a b":"c"}}]})", "records[0].tags.a b", "letters"},
      {"/api/ogn/write", R"({"records":[3]})", "records[0]", "is an object"},
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

TEST_F(ApiTest, WrongPathsAndMethods) {
  EXPECT_EQ(ask(api, "GET", "/api/nothing", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/play", "").status, 405u);
  EXPECT_EQ(ask(api, "POST", "/api/games", "{}").status, 405u);
  EXPECT_EQ(std::get<Answer>(api.handle({"DELETE", "/api/games", "", ""})).allow, "GET");
}

TEST(ApiGames, ThoseOfAFolderAreThereToo) {
  const auto folder = std::filesystem::temp_directory_path() / ("sow_games_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  write_text_file(folder / "fours.toml", "name = \"fours\"\ntitle = \"Fours\"\nextends = \"oware\"\n");
  write_text_file(folder / "bad.toml", "name = 4\n");
  ServerOptions options;
  options.games = folder;
  Api api(options);
  EXPECT_EQ(post(api, "/api/play", {{"game", "fours.toml"}}).body["game"]["id"], "fours.toml");
  EXPECT_EQ(post(api, "/api/play", {{"game", "fours.toml:pits=4,seeds=2"}}).body["position"]["diagram"],
            "2-2-2-2-2-2-2-2-0-0-S");
  EXPECT_EQ(post(api, "/api/play", {{"game", (folder / "fours.toml").string()}}).status, 400u);
  const auto games = ask(api, "GET", "/api/games", "").body;
  EXPECT_EQ(games["games"].back()["origin"], "file");
  ASSERT_EQ(games["broken"].size(), 1u);
  EXPECT_TRUE(games["broken"][0]["error"].get<std::string>().starts_with("bad.toml:1:")) << games["broken"];

  // The record of such a game names its file.
  const auto written =
      post(api, "/api/ogn/write", {{"records", {{{"game", "fours.toml"}, {"line", {{{"move", "A"}}}}}}}});
  const auto read = post(api, "/api/ogn/read", {{"text", written.body["text"]}});
  EXPECT_EQ(read.body["records"][0]["game"], "fours.toml");

  write_text_file(folder / "new.toml", "name = \"new\"\ntitle = \"New\"\nextends = \"kalah\"\n");
  EXPECT_EQ(ask(api, "GET", "/api/games", "").body["games"].size(), games["games"].size() + 1);
  EXPECT_EQ(post(api, "/api/play", {{"game", "new.toml"}}).status, 200u);
  std::filesystem::remove_all(folder);
}

json margin_at_depth_1(Api& api, const char* game) {
  return post(api, "/api/analyze", {{"game", game}, {"depth", 1}}).events.back().second["score"]["margin"];
}

TEST(ApiEvaluation, ServesTheGameThatItLearnt) {
  ServerOptions options;
  options.evaluation = {.file = "mine.network", .network = tests::constant_network(find_game("oware"), 5)};
  Api plain{ServerOptions{}}, api(options);
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(margin_at_depth_1(api, "oware:seeds=3"), -5);
  for (const char* other : {"hus", "kalah"})  // another board, and the same
    EXPECT_EQ(margin_at_depth_1(api, other), margin_at_depth_1(plain, other));
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(post(api, "/api/hint", {{"game", "oware"}}).status, 200u);
  // All moves are worth the same to it, so the first is as good as any.
  const json choice = {{"game", "oware"}, {"who", "engine:depth=1"}};
  EXPECT_EQ(post(api, "/api/choose", choice).body["move"], "A");
  EXPECT_NE(post(plain, "/api/choose", choice).body["move"], "A");
}

// What sow tune has written beside the databases is used on the page as well; nothing is written there.
TEST(ApiEvaluation, OneThatWasLearntIsFound) {
  const tests::TemporaryFolder folder;
  ServerOptions options;
  options.databases = folder.path();
  const GameDef oware = find_game("oware");
  const std::filesystem::path file = network_paths(oware, options.databases).front();
  std::filesystem::create_directories(file.parent_path());
  write_text_file(file, network_text(*tests::constant_network(oware, 5), "always five seeds"));
  Api api(options);
  EXPECT_EQ(margin_at_depth_1(api, "oware"), -5);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
  EXPECT_EQ(ask(api, "GET", "/api/db/oware", "").status, 404u);
}

TEST(ApiDatabase, TellsWhatItHolds) {
  const auto folder = std::filesystem::temp_directory_path() / ("sow_databases_" + std::to_string(getpid()));
  build_database(Database(find_game("kalah"), folder), {.seeds = 4, .threads = 1, .stop = &never, .on_progress = {}});
  ServerOptions options;
  options.databases = folder;
  Api api(options);
  // F captures nothing and ends the game; so does the other.
  const auto asked = ask(api, "GET", "/api/db/kalah?position=0-0-0-0-1-1-1-1-0-0-0-0-22-22-S", "");
  ASSERT_EQ(asked.status, 200u) << asked.body;
  EXPECT_EQ(asked.body["version"], 1);
  EXPECT_EQ(asked.body["game"], "kalah");
  EXPECT_EQ(asked.body["score"]["kind"], "exact");
  ASSERT_EQ(asked.body["moves"].size(), 2u);
  // The search agrees, and finds the database by itself.
  const auto searched =
      post(api, "/api/analyze", {{"game", "kalah"}, {"position", asked.body["position"]}, {"time", 5000}});
  EXPECT_EQ(searched.events.back().second["score"], asked.body["score"]);

  EXPECT_EQ(ask(api, "GET", "/api/db/kalah", "").status, 404u);  // too many seeds
  EXPECT_EQ(ask(api, "GET", "/api/db/owari", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/chess", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/kalah%2Fempty-capture", "").status, 404u);
  EXPECT_EQ(ask(api, "GET", "/api/db/kalah?position=x", "").body["field"], "position");
  // Whoever sends rules leaves nothing on the disk.
  post(api, "/api/analyze", {{"rules", "name = \"mine\"\ntitle = \"Mine\"\nextends = \"owari\"\n"}, {"depth", 2}});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sow
