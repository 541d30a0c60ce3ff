// Matches as JSON, CSV, and HTML, with player names that attempt injection; and share links.
#include <gtest/gtest.h>

#include <boost/beast/zlib/inflate_stream.hpp>
#include <nlohmann/json.hpp>

#include "game/play_moves.h"
#include "protocol/match_csv.h"
#include "protocol/match_html.h"
#include "protocol/match_json.h"
#include "protocol/share_link.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using nlohmann::json;

const std::string hostile = "<script>alert(\"1\")</script>, & 'x'";

MatchSummary summary(const std::vector<std::string>& names) {
  Standings standings(names.size());
  GameResult won, lost;
  won.seeds = {20, 16};
  lost.seeds = {16, 20};
  for (std::size_t pairing = 0; pairing < standings.pairings.size(); ++pairing) {
    standings.add(pairing, {won, lost});
    standings.add(pairing, {won, won});
  }
  std::vector<MatchPlayer> players;
  for (const auto& name : names) players.push_back({name, "greedy:name=" + name});
  return {"owari", players, standings, std::nullopt, true};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

// Decodes a share link as the page does.
json decode_link(const std::string& fragment) {
  EXPECT_TRUE(fragment.starts_with("1."));
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : fragment.substr(2)) {
    held = held << 6 | static_cast<unsigned>(alphabet.find(c));
    if ((bits += 6) >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 0xff);
  }
  std::string text(1 << 20, '\0');
  boost::beast::zlib::inflate_stream stream;
  boost::beast::zlib::z_params params;
  params.next_in = bytes.data() + 2;  // skip the header
  params.avail_in = bytes.size() - 6;
  params.next_out = text.data();
  params.avail_out = text.size();
  boost::beast::error_code code;
  stream.write(params, boost::beast::zlib::Flush::finish, code);
  text.resize(params.total_out);
  return json::parse(text);
}

Record some_game(const GameDef& def, const std::string& moves) {
  Game game(def);
  play_moves(game, moves);
  Record record = make_record(game);
  record.tags = {{"South", hostile}, {"North", "b"}, {"Round", "1.1"}, {"SouthEffort", "not for the link"}};
  return record;
}

TEST(MatchOutput, HtmlEscapesNames) {
  const std::string page =
      match_html(summary({hostile, "b"}), {some_game(find_game("owari"), "Eb")}, "http://localhost/?a=\"<b>\"");
  EXPECT_EQ(count(page, "<script"), 0u);
  EXPECT_EQ(count(page, "<b>"), 0u);
  EXPECT_GE(count(page, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"), 3u);
  EXPECT_EQ(count(page, "<a href=\"http://localhost/?a=&quot;&lt;b&gt;&quot;#1."), 1u);
  EXPECT_EQ(count(page, "<svg"), 1u);
}

TEST(MatchOutput, HtmlListsEveryGameAndPlayer) {
  const std::vector<Record> games(300, some_game(find_game("owari"), "EbC"));
  const std::string page = match_html(summary({"a", "b", "c"}), games, usual_page);
  EXPECT_EQ(count(page, "<a href=\"http://127.0.0.1:8080/#1."), 300u);
  EXPECT_EQ(count(page, "<circle"), 3u);
  EXPECT_EQ(count(page, "stroke-width"), 3u);  // error bars
  EXPECT_EQ(count(page, "nan"), 0u);
  EXPECT_EQ(count(page, "inf"), 0u);
}

TEST(MatchOutput, HtmlSupportsPerfectScoreAndNoGames) {
  Standings sweep(2);
  GameResult won, lost;
  won.seeds = {20, 16};
  lost.seeds = {16, 20};
  sweep.add(0, {won, lost});
  for (const Standings& standings : {sweep, Standings(2)}) {
    const MatchSummary match("owari", {{"a", "a"}, {"b", "b"}}, standings, std::nullopt, false);
    const std::string page = match_html(match, {}, usual_page);
    EXPECT_EQ(count(page, "nan"), 0u);
    EXPECT_NE(page.find("interrupted"), std::string::npos);
    EXPECT_TRUE(json::accept(match_json(match)));
    EXPECT_EQ(count(match_csv(match), "\n"), standings.pairings[0].tally.games() > 0 ? 3u : 1u);
  }
}

TEST(MatchOutput, CsvHasOneRowPerPlayerAndOpponent) {
  const std::string csv = match_csv(summary({"a", "b", "c"}));
  EXPECT_EQ(count(csv, "\n"), 7u);
  EXPECT_EQ(count(csv, "½"), 0u);
  EXPECT_TRUE(csv.starts_with("name,spec,opponent,games,")) << csv;
  for (const char* row : {"a,greedy:name=a,b,4,3,0,1,3,", "c,greedy:name=c,a,4,1,0,3,1,"}) {
    EXPECT_EQ(count(csv, "\n" + std::string(row)), 1u) << csv;
  }
}

TEST(MatchOutput, CsvQuotesNames) {
  const std::string csv = match_csv(summary({hostile, "=HYPERLINK(1)"}));
  EXPECT_NE(csv.find("\n\"<script>alert(\"\"1\"\")</script>, & 'x'\","), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n'=HYPERLINK(1),"), std::string::npos) << csv;
}

TEST(MatchOutput, JsonHasModelAndLosAgainstEachPlayer) {
  const json two = json::parse(match_json(summary({"a", "b"})));
  EXPECT_EQ(two["model"], "logistic Elo, pentanomial");
  EXPECT_GT(two["players"][0]["los"], 0.5);
  const json three = json::parse(match_json(summary({"a", "b", "c"})));
  EXPECT_TRUE(three["model"].get<std::string>().starts_with("logistic (Bradley-Terry)"));
  EXPECT_GT(three["players"][0]["los_against"]["c"], 0.5);
  EXPECT_NEAR(
      three["players"][0]["los_against"]["c"].get<double>() + three["players"][2]["los_against"]["a"].get<double>(), 1,
      1e-9);
  EXPECT_EQ(three["pairings"].size(), 3u);
}

TEST(ShareLink, EncodesGame) {
  const json saved = decode_link(share_fragment(some_game(find_game("owari"), "EbC")));
  EXPECT_EQ(saved["game"], "owari");
  EXPECT_EQ(saved["line"], json({"E", "b", "C"}));
  EXPECT_EQ(saved["tags"], json({{"South", hostile}, {"North", "b"}, {"Round", "1.1"}}));
  EXPECT_TRUE(saved["position"].is_null() && saved["resigned"].is_null() && saved["rules"].is_null());
}

TEST(ShareLink, EncodesPositionsCommentsVariationsAndResignations) {
  const auto records =
      read_ogn("[Variant \"owari\"]\n[FEN \"3-3-3-3-3-3-3-3-3-3-3-3-0-0-N\"]\n\n1... e {why} (1... f 2. A) 2. A 36-0\n",
               "", find_game);
  const json saved = decode_link(share_fragment(records[0]));
  EXPECT_EQ(saved["position"], "3-3-3-3-3-3-3-3-3-3-3-3-0-0-N");
  EXPECT_EQ(saved["line"], json::parse(R"(["e", {"c": "why"}, ["f", "A"], "A"])"));
  EXPECT_EQ(saved["resigned"], "N");
}

TEST(ShareLink, EncodesCustomRules) {
  GameDef def = find_game("oware");
  def.name = "mine";
  def.spec = "mine.toml";
  const json saved = decode_link(share_fragment(some_game(def, "Fa")));
  EXPECT_TRUE(saved["game"].is_null());
  EXPECT_EQ(parse_game(saved["rules"].get<std::string>(), "", find_game).rules, def.rules);
}

}  // namespace
}  // namespace sow
