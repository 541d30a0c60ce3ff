// External programs as players: every kind of misbehavior loses the game and is named in the record.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/process.h"
#include "board/notation.h"
#include "match/explain_answer.h"
#include "match/match.h"
#include "match/player_spec.h"
#include "match/uci_agent.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using namespace std::chrono_literals;

const std::string program = SOW_TEST_DATA "/../match/programs/misbehave.sh";

Contestant built_in(const std::string& who) {
  return {who, [who](const std::atomic<bool>& stop) { return make_agent(parse_player(who), {.stop = &stop}); }};
}

Contestant misbehaving(const std::vector<std::string>& how, int time_ms, int patience_ms) {
  return {how[0], [=](const std::atomic<bool>& stop) {
            UciAgent::Setup setup{
                .command = {program}, .time_ms = time_ms, .margin_ms = 0, .patience_ms = patience_ms, .stop = &stop};
            setup.command.insert(setup.command.end(), how.begin(), how.end());
            return std::make_unique<UciAgent>(setup);
          }};
}

struct Played {
  Standings::Player player;
  std::vector<Record> records;
};

// One pair against `random`, from the start.
Played play(const std::vector<std::string>& how, int time_ms = 100'000, int patience_ms = 100'000) {
  ListedOpenings openings({Game(find_game("owari"))});
  Match match({.players = {misbehaving(how, time_ms, patience_ms), built_in("random")}, .pairs = 1, .stop = &never},
              openings);
  Played played;
  match.play([&](const MatchGame& game) { played.records.push_back(game.record); });
  played.player = match.standings().players[0];
  return played;
}

// Expects both games to be lost with this comment.
void expect_reason(const Played& played, const std::string& reason) {
  ASSERT_EQ(played.records.size(), 2u);
  EXPECT_EQ(played.player.tally.losses, 2);
  EXPECT_EQ(played.records[0].line.back().comment, "South " + reason);
  EXPECT_EQ(played.records[1].line.back().comment, "North " + reason);
  EXPECT_EQ(played.records[0].result, (std::array{0, 36}));
  EXPECT_EQ(played.records[1].result, (std::array{36, 0}));
}

TEST(Programs, IllegalMovesForfeit) {
  for (const auto& [how, answer] :
       std::vector<std::pair<std::string, std::string>>{{"illegal", "Z"}, {"empty", ""}, {"nothing", "0000"}}) {
    SCOPED_TRACE(how);
    const Played played = play({how});
    const std::string complaint = "South answered '" + answer + "': not a move; South's pits are A–F. Legal moves in ";
    EXPECT_TRUE(played.records[0].line.back().comment.starts_with(complaint)) << played.records[0].line.back().comment;
    EXPECT_EQ(played.player.illegal_moves, 2);
    EXPECT_EQ(played.records[0].tags.at("Termination"), "rules infraction");
  }
  const Played played = play({"foreign"});
  EXPECT_EQ(played.records[0].line.back().comment,
            "South answered 'a': a belongs to North; South's pits are A–F. Legal moves in "
            "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S: A B C D E F");
}

TEST(Programs, ExitingForfeits) {
  Played played = play({"exit"});
  expect_reason(played, "exited with code 7: out of ideas");
  EXPECT_EQ(played.player.crashes, 2);
  EXPECT_EQ(played.records[0].tags.at("Termination"), "abandoned");
  expect_reason(play({"crash"}), "was killed by a signal (Segmentation fault)");
  expect_reason(play({"close"}), "closed its output");
  expect_reason(play({"stillborn"}), "exited with code 3: no weights found");
}

TEST(Programs, EndlessOutputForfeits) {
  for (const char* how : {"flood", "one_line"}) {
    SCOPED_TRACE(how);
    const Played played = play({how});
    expect_reason(played, "printed endlessly");
    EXPECT_EQ(played.player.crashes, 2);
  }
}

TEST(Programs, NotAnsweringForfeits) {
  for (const char* how : {"silent", "hang"}) {
    SCOPED_TRACE(how);
    const Played played = play({how}, 50);
    expect_reason(played, "did not move within 50 ms");
    EXPECT_EQ(played.player.time_losses, 2);
    EXPECT_EQ(played.records[0].tags.at("Termination"), "time forfeit");
  }
  expect_reason(play({"mute"}, 100, 50), "did not answer uci with uciok (does it flush its output?)");
}

TEST(Programs, WaitsOnlyOnceForAProgramThatNeverGetsReady) {
  for (const std::string how : {"mute", "unready"}) {
    SCOPED_TRACE(how);
    std::vector<std::string> said;
    auto silent = misbehaving({how}, 100, 50);
    silent.make = [&](const std::atomic<bool>& stop) {
      return std::make_unique<UciAgent>(UciAgent::Setup{
          .command = {program, how},
          .patience_ms = 300,
          .stop = &stop,
          .log = [&](char direction, std::string_view line) { said.push_back(direction + std::string(line)); }});
    };
    ListedOpenings openings({Game(find_game("owari"))});
    Match match({.players = {silent, built_in("random")}, .pairs = 5, .stop = &never}, openings);
    std::vector<Record> records;
    match.play([&](const MatchGame& game) { records.push_back(game.record); });
    EXPECT_EQ(match.standings().players[0].time_losses, 10);
    EXPECT_EQ(std::count(said.begin(), said.end(), ">uci"), 1);
    for (const Record& record : records)
      EXPECT_NE(record.line.back().comment.find("did not answer "), std::string::npos) << record.line.back().comment;
  }
}

TEST(Programs, ReportTheirNames) {
  const auto name = [](const std::string& how) {
    return ask_name(parse_player("uci:" + program + " " + how), {.stop = &never});
  };
  EXPECT_EQ(name("nothing"), "Misbehaving");
  EXPECT_EQ(name("nameless"), "");
  EXPECT_THROW(name("stillborn"), Forfeit);
}

TEST(Programs, ReceiveTheClocks) {
  std::vector<std::string> said;
  UciAgent agent({.command = {program, "nothing"}, .stop = &never, .log = [&](char direction, std::string_view line) {
                    said.push_back(direction + std::string(line));
                  }});
  Game game(find_game("owari"));
  agent.begin(game, 1);
  agent.set_clocks({Limits::Clock{1000, 100}, Limits::Clock{2000, 200}});
  EXPECT_THROW(agent.choose(game), Forfeit);
  EXPECT_NE(std::find(said.begin(), said.end(), ">go wtime 1000 btime 2000 winc 100 binc 200"), said.end());
  EXPECT_EQ(said.back(), "<bestmove 0000");
}

// An opponent without a clock has no time to report.
TEST(Programs, ReceiveOnlyClocksThatExist) {
  std::vector<std::string> said;
  UciAgent agent({.command = {program, "nothing"}, .stop = &never, .log = [&](char direction, std::string_view line) {
                    said.push_back(direction + std::string(line));
                  }});
  Game game(find_game("owari"));
  agent.begin(game, 1);
  agent.set_clocks({Limits::Clock{1000, 100}, std::nullopt});
  EXPECT_THROW(agent.choose(game), Forfeit);
  EXPECT_NE(std::find(said.begin(), said.end(), ">go wtime 1000 winc 100"), said.end());
}

TEST(Programs, ReceiveTheirUciOptions) {
  std::vector<std::string> said;
  AgentSetup setup{.stop = &never, .log = [&](char direction, std::string_view line) {
                     said.push_back(direction + std::string(line));
                   }};
  const auto spec = [](const std::string& options) {
    return parse_player("uci," + options + ":" + program + " nothing");
  };
  const auto agent = make_agent(spec("option.Hash=64,option.Own Book=false"), setup);
  agent->begin(Game(find_game("owari")), 1);
  const auto position = [&](const std::string& line) {
    return std::find(said.begin(), said.end(), line) - said.begin();
  };
  EXPECT_LT(position(">setoption name Hash value 64"), position(">ucinewgame"));
  EXPECT_LT(position(">setoption name Own Book value false"), position(">ucinewgame"));
  try {
    ask_name(spec("option.Hsah=64"), setup);
    FAIL();
  } catch (const Forfeit&) {
    FAIL() << "a wrong option is a mistake of the user";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("has no UCI option 'Hsah'; its options are Hash, Own Book"), std::string::npos)
        << e.what();
  }
}

TEST(Programs, GetAHintIfTheyDoNotAnswer) {
  for (const std::string how : {"mute", "unready"}) {
    SCOPED_TRACE(how);
    std::vector<std::string> warnings;
    UciAgent agent({.command = {program, how},
                    .patience_ms = 400,
                    .hint_after_ms = 50,
                    .stop = &never,
                    .warn = [&](const std::string& warning) { warnings.push_back(warning); }});
    EXPECT_THROW(agent.begin(Game(find_game("owari")), 1), Forfeit);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("does it flush its output?"), std::string::npos);
  }
}

TEST(Programs, IllegalAnswersAreExplained) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("3-0-3-0-3-3-3-3-3-3-3-3-3-3-S", def.rules));
  EXPECT_EQ(explain_answer(game, "b"),
            "answered 'b': b belongs to North; South's pits are A–F (empty: B D). Legal moves in "
            "3-0-3-0-3-3-3-3-3-3-3-3-3-3-S: A C E F");
  EXPECT_EQ(explain_answer(game, "B"),
            "answered 'B': B1 is empty; South's pits are A–F (empty: B D). Legal moves in "
            "3-0-3-0-3-3-3-3-3-3-3-3-3-3-S: A C E F");
  EXPECT_NE(explain_answer(game, "").find("answered '': "), std::string::npos);
  EXPECT_LT(explain_answer(game, std::string(100'000, 'x')).size(), 400u);
}

bool alive(const std::string& pid_file) {
  int pid = 0;
  std::ifstream(pid_file) >> pid;
  EXPECT_GT(pid, 0);
  // An orphan may remain as a zombie until it is collected.
  for (const auto end = std::chrono::steady_clock::now() + 1min; std::chrono::steady_clock::now() < end;) {
    std::string word, state;
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    if (!(stat >> word >> word >> state) || state == "Z") return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

TEST(Programs, AreEndedWithTheirChildProcesses) {
  const std::string file = testing::TempDir() + "/sow_child_pid";
  for (const char* how : {"children", "orphan", "escaped"}) {
    SCOPED_TRACE(how);
    std::remove(file.c_str());
    play({how, file}, 50);
    EXPECT_FALSE(alive(file));
  }
}

// Even if that process is killed and cannot end them itself.
TEST(Programs, AreEndedWithTheirParentProcess) {
  const std::string file = testing::TempDir() + "/sow_child_pid";
  std::remove(file.c_str());
  const pid_t parent = fork();
  if (parent == 0) {
    const Process started({program, "escaped", file});
    for (;;) pause();
  }
  int pid = 0;
  while (!(std::ifstream(file) >> pid)) std::this_thread::sleep_for(10ms);
  kill(parent, SIGKILL);
  EXPECT_EQ(waitpid(parent, nullptr, 0), parent);
  EXPECT_FALSE(alive(file));
}

TEST(Programs, FailToStartWithAnError) {
  EXPECT_THROW(make_agent(parse_player("uci:/no/such/program"), {.stop = &never}), Error);
  EXPECT_THROW(parse_player("uci:"), Error);
  EXPECT_THROW(parse_player("uci"), Error);
  EXPECT_THROW(parse_player("uci:'bot"), Error);
  EXPECT_EQ(player_text(parse_player("uci:./bot -d 5,level=3")), "uci:./bot -d 5,level=3");
  EXPECT_TRUE(is_program(parse_player("uci:x")) && !is_program(parse_player("engine")));
}

TEST(Programs, AnswersToStoppedQuestionsAreDropped) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path asked = folder.path() / "asked";  // created by the program when it is asked
  std::atomic<bool> stop = false;
  UciAgent agent({.command = {program, "late", asked}, .time_ms = 100'000, .stop = &stop});
  const Game game(find_game("owari"));
  agent.begin(game, 1);
  std::thread stopper([&] {
    while (!std::filesystem::exists(asked)) std::this_thread::sleep_for(1ms);
    stop = true;
  });
  EXPECT_EQ(agent.choose(game), no_move);
  stopper.join();
  stop = false;
  EXPECT_EQ(agent.choose(game), 1);
}

TEST(Programs, StopEndsTheWaiting) {
  ListedOpenings openings({Game(find_game("owari"))});
  std::atomic<bool> stop = false;
  Match match({.players = {misbehaving({"hang"}, 100'000, 100'000), built_in("random")}, .pairs = 1, .stop = &stop},
              openings);
  int waited = 0;
  match.play([](const MatchGame&) { FAIL(); }, [&] { stop = ++waited > 2; });
  EXPECT_EQ(match.standings().players[0].tally.games(), 0);
  EXPECT_FALSE(match.complete());
}

}  // namespace
}  // namespace sow
