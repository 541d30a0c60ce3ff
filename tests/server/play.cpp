// The JSON of games and moves for the page, replayed seed by seed.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/text_file.h"
#include "board/notation.h"
#include "rules/catalog.h"
#include "support/ask_api.h"
#include "support/effort.h"

namespace sow {
namespace {

using nlohmann::json;

class Page : public testing::Test {
 protected:
  Api api{ServerOptions{}};
};

// A board that replays events as the page does.
struct Board {
  std::map<std::string, int> pits;
  std::map<std::string, int> stores;
  std::map<std::string, json> owners;
  int hand = 0;

  explicit Board(const json& position) {
    for (const std::string player : {"S", "N"}) {
      char letter = player == "S" ? 'A' : 'a';
      for (std::size_t i = 0; i < position["pits"][player].size(); ++i, ++letter) {
        pits[std::string(1, letter)] = position["pits"][player][i];
        if (position.contains("owned")) owners[std::string(1, letter)] = position["owned"][player][i];
      }
      stores[player] = position["stores"][player];
    }
  }
  bool operator==(const Board&) const = default;

  void replay(const json& turn) {
    const bool exchanges = turn["trace"][0].value("seeds", 1) == 0;  // an opening that moves single seeds
    for (const auto& event : turn["trace"]) {
      const std::string what = event["do"], at = event.value("at", "");
      int& hole = at == "store" ? stores[turn["mover"]] : pits[at.empty() ? "A" : at];
      if (what == "drop") {
        ++hole;
        --hand;
      } else if (what == "lift" || what == "join") {
        const int seeds = event["seeds"];
        EXPECT_EQ(seeds, exchanges ? std::min(seeds, 1) : hole);
        hand += seeds;
        hole -= seeds;
      } else if (what == "own") {
        owners[at] = turn["mover"];
      } else if (event.contains("seeds")) {
        const int seeds = event["seeds"];
        hole -= seeds;
        EXPECT_GE(hole, 0);
        if (what == "capture" || what == "collect")
          stores[turn["mover"]] += seeds;
        else if (what == "give")
          stores[turn["mover"] == "S" ? "N" : "S"] += seeds;
        else
          EXPECT_EQ(what, "remove");
      }
    }
    EXPECT_EQ(hand, 0);
  }
};

// The built-in games, and test rules for features that no built-in game has.
std::vector<json> every_game() {
  std::vector<json> games;
  for (const auto& name : builtin_names()) games.push_back({{"game", name}});
  for (const std::string name :
       {"few_owner", "keep", "opening_tuz", "pass_mover", "reverse_capture", "split", "three_rows", "tuz", "two"})
    games.push_back({{"rules", read_text_file(SOW_TEST_DATA "/rules/" + name + ".toml")}});
  return games;
}

TEST_F(Page, TracesReplayToPositionInEveryGame) {
  std::mt19937 random(1);
  for (const json& game : every_game()) {
    SCOPED_TRACE(game);
    json moves = json::array();
    for (int ply = 0; ply < (tests::thorough ? 12 : 2); ++ply) {
      json request = game;
      request["moves"] = moves;
      const auto asked = post(api, "/api/play", request);
      ASSERT_EQ(asked.status, 200u) << asked.body;
      const json& answer = asked.body;
      Board now(answer["start"]);
      for (const auto& turn : answer["history"]) {
        now.replay(turn);
        EXPECT_EQ(now, Board(turn["after"]));
      }
      EXPECT_EQ(now, Board(answer["position"]));
      for (const auto& turn : answer["legal"]) {
        Board after(answer["position"]);
        after.replay(turn);
        EXPECT_EQ(after, Board(turn["after"])) << turn;
        EXPECT_EQ(turn["last"], [&] {
          json last;
          for (const auto& event : turn["trace"])
            if (event["do"] == "drop") last = event["at"];
          return last;
        }());
      }
      if (answer["legal"].empty()) {
        EXPECT_FALSE(answer["ending"].is_null());
        break;
      }
      moves.push_back(answer["legal"][random() % answer["legal"].size()]["move"]);
    }
  }
}

TEST_F(Page, AcceptsRoundListAndReturnsAllForms) {
  const auto asked = post(api, "/api/play", {{"position", "(3 3 3 3 0 4 1 4 3 3 3 3 3 0) N"}});
  const json wanted = {{"diagram", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N"},
                       {"mover", "N"},
                       {"pits", {{"S", {3, 3, 3, 3, 0, 4}}, {"N", {4, 3, 3, 3, 3, 3}}}},
                       {"stores", {{"S", 1}, {"N", 0}}}};
  EXPECT_EQ(asked.body["position"], wanted);
  EXPECT_EQ(asked.body["start"], wanted);
  EXPECT_EQ(asked.body["version"], 1);
  EXPECT_EQ(asked.body["id"], "owari");
  EXPECT_EQ(asked.body["game"], "owari");
  EXPECT_EQ(asked.body["title"], "Owari");
}

TEST_F(Page, ReturnsRequestedDetail) {
  const json request = {{"moves", {"E"}}, {"legal", "brief"}, {"history", "none"}};
  const auto asked = post(api, "/api/play", request);
  EXPECT_FALSE(asked.body.contains("history"));
  ASSERT_EQ(asked.body["legal"].size(), 6u);
  EXPECT_FALSE(asked.body["legal"][0].contains("trace"));
  EXPECT_EQ(asked.body["legal"][0]["after"]["mover"], "S");
}

TEST_F(Page, LetsPlayersPlayOnAfterARepetition) {
  json request = {{"game", "oware"}, {"position", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"}};
  for (const char move : std::string("AaBbCcDdEeFf")) request["moves"].push_back(std::string(1, move));
  auto asked = post(api, "/api/play", request);
  EXPECT_EQ(asked.body["ending"]["reason"], "repetition");
  EXPECT_EQ(asked.body["ending"]["may_play_on"], true);
  EXPECT_TRUE(asked.body["legal"].empty());

  request["play_on"] = true;
  asked = post(api, "/api/play", request);
  EXPECT_TRUE(asked.body["ending"].is_null());
  EXPECT_EQ(asked.body["legal"].size(), 1u);
  request["game"] = "awari/solved";
  asked = post(api, "/api/play", request);
  EXPECT_EQ(asked.status, 400u);
  EXPECT_EQ(asked.body["field"], "play_on");
}

TEST_F(Page, ReportsEndingAndIllegalMoves) {
  auto asked = post(api, "/api/play", {{"position", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S"}, {"moves", {"F"}}});
  EXPECT_EQ(asked.body["ending"], json({{"reason", "side-empty"},
                                        {"result", {{"S", 21}, {"N", 15}}},
                                        {"winner", "S"},
                                        {"side", "S"},
                                        {"count", 0},
                                        {"may_play_on", false}}));
  EXPECT_TRUE(asked.body["legal"].empty());
  EXPECT_TRUE(asked.body["illegal"].empty());

  asked = post(api, "/api/play", {{"moves", {"E"}}, {"resigned", "N"}});
  EXPECT_EQ(asked.body["ending"]["reason"], "resigned");
  EXPECT_EQ(asked.body["ending"]["winner"], "S");
  EXPECT_EQ(asked.body["ending"]["side"], "N");
  asked = post(api, "/api/play", {{"moves", {"E"}}, {"resigned", "S"}, {"reason", "time"}});
  EXPECT_EQ(asked.body["ending"]["reason"], "time");
  EXPECT_EQ(asked.body["ending"]["winner"], "N");
  asked = post(api, "/api/play", {{"moves", {"E"}}, {"reason", "agreement"}});
  EXPECT_EQ(asked.body["ending"]["reason"], "agreement");
  EXPECT_EQ(asked.body["ending"]["winner"], nullptr);
  for (const json& wrong : {json{{"reason", "time"}}, json{{"reason", "agreement"}, {"resigned", "S"}},
                            json{{"reason", "stuck"}, {"resigned", "S"}}}) {
    asked = post(api, "/api/play", wrong);
    EXPECT_EQ(asked.status, 400u) << wrong;
    EXPECT_EQ(asked.body["field"], "reason");
  }

  asked = post(api, "/api/play", {{"game", "oware"}, {"position", "1-0-0-0-0-3-0-0-0-0-0-0-20-24-S"}});
  ASSERT_EQ(asked.body["illegal"].size(), 1u) << asked.body;
  EXPECT_EQ(asked.body["illegal"][0], json({{"move", "A"}, {"reason", "starves"}, {"rule", nullptr}}));
}

// In games with a choice of direction, both moves of each pit are either legal or explained.
TEST_F(Page, ListsBothDirections) {
  const json request = {{"rules", read_text_file(SOW_TEST_DATA "/rules/reverse_capture_two.toml")}};
  const json answer = post(api, "/api/play", request).body;
  std::multiset<std::string> moves, wanted;
  for (const char* list : {"legal", "illegal"})
    for (const auto& turn : answer[list]) moves.insert(turn["move"]);
  for (std::size_t i = 0; i < answer["position"]["pits"]["S"].size(); ++i)
    for (const char sign : {'<', '>'}) wanted.insert({static_cast<char>('A' + i), sign});
  EXPECT_EQ(moves, wanted);
  EXPECT_FALSE(answer["illegal"].empty());
}

TEST_F(Page, PlaysCustomRules) {
  const std::string toml = "name = \"mine\"\ntitle = \"Mine\"\nextends = \"kalah\"\n[setup]\nseeds = 3\n";
  auto asked = post(api, "/api/play", {{"rules", toml}, {"moves", {"D"}}});
  ASSERT_EQ(asked.status, 200u) << asked.body;
  EXPECT_EQ(asked.body["id"], nullptr);
  EXPECT_EQ(asked.body["game"], "mine");
  EXPECT_EQ(asked.body["title"], "Mine");
  EXPECT_TRUE(asked.body["history"][0]["again"]);

  asked = post(api, "/api/game", {{"rules", toml}});
  EXPECT_EQ(asked.body["origin"], "request");
  EXPECT_EQ(asked.body["seeds"], 36);

  asked = post(api, "/api/game", {{"game", "kalah:pits=4,seeds=2"}});
  EXPECT_EQ(asked.body["id"], "kalah:pits=4,seeds=2");
  EXPECT_EQ(asked.body["family"], "kalah");
  EXPECT_EQ(asked.body["region"], "United States");
  EXPECT_EQ(asked.body["layout"], json({{"d", "c", "b", "a"}, {"A", "B", "C", "D"}}));
}

TEST_F(Page, CatalogDescribesEveryGame) {
  const auto asked = ask(api, "GET", "/api/games", "");
  const json& answer = asked.body;
  ASSERT_EQ(answer["games"].size(), builtin_names().size());
  for (const auto& game : answer["games"]) {
    SCOPED_TRACE(game["id"]);
    const GameDef def = find_game(game["id"]);
    EXPECT_EQ(game["start"]["diagram"], diagram(def.rules, start_position(def.rules)));
    EXPECT_EQ(parse_game(game["toml"].get<std::string>(), "", find_game).rules, def.rules);
    EXPECT_EQ(game["layout"].size(), static_cast<std::size_t>(def.rules.rows));
    EXPECT_EQ(game["labels"].size(), 2u * static_cast<unsigned>(def.rules.pits_per_player()));
    for (const auto& rule : game["sentences"]) {
      EXPECT_FALSE(rule["topics"].empty());
      EXPECT_TRUE(rule["text"].get<std::string>().ends_with('.')) << rule;
    }
  }
  const auto kalah = std::find_if(answer["games"].begin(), answer["games"].end(),
                                  [](const json& game) { return game["id"] == "kalah"; });
  EXPECT_EQ((*kalah)["variants"], json({"kalah", "kalah/empty-capture"}));
  EXPECT_EQ(answer["default_game"], "owari");
  EXPECT_EQ(answer["default_players"], json({{"S", "human"}, {"N", "engine:level=2"}}));
  const auto engine = std::find_if(answer["player_kinds"].begin(), answer["player_kinds"].end(),
                                   [](const json& player) { return player["name"] == "engine"; });
  ASSERT_NE(engine, answer["player_kinds"].end());
  EXPECT_EQ((*engine)["options"][0]["name"], "level");
  EXPECT_EQ((*engine)["options"][0]["max"], 10);
  EXPECT_EQ((*engine)["options"][0]["default"], 10);
  EXPECT_EQ((*engine)["options"][1], json({{"name", "depth"},
                                           {"help", "maximum search depth in plies"},
                                           {"min", 1},
                                           {"max", 60},
                                           {"default", nullptr}}));
}

TEST_F(Page, PlaysSuccessiveRounds) {
  const json round = {{"game", "bosh:round=1"}, {"position", "0-0-0-0-0-0-0-0-0-1-18-21-S"}};
  const json answer = post(api, "/api/round", round).body;
  EXPECT_EQ(answer["seeds"], (json{{"S", 18}, {"N", 22}}));
  EXPECT_EQ(answer["pits"], (json{{"S", 4}, {"N", 5}}));
  EXPECT_EQ(answer["next"], (json{{"game", "bosh:round=2,closed=A"},
                                  {"position", "0-4-4-4-4-4-4-4-4-4-2-2-N"},
                                  {"round", 2},
                                  {"mover", "N"},
                                  {"stores", {{"S", 2}, {"N", 2}}},
                                  {"closed", {"A"}}}));
  EXPECT_EQ(answer["refill"], "own");
  EXPECT_EQ(answer["each"], 4);
  const json game = post(api, "/api/game", {{"game", answer["next"]["game"]}}).body;
  EXPECT_EQ(game["closed"], json({"A"}));
  EXPECT_EQ(game["title"], "Bosh, round 2");
  EXPECT_EQ(answer["rounds_won"], (json{{"S", 0}, {"N", 0}}));
  const json set = {{"game", "mangala:round=2,won=1-0"}, {"resigned", "N"}};
  const json after = post(api, "/api/round", set).body;
  EXPECT_EQ(after["rounds_won"], (json{{"S", 2}, {"N", 0}}));
  EXPECT_EQ(after["refill"], "anew");
  EXPECT_EQ(after["next"]["game"], "mangala:round=3,won=2-0");
  EXPECT_EQ(after["next"]["position"], "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N");
  json last = round;
  last["max_rounds"] = 1;
  EXPECT_EQ(post(api, "/api/round", last).body["next"], nullptr);
  EXPECT_EQ(post(api, "/api/round", {{"game", "bosh:round=1"}}).body["field"], "moves");
  EXPECT_EQ(post(api, "/api/round", {{"game", "kalah"}}).body["field"], "game");
  EXPECT_EQ(post(api, "/api/game", {{"game", "bosh"}}).body["first_round"], "bosh:round=1");
  EXPECT_EQ(post(api, "/api/game", {{"game", "kalah"}}).body["first_round"], nullptr);
}

}  // namespace
}  // namespace sow
