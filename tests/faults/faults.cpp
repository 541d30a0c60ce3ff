// Fault injection: each system call or allocation that can fail fails once, in turn. The failure must be reported, and
// files must be either the old or the new ones, never incomplete.
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "base/new_file.h"
#include "base/text_file.h"
#include "cli/archive.h"
#include "cli/autosave.h"
#include "cli/dialogue_file.h"
#include "cli/match_file.h"
#include "db/database.h"
#include "db/export_level.h"
#include "db/level_file.h"
#include "faults/shim.h"
#include "game/record.h"
#include "rules/catalog.h"
#include "search/proof_file.h"
#include "search/training_games.h"
#include "support/choices.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/random_game.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

namespace fs = std::filesystem;
using tests::Fault;

using Files = std::map<std::string, std::string>;
Files files_in(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder)] = read_text_file(entry.path());
  return files;
}

// Runs `act` repeatedly, each time with a fault one call later, until it completes without one. Calls after(failed)
// each time. Returns the number of calls that can fail.
int fail_in_turn(Fault::Of kind, const std::function<void()>& act, const std::function<void(bool failed)>& after) {
  for (int n = 1;; ++n) {
    bool failed = false, happened = false;
    try {
      const Fault fault(kind, n);
      try {
        act();
        happened = fault.happened();
      } catch (...) {
        happened = fault.happened();
        throw;
      }
    } catch (const Error& e) {
      failed = true;
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    EXPECT_TRUE(happened || !failed) << "an error without a fault";
    after(failed);
    if (!happened || testing::Test::HasFailure()) return n - 1;
  }
}

class Faults : public testing::TestWithParam<Fault::Of> {
 protected:
  tests::TemporaryFolder folder_;
};

void build(const fs::path& folder, int threads) {
  const Database database(find_game("oware:pits=2,seeds=4"), folder);
  build_database(database, {.seeds = tests::thorough ? 5 : 3, .threads = threads, .stop = &never, .on_progress = {}});
}

TEST_P(Faults, LeaveCompleteLevelsAfterBuild) {
  build(folder_.path() / "whole", 1);
  const Files whole = files_in(folder_.path() / "whole");
  const fs::path folder = folder_.path() / "faulty";
  const int calls = fail_in_turn(
      GetParam(), [&] { build(folder, 1); },
      [&](bool failed) {
        if (fs::exists(folder))
          for (const auto& [name, bytes] : files_in(folder)) {
            ASSERT_TRUE(whole.contains(name)) << name;
            EXPECT_EQ(bytes, whole.at(name)) << name;
          }
        build(folder, 1);
        EXPECT_EQ(files_in(folder), whole);
        if (failed) fs::remove_all(folder);
      });
  EXPECT_GT(calls, tests::thorough ? 30 : 20);
}

// With several threads the order of calls varies, so this samples the calls instead.
TEST_P(Faults, LeaveCompleteLevelsAfterParallelBuild) {
  build(folder_.path() / "whole", 1);
  const Files whole = files_in(folder_.path() / "whole");
  const fs::path folder = folder_.path() / "faulty";
  for (int n = 1; n < 200; n += 7) {
    try {
      const Fault fault(GetParam(), n);
      build(folder, 3);
    } catch (const Error&) {
    } catch (const std::bad_alloc&) {
    }
    build(folder, 3);
    EXPECT_EQ(files_in(folder), whole);
    fs::remove_all(folder);
  }
}

TEST_P(Faults, LeaveOldOrNewLevelFile) {
  const std::string path = folder_.path() / "03.sow";
  const std::vector<std::int8_t> before(9000, 1), after(10000, 2);
  const LevelName name{1, 3, after.size()};
  write_level(path, name, after, 1);
  const std::string new_bytes = read_text_file(path);
  const auto restore = [&] { write_level(path, {1, 3, before.size()}, before, 1); };
  restore();
  const std::string old_bytes = read_text_file(path);
  fail_in_turn(
      GetParam(), [&] { write_level(path, name, after, 1); },
      [&](bool failed) {
        const Files files = files_in(folder_.path());
        EXPECT_EQ(files.size(), 1u);
        const std::string& bytes = files.at("03.sow");
        EXPECT_TRUE(bytes == new_bytes || (failed && bytes == old_bytes));
        restore();
      });
}

TEST_P(Faults, LeaveOldOrNewProof) {
  const std::string path = folder_.path() / "proof";
  const auto proof = [](int boards) {
    auto table = std::make_unique<ProofTable>(ProofCode(20, 6), 100'000, 1 << 16);
    for (int i = 0; i < boards; ++i) table->add(static_cast<std::uint64_t>(i) * 997, {-3, 5, 2, 10});
    return table;
  };
  const auto before = proof(20), after = proof(40);
  write_proofs(path, 1, {}, *after);
  const std::string new_bytes = read_text_file(path);
  const auto restore = [&] { write_proofs(path, 1, {}, *before); };
  restore();
  const std::string old_bytes = read_text_file(path);
  fail_in_turn(
      GetParam(), [&] { write_proofs(path, 1, {}, *after); },
      [&](bool failed) {
        const Files files = files_in(folder_.path());
        EXPECT_EQ(files.size(), 1u);
        const std::string& bytes = files.at("proof");
        EXPECT_TRUE(bytes == new_bytes || (failed && bytes == old_bytes));
        restore();
      });
}

TEST_P(Faults, LeaveOldOrNewTextFile) {
  const std::string path = folder_.path() / "game.ogn";
  fail_in_turn(
      GetParam(), [&] { write_text_file(path, std::string(100000, 'n')); },
      [&](bool failed) {
        if (fs::exists(path)) {
          const std::string text = read_text_file(path);
          EXPECT_TRUE(text == std::string(100000, 'n') || (failed && text == "old"));
        } else {
          EXPECT_TRUE(failed);
        }
        EXPECT_LE(files_in(folder_.path()).size(), 1u);
        write_text_file(path, "old");
      });
}

Record some_record(const GameDef& def, std::uint64_t seed) {
  Game game(def);
  tests::Choices choose(seed);
  tests::play_out(game, choose, [](const Game&) {});
  Record record = make_record(game);
  record.tags["Event"] = MatchFile::event;
  return record;
}

// A match resumes with the complete games.
TEST_P(Faults, LeaveResumableMatchFile) {
  const GameDef def = find_game("owari");
  const std::string path = folder_.path() / "match.ogn";
  const std::vector<Record> games = {some_record(def, 1), some_record(def, 2), some_record(def, 3)};
  fail_in_turn(
      GetParam(),
      [&] {
        MatchFile file = MatchFile::resume(path, def);
        for (std::size_t i = file.games().size(); i < games.size(); ++i) file.add(games[i]);
      },
      [&](bool failed) {
        const std::size_t kept = MatchFile::resume(path, def).games().size();
        for (std::size_t i = 0; i < kept; ++i)
          EXPECT_EQ(to_ogn(MatchFile::resume(path, def).games()[i]), to_ogn(games[i]));
        EXPECT_TRUE(failed || kept == games.size());
        write_text_file(path, to_ogn(games[0]) + "\n[Variant \"ow");  // as if the process had been killed
      });
}

// A file with several games: saving updates the last one, or appends, and keeps the others.
TEST_P(Faults, LeaveOldOrNewGamesWhenSavingToArchive) {
  const GameDef def = find_game("owari");
  const std::string path = folder_.path() / "games.ogn";
  const std::string old_text = to_ogn(some_record(def, 1)) + "\n" + to_ogn(some_record(def, 2));
  const Record game = some_record(def, 3);
  for (const bool append : {false, true}) {
    const auto save = [&] {
      Archive archive = append ? Archive(game.tags) : Archive::load(path, &def);
      archive.save(path, game);
    };
    write_text_file(path, old_text);
    save();
    const std::string new_text = read_text_file(path);
    ASSERT_NE(new_text, old_text);
    write_text_file(path, old_text);
    fail_in_turn(GetParam(), save, [&](bool failed) {
      const Files files = files_in(folder_.path());
      EXPECT_EQ(files.size(), 1u);
      const std::string& text = files.at("games.ogn");
      EXPECT_TRUE(failed ? text == old_text || text == new_text : text == new_text);
      write_text_file(path, old_text);
    });
  }
}

TEST_P(Faults, LeaveOldOrNewAutosave) {
  const fs::path path = folder_.path() / "sow" / "unfinished" / "game.ogn";
  fs::create_directories(path.parent_path());
  write_text_file(path, "old");
  setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
  std::optional<Autosave> session = Autosave::resume();
  fail_in_turn(
      GetParam(), [&] { session->write("new"); },
      [&](bool failed) {
        const Files files = files_in(path.parent_path());
        EXPECT_EQ(files.size(), 1u);
        const std::string& text = files.at("game.ogn");
        EXPECT_TRUE(text == "new" || (failed && text == "old"));
        session.reset();
        write_text_file(path, "old");
        session = Autosave::resume();
      });
}

// sow db export.
TEST_P(Faults, LeaveOldOrNewExport) {
  build(folder_.path() / "db", 1);
  const Database database(find_game("oware:pits=2,seeds=4"), folder_.path() / "db");
  const fs::path path = folder_.path() / "out" / "values.csv";
  fs::create_directories(path.parent_path());
  const auto write = [&] {
    NewFile file(path);
    export_level(database, 3, {.format = ExportOptions::Format::csv, .boards = true},
                 [&](std::string_view piece) { file.file().write(piece); });
    file.finish();
  };
  write();
  const std::string new_text = read_text_file(path);
  write_text_file(path, "old");
  const int calls = fail_in_turn(GetParam(), write, [&](bool failed) {
    const Files files = files_in(path.parent_path());
    EXPECT_EQ(files.size(), 1u);
    EXPECT_TRUE(files.at("values.csv") == new_text || (failed && files.at("values.csv") == "old"));
    write_text_file(path, "old");
  });
  EXPECT_GT(calls, 3);
}

// sow rules new: after a failure, the same command can be repeated.
TEST_P(Faults, LeaveNoIncompleteCreatedFile) {
  const std::string path = folder_.path() / "mine.toml", text(100000, 'n');
  fail_in_turn(
      GetParam(), [&] { create_text_file(path, text); },
      [&](bool failed) {
        EXPECT_EQ(fs::exists(path), !failed);
        if (!failed) EXPECT_EQ(read_text_file(path), text);
        fs::remove(path);
      });
}

// --log: a line that could not be written is reported, and those before it are kept.
TEST_P(Faults, LeaveLinesInLog) {
  const std::string path = folder_.path() / "log.txt";
  int added = 0;
  fail_in_turn(
      GetParam(),
      [&] {
        added = 0;
        DialogueFile log(path);
        for (; added < 5; ++added) log.add("bot", '>', "go movetime 100");
      },
      [&](bool failed) {
        const std::string text = fs::exists(path) ? read_text_file(path) : "";
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), added);
        EXPECT_TRUE(failed || added == 5);
        fs::remove(path);
      });
}

// The positions of sow tune: after a failed write, the next run resumes with the complete chunks and ends with the same
// file.
TEST(FileFaults, LeaveResumableTrainingPositions) {
  const tests::TemporaryFolder folder;
  const GameDef def = find_game("owari:pits=2,seeds=2");
  std::atomic<std::size_t> made{0};
  const auto play = [&](const std::string& file, std::size_t positions) {
    TrainingGames games(def, {.positions = 400, .nodes = 20, .threads = 1, .seed = 3, .file = file});
    games.play(positions, {.file = "linear"}, never, made);
  };
  const std::string whole = folder.path() / "whole", first = folder.path() / "first";
  play(whole, 400);
  play(first, 1);
  const std::string expected = read_text_file(whole), first_chunk = read_text_file(first);
  ASSERT_LT(first_chunk.size(), expected.size());
  const std::string path = folder.path() / "positions";
  const int calls = fail_in_turn(
      Fault::Of::files, [&] { play(path, 400); },
      [&](bool failed) {
        if (failed && fs::exists(path)) {
          try {
            play(path, 1);
          } catch (const Error&) {  // refused: nothing complete may be lost
            EXPECT_LT(read_text_file(path).size(), first_chunk.size());
            fs::remove(path);
          }
        }
        play(path, 400);
        EXPECT_EQ(read_text_file(path), expected);
        fs::remove(path);
      });
  EXPECT_GT(calls, 3);
}

INSTANTIATE_TEST_SUITE_P(Of, Faults, testing::Values(Fault::Of::files, Fault::Of::memory),
                         [](const auto& info) { return info.param == Fault::Of::files ? "Files" : "Memory"; });

}  // namespace
}  // namespace sow
