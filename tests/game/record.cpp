// OGN records: format, round trips, and error messages.
#include "game/record.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "base/error.h"
#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"
#include "support/random_game.h"

namespace sow {
namespace {

using tests::Choices;

Game play(const std::string& game, const std::string& letters) {
  Game g(find_game(game));
  play_moves(g, letters);
  return g;
}

Record read_one(const std::string& text) {
  auto records = read_ogn(text, "x.ogn", find_game);
  EXPECT_EQ(records.size(), 1u);
  return records.at(0);
}

std::string error_of(const std::string& text, const GameDef* given = nullptr) {
  try {
    read_ogn(text, "x.ogn", find_game, given);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::string moves_of(const std::string& ogn) { return ogn.substr(ogn.find("\n\n") + 2); }

const std::string owari = "[Variant \"owari\"]\n\n";

TEST(Record, WritesTagsAndMoves) {
  Record record = make_record(play("owari", "EaB"));
  record.tags = {{"South", "Ann \"the \\ sower\""}, {"Opening", "E4"}, {"Annotator", "Bob"}};
  EXPECT_EQ(to_ogn(record),
            "[Variant \"owari\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n"
            "[South \"Ann \\\"the \\\\ sower\\\"\"]\n[North \"?\"]\n[Result \"*\"]\n[Annotator \"Bob\"]\n"
            "[Opening \"E4\"]\n\n1. E a 2. B+4 *\n");
}

TEST(Record, UsesTheOgnNameOfAGame) {
  const std::string text = to_ogn(make_record(play("oware", "Ff")));
  EXPECT_TRUE(text.starts_with("[Variant \"Oware Abapa\"]\n"));
  const GameDef oware = find_game("oware"), owari = find_game("owari");
  for (const std::string variant : {"[Variant \"Oware Abapa\"]", "[Variant \"oware\"]"}) {
    EXPECT_EQ(read_one(variant).def.name, "oware");
    EXPECT_EQ(read_ogn(variant, "", find_game, &oware).size(), 1u);
    EXPECT_THROW(read_ogn(variant, "", find_game, &owari), Error);
  }
  EXPECT_THROW(read_ogn("[Variant \"\"]", "", find_game, &owari), Error);
}

TEST(Record, ContinuesAfterARepetition) {
  const GameDef oware = find_game("oware");
  Game game(oware, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", oware.rules));
  play_moves(game, "AaBbCcDdEeFfAa");
  const Record record = read_one(to_ogn(make_record(game)));
  EXPECT_EQ(replay(record).plies().size(), 14u);
  EXPECT_EQ(replay(record).position(), game.position());
}

TEST(Record, KeepsThatPlayersPlayOnAfterARepetition) {
  const GameDef oware = find_game("oware");
  Game game(oware, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", oware.rules));
  play_moves(game, "AaBbCcDdEeFf");
  const std::string ended = to_ogn(make_record(game));
  EXPECT_EQ(read_one(ended).result, (std::array{24, 24}));
  EXPECT_TRUE(replay(read_one(ended)).ending());
  game.play_on();
  const Record record = read_one(to_ogn(make_record(game)));
  EXPECT_EQ(record.result, std::nullopt);
  EXPECT_TRUE(replay(record).played_on());
  EXPECT_FALSE(replay(record).ending());
  // Without a result, and where the rules leave no choice, a repetition ends the game.
  const std::string moves = "1. A a 2. B b 3. C c 4. D d 5. E e 6. F f";
  const std::string fen = "[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\n\n";
  EXPECT_EQ(read_one("[Variant \"oware\"]\n" + fen + moves).result, (std::array{24, 24}));
  EXPECT_TRUE(read_one("[Variant \"awari/solved\"]\n" + fen + moves + " *").result);
}

TEST(Record, OtherSizesHaveNoOgnName) {
  const std::string text = to_ogn(make_record(Game(find_game("oware:pits=5,seeds=4"))));
  EXPECT_TRUE(text.starts_with("[Variant \"oware:pits=5,seeds=4\"]\n")) << text;
}

TEST(Record, ExtendingGamesDoNotInheritTheOgnName) {
  GameDef def = parse_game("name = \"mine\"\nextends = \"oware\"\n", "", find_game);
  EXPECT_EQ(def.ogn_name(), "mine");
  def = parse_game("name = \"mine\"\nextends = \"oware\"\nogn = \"My \\\"own\\\"\"\n", "", find_game);
  EXPECT_EQ(def.ogn_name(), "My \"own\"");
  EXPECT_EQ(parse_game(to_toml(def), "", find_game).ogn, def.ogn);
  EXPECT_EQ(read_ogn(to_ogn(make_record(Game(def))), "", find_game, &def).size(), 1u);
  EXPECT_EQ(canonical_rules(def.rules), canonical_rules(find_game("oware").rules));
}

TEST(Record, ExtraTurnsKeepTheMoveNumber) {
  EXPECT_EQ(moves_of(to_ogn(make_record(play("kalah", "CFbcA")))), "1. C F b c 2. A+6 *\n");
}

TEST(Record, NorthCanStart) {
  const GameDef def = find_game("owari");
  Game game(def, parse_position("3-3-3-3-3-3-3-3-3-3-3-3-0-0-N", def.rules));
  game.play(4);
  game.play(1);
  const std::string text = to_ogn(make_record(game));
  EXPECT_NE(text.find("[FEN \"3-3-3-3-3-3-3-3-3-3-3-3-0-0-N\"]\n"), std::string::npos);
  EXPECT_EQ(moves_of(text), "1... e 2. B *\n");
  EXPECT_EQ(to_ogn(read_one(text)), text);
}

TEST(Record, KeepsCommentsAndVariations) {
  const std::string moves =
      "{before} 1. E {good} (1. F a {why?} (1... b 2. A) 2. B) (1. A) a {a \\} and a \\\\\nin it} 2. B+4 *\n";
  const std::string text = to_ogn(read_one(owari + moves));
  EXPECT_EQ(moves_of(text),
            "{before} 1. E {good} (1. F a {why?} (1... b 2. A) 2. B) (1. A) a {a \\} and a \\\\\nin it} 2. B+4 *\n");
  EXPECT_EQ(to_ogn(read_one(text)), text);
  EXPECT_EQ(replay(read_one(text)).plies().size(), 3u);
}

TEST(Record, RecomputesCapturesAndResults) {
  EXPECT_EQ(moves_of(to_ogn(read_one(owari + "1.E+9 a 2.B *"))), "1. E a 2. B+4 *\n");
  // South's only move ends the game, and North captures the seed on North's side.
  const std::string fen = "[Variant \"owari\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-20-14-S\"]\n[Result \"*\"]\n\n";
  EXPECT_EQ(moves_of(to_ogn(read_one(fen + "1. F 5-5"))), "1. F 21-15\n");
}

TEST(Record, KeepsAgreedResultsAndResignations) {
  const Record agreed = read_one(owari + "1. E a 20-16");
  EXPECT_EQ(moves_of(to_ogn(agreed)), "1. E a 20-16\n");
  EXPECT_FALSE(replay(agreed).ending());

  Game game = play("owari", "Ea");
  game.resign(Player::south);
  const Record resigned = read_one(to_ogn(make_record(game)));
  EXPECT_EQ(resigned.result, (std::array{0, 36}));
  EXPECT_EQ(replay(resigned).ending(), (Ending{EndReason::resigned, {0, 36}}));
}

TEST(Record, KeepsWhyThePlayersEndedTheGame) {
  const auto read_back = [](const Game& game) {
    return replay(read_ogn(to_ogn(make_record(game)), "", find_game).at(0)).ending();
  };
  for (const EndReason reason : {EndReason::resigned, EndReason::time, EndReason::illegal_move, EndReason::crash}) {
    Game game(find_game("owari"));
    game.forfeit(Player::south, reason);
    EXPECT_EQ(read_back(game), (Ending{reason, {0, 36}}));
  }
  Game agreed(find_game("owari"));
  agreed.agree_to_draw();
  EXPECT_EQ(read_back(agreed), (Ending{EndReason::agreement, {18, 18}}));
}

// A game that is continued after a forfeit loses the tag.
TEST(Record, DropsTheTerminationOfAContinuedGame) {
  Game game(find_game("owari"));
  game.forfeit(Player::south, EndReason::time);
  const Record lost = make_record(game);
  EXPECT_EQ(lost.tags.at("Termination"), "time forfeit");
  game.undo();
  EXPECT_FALSE(make_record(game, &lost).tags.contains("Termination"));
}

TEST(Record, UsesTheResultTagIfTheMovesHaveNoResult) {
  EXPECT_EQ(read_one("[Variant \"owari\"]\n[Result \"20-16\"]\n1. E").result, (std::array{20, 16}));
}

TEST(Record, ReadsSeveralGames) {
  const std::string first = to_ogn(make_record(play("owari", "E"))), second = to_ogn(make_record(play("hus", "A")));
  const auto records = read_ogn(first + "\n" + second + owari + "1. A" + first, "x.ogn", find_game);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(to_ogn(records[0]), first);
  EXPECT_EQ(to_ogn(records[1]), second);
  EXPECT_EQ(moves_of(to_ogn(records[2])), "1. A *\n");
  EXPECT_TRUE(read_ogn(" \n", "x.ogn", find_game).empty());
}

TEST(Record, FindsTheRuleFileOfAGame) {
  GameDef mine = find_game("kalah:pits=3,seeds=2");
  mine.name = "mine";
  mine.spec = "games of mine/mine.toml";
  const std::string text = to_ogn(make_record(Game(mine)));
  EXPECT_TRUE(text.starts_with("[Variant \"mine\"]\n"));
  EXPECT_NE(text.find("[Rules \"games of mine/mine.toml\"]\n"), std::string::npos);
  const auto found = read_ogn(text, "x.ogn", [&](const std::string& spec) {
    EXPECT_EQ(spec, mine.spec);
    return mine;
  });
  EXPECT_EQ(to_ogn(found.at(0)), text);
  EXPECT_EQ(to_ogn(read_ogn(text, "x.ogn", find_game, &mine).at(0)), text);
  EXPECT_EQ(error_of(text), "x.ogn:9:9: games of mine/mine.toml: cannot read the file: No such file or directory");
  EXPECT_EQ(error_of("[Variant \"x\"]\n[Rules \"\x1b[2J.toml\"]"),
            "x.ogn:2:9: ?[2J.toml: cannot read the file: No such file or directory");
  const GameDef hus = find_game("hus");
  EXPECT_EQ(error_of(text, &hus), "x.ogn:1:11: this is a game of mine, not of hus");
}

TEST(Record, KeepsSizes) {
  const std::string text = to_ogn(make_record(play("kalah:pits=4,seeds=2", "A")));
  EXPECT_TRUE(text.starts_with("[Variant \"kalah:pits=4,seeds=2\"]\n"));
  EXPECT_EQ(read_one(text).def.rules.pits, 4);
}

TEST(Record, MergesWithAnOlderRecord) {
  const Record older = read_one("[Variant \"owari\"]\n[Event \"Cup\"]\n\n1. E {x} (1. A b) a 2. B {y} f");
  EXPECT_EQ(moves_of(to_ogn(make_record(play("owari", "EaA"), &older))), "1. E {x} (1. A b) a 2. A *\n");
  EXPECT_EQ(make_record(play("owari", "F"), &older).tags.at("Event"), "Cup");
  EXPECT_EQ(moves_of(to_ogn(make_record(play("owari", "EaBfC"), &older))), "1. E {x} (1. A b) a 2. B+4 {y} f 3. C *\n");
}

TEST(Record, ErrorsHaveLocations) {
  const struct {
    std::string text, error;
  } cases[] = {
      {"1. E", "x.ogn:1:1: missing tag for the game, for example [Variant \"owari\"]"},
      {"[Variant \"chess\"]\n1. E", "x.ogn:1:11: no game 'chess'; choose one of "},
      {"[Variant owari]", "x.ogn:1:10: expected a tag of the form [Name \"value\"]"},
      {"[Variant \"owari\"", "x.ogn:1:17: expected a tag of the form [Name \"value\"]"},
      {"[\"owari\"]", "x.ogn:1:2: expected a tag of the form [Name \"value\"]"},
      {"[Variant \"owari]\n", "x.ogn:1:11: missing closing quote"},
      {"[Variant \"owari\"]\n[Round \"1\"]\n[Round \"2\"]", "x.ogn:3:1: duplicate tag Round"},
      {"[Variant \"owari\"]\n[Result \"won\"]",
       "x.ogn:2:10: 'won' is not a result; expected seeds such as 26-11, or *"},
      {"[Variant \"owari\"]\n[FEN \"3-3-3-3-3-3-3-3-x-3-3-3-0-0-S\"]", "x.ogn:2:23: 'x' is not a number of seeds"},
      {owari + "1. E\n   B", "x.ogn:4:4: B is South's pit, but North is to move"},
      {owari + "1. E a 2. E", "x.ogn:3:11: E4 is empty"},
      {owari + "1. Z", "x.ogn:3:4: 'Z' is not a move for South; use A to F"},
      {owari + "1. E+ a", "x.ogn:3:4: 'E+': + must be followed by a number of seeds"},
      {owari + "1. E+2x a", "x.ogn:3:4: 'E+2x': + must be followed by a number of seeds"},
      {owari + "1. E {never\nending", "x.ogn:3:7: missing closing brace of the comment"},
      {owari + "(1. E) a", "x.ogn:3:1: a variation must follow a move"},
      {owari + "1. E (1. A", "x.ogn:3:6: missing closing parenthesis of the variation"},
      {owari + "1. E (1. A *)", "x.ogn:3:12: a variation cannot have a result"},
      {owari + "1. E ({nothing})", "x.ogn:3:6: the variation has no moves"},
      {owari + "1. E) a", "x.ogn:3:5: unexpected closing parenthesis"},
      {owari + "1. E } a", "x.ogn:3:6: unexpected '}'"},
      {owari + "1. E 1-0-1", "x.ogn:3:6: '1-0-1' is not a result; expected seeds such as 26-11, or *"},
      {"[Variant \"owari\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-20-14-S\"]\n1. F a", "x.ogn:3:6: the game is over"},
      {"[Variant \"hus/no-singles\"]\n[FEN "
       "\"1-2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S\"]\nA",
       "x.ogn:3:1: Ax1 has a single seed: a single seed cannot be played"},
  };
  for (const auto& c : cases) {
    const std::string error = error_of(c.text);
    EXPECT_EQ(error.substr(0, c.error.size()), c.error) << c.text;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST(Record, LimitsNesting) {
  const auto nested = [](int depth) {
    std::string text = owari + "1. E";
    for (int i = 0; i < depth; ++i) text += "(A";
    return text + std::string(static_cast<std::size_t>(depth), ')');
  };
  EXPECT_EQ(error_of(nested(max_variation_depth)), "");
  EXPECT_EQ(error_of(nested(max_variation_depth + 1)), "x.ogn:3:133: variations are nested more than 64 levels deep");
  EXPECT_NE(error_of(nested(1'000'000)), "");
}

// A random line from the current position with comments, and with variations nested up to `depth`.
Elements random_line(Game& game, Choices& choose, int depth) {
  Elements line;
  int played = 0;
  const unsigned moves = 1 + choose.below(12);
  for (unsigned i = 0; i < moves && !game.ending(); ++i) {
    if (choose.one_in(4)) line.push_back({.kind = Element::Kind::comment, .comment = "a{(\\ [comment] 1. } of words"});
    line.push_back({.move = choose.move(game.moves())});
    game.play(line.back().move);
    ++played;
    while (depth > 0 && choose.one_in(4)) {
      const Move replaced = game.plies().back().move;
      game.undo();
      line.push_back({.kind = Element::Kind::variation, .variation = random_line(game, choose, depth - 1)});
      game.play(replaced);
    }
  }
  if (depth < 3)
    for (; played > 0; --played) game.undo();
  return line;
}

RC_GTEST_PROP(Record, RoundTrips, (const std::vector<std::uint8_t>& bytes)) {
  Choices choose(bytes);
  Game game(tests::random_built_in(choose));
  Record record{.def = game.def(), .start = game.start()};
  record.line = random_line(game, choose, 3);
  record.tags["Odd"] = "back\\slash \"quote\" [bracket]";
  if (game.ending()) record.result = game.ending()->seeds;
  const std::string text = to_ogn(record);
  const auto again = read_ogn(text, "x.ogn", find_game);
  RC_ASSERT(again.size() == 1u);
  RC_ASSERT(again[0].line == record.line);
  RC_ASSERT(again[0].tags.at("Odd") == record.tags["Odd"]);
  RC_ASSERT(again[0].result == record.result);
  RC_ASSERT(to_ogn(again[0]) == text);
  RC_ASSERT(replay(again[0]).position() == game.position());
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) RC_ASSERT(line.size() < 80u);
}

RC_GTEST_PROP(Record, NonsenseDoesNotCrash, (const std::vector<std::uint8_t>& bytes)) {
  constexpr std::string_view pieces[] = {"[Variant \"owari\"]\n",
                                         "1. ",
                                         "E ",
                                         "a ",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         "*",
                                         "12-24",
                                         "[",
                                         "]",
                                         "\"",
                                         "\\",
                                         "\n",
                                         "B+2 ",
                                         "\x01",
                                         "f "};
  Choices choose(bytes);
  std::string text = owari;
  for (unsigned i = choose.below(40); i > 0; --i) text += choose.of(pieces);
  error_of(text);
}

}  // namespace
}  // namespace sow
