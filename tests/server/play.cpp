// What the page is told about games and moves, followed drop by drop.
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

// A board that follows events as the page does.
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

  void follow(const json& turn) {
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

// The built-in games, and those that show what the others have not.
std::vector<json> every_game() {
  std::vector<json> games;
  for (const auto& name : builtin_names()) games.push_back({{"game", name}});
  for (const std::string name :
       {"few_owner", "keep", "opening_tuz", "pass_mover", "reverse_capture", "split", "three_rows", "tuz", "two"})
    games.push_back({{"rules", read_text_file(SOW_TEST_DATA "/rules/" + name + ".toml")}});
  return games;
}

TEST_F(Page, IsToldEveryDropOfEveryGame) {
  std::mt19937 dice(1);
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
        now.follow(turn);
        EXPECT_EQ(now, Board(turn["after"]));
      }
      EXPECT_EQ(now, Board(answer["position"]));
      for (const auto& turn : answer["legal"]) {
        Board after(answer["position"]);
        after.follow(turn);
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
      moves.push_back(answer["legal"][dice() % answer["legal"].size()]["move"]);
    }
  }
}

TEST_F(Page, KnowsThePositionInAllItsForms) {
  const auto asked = post(api, "/api/play", {{"position", "(3 3 3 3 0 4 1 4 3 3 3 3 3 0) N"}});
  const json wanted = {{"diagram", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N"},
                       {"mover", "N"},
                       {"pits", {{"S", {3, 3, 3, 3, 0, 4}}, {"N", {4, 3, 3, 3, 3, 3}}}},
                       {"stores", {{"S", 1}, {"N", 0}}}};
  EXPECT_EQ(asked.body["position"], wanted);
  EXPECT_EQ(asked.body["start"], wanted);
  EXPECT_EQ(asked.body["version"], 1);
  EXPECT_EQ(asked.body["game"], json({{"id", "owari"}, {"name", "owari"}, {"title", "Owari"}}));
}

TEST_F(Page, GetsAsMuchAsItAsksFor) {
  const json request = {{"moves", {"E"}}, {"legal", "brief"}, {"history", "none"}};
  const auto asked = post(api, "/api/play", request);
  EXPECT_FALSE(asked.body.contains("history"));
  ASSERT_EQ(asked.body["legal"].size(), 6u);
  EXPECT_FALSE(asked.body["legal"][0].contains("trace"));
  EXPECT_EQ(asked.body["legal"][0]["after"]["mover"], "S");
}

TEST_F(Page, HearsAboutTheEndAndWhatCannotBePlayed) {
  auto asked = post(api, "/api/play", {{"position", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S"}, {"moves", {"F"}}});
  EXPECT_EQ(asked.body["ending"], json({{"reason", "side-empty"},
                                        {"result", {{"S", 21}, {"N", 15}}},
                                        {"winner", "S"},
                                        {"text", "The game is over: South's pits are empty. South wins 21 to 15."}}));
  EXPECT_TRUE(asked.body["legal"].empty());
  EXPECT_TRUE(asked.body["illegal"].empty());

  asked = post(api, "/api/play", {{"moves", {"E"}}, {"resigned", "N"}});
  EXPECT_EQ(asked.body["ending"]["reason"], "resigned");
  EXPECT_EQ(asked.body["ending"]["winner"], "S");

  asked = post(api, "/api/play", {{"game", "oware"}, {"position", "1-0-0-0-0-3-0-0-0-0-0-0-20-24-S"}});
  ASSERT_EQ(asked.body["illegal"].size(), 1u) << asked.body;
  EXPECT_EQ(asked.body["illegal"][0], json({{"move", "A"}, {"text", "A0 would leave North without a seed"}}));
}

// Where a pit can be sown either way, each move that cannot be played is told why.
TEST_F(Page, HearsAboutBothDirections) {
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

TEST_F(Page, PlaysGamesOfItsOwn) {
  const std::string toml = "name = \"mine\"\ntitle = \"Mine\"\nextends = \"kalah\"\n[setup]\nseeds = 3\n";
  auto asked = post(api, "/api/play", {{"rules", toml}, {"moves", {"D"}}});
  ASSERT_EQ(asked.status, 200u) << asked.body;
  EXPECT_EQ(asked.body["game"], json({{"id", nullptr}, {"name", "mine"}, {"title", "Mine"}}));
  EXPECT_TRUE(asked.body["history"][0]["again"]);

  asked = post(api, "/api/game", {{"rules", toml}});
  EXPECT_EQ(asked.body["game"]["origin"], "request");
  EXPECT_EQ(asked.body["game"]["seeds"], 36);

  asked = post(api, "/api/game", {{"game", "kalah:pits=4,seeds=2"}});
  EXPECT_EQ(asked.body["game"]["id"], "kalah:pits=4,seeds=2");
  EXPECT_EQ(asked.body["game"]["family"], "kalah");
  EXPECT_EQ(asked.body["game"]["region"], "United States");
  EXPECT_EQ(asked.body["game"]["layout"], json({{"d", "c", "b", "a"}, {"A", "B", "C", "D"}}));
}

TEST_F(Page, NeedsNoFactOfItsOwn) {
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
    for (const auto& sentence : game["text"]) EXPECT_TRUE(sentence.get<std::string>().ends_with('.')) << sentence;
  }
  const auto kalah = std::find_if(answer["games"].begin(), answer["games"].end(),
                                  [](const json& game) { return game["id"] == "kalah"; });
  EXPECT_EQ((*kalah)["variants"], json({"kalah", "kalah/empty-capture"}));
  EXPECT_EQ(answer["default"], "owari");
  EXPECT_EQ(answer["defaults"], json({{"S", "human"}, {"N", "engine:level=2"}}));
  const auto engine = std::find_if(answer["players"].begin(), answer["players"].end(),
                                   [](const json& player) { return player["name"] == "engine"; });
  ASSERT_NE(engine, answer["players"].end());
  EXPECT_EQ((*engine)["options"][0]["name"], "level");
  EXPECT_EQ((*engine)["options"][0]["most"], 10);
  EXPECT_EQ((*engine)["options"][0]["default"], 10);
  EXPECT_EQ((*engine)["options"][1], json({{"name", "depth"},
                                           {"help", "plies to look ahead at most"},
                                           {"least", 1},
                                           {"most", 60},
                                           {"default", nullptr}}));
}

TEST_F(Page, RoundsFollowEachOther) {
  const json round = {{"game", "bosh:round=1"}, {"position", "0-0-0-0-0-0-0-0-0-1-18-21-S"}};
  const json answer = post(api, "/api/round", round).body;
  EXPECT_EQ(answer["seeds"], (json{{"S", 18}, {"N", 22}}));
  EXPECT_EQ(answer["pits"], (json{{"S", 4}, {"N", 5}}));
  EXPECT_EQ(answer["next"], (json{{"game", "bosh:round=2,closed=A"}, {"position", "0-4-4-4-4-4-4-4-4-4-2-2-N"}}));
  const json game = post(api, "/api/game", {{"game", answer["next"]["game"]}}).body["game"];
  EXPECT_EQ(game["closed"], json({"A"}));
  EXPECT_EQ(game["title"], "Bosh, round 2");
  EXPECT_EQ(answer["won"], (json{{"S", 0}, {"N", 0}}));
  const json set = {{"game", "mangala:round=2,won=1-0"}, {"resigned", "N"}};
  const json after = post(api, "/api/round", set).body;
  EXPECT_EQ(after["won"], (json{{"S", 2}, {"N", 0}}));
  EXPECT_EQ(after["next"], (json{{"game", "mangala:round=3,won=2-0"}, {"position", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"}}));
  json last = round;
  last["most"] = 1;
  EXPECT_EQ(post(api, "/api/round", last).body["next"], nullptr);
  EXPECT_EQ(post(api, "/api/round", {{"game", "bosh:round=1"}}).body["field"], "moves");
  EXPECT_EQ(post(api, "/api/round", {{"game", "kalah"}}).body["field"], "game");
  EXPECT_EQ(post(api, "/api/game", {{"game", "bosh"}}).body["game"]["rounds"], "bosh:round=1");
  EXPECT_EQ(post(api, "/api/game", {{"game", "kalah"}}).body["game"]["rounds"], nullptr);
}

}  // namespace
}  // namespace sow
