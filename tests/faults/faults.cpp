// Every call that can fail fails once, in turn. Whatever it was, it is reported, and files are the old ones or the new
// ones, never half of one.
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/match_file.h"
#include "db/database.h"
#include "db/level_file.h"
#include "faults/shim.h"
#include "game/record.h"
#include "rules/catalog.h"
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

// Does it again and again, each time with a fault one call later, until it is through without one; `after` is told whether
// there was an error. Returns how many calls there are.
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
    EXPECT_TRUE(happened || !failed) << "an error without a cause";
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

TEST_P(Faults, ADatabaseThatIsBuilt) {
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

// On several threads the order of calls is another each time: no one call can be meant, but any may be.
TEST_P(Faults, ADatabaseThatIsBuiltOnThreads) {
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

TEST_P(Faults, ALevelThatIsReplaced) {
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

TEST_P(Faults, AGameThatIsSaved) {
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
  return make_record(game);
}

// A match whose file could not be written goes on with the games that are whole.
TEST_P(Faults, AMatchThatIsSaved) {
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
        EXPECT_EQ(kept == games.size(), !failed);
        write_text_file(path, to_ogn(games[0]) + "\n[Variant \"Ow");  // as if it had been killed
      });
}

INSTANTIATE_TEST_SUITE_P(Of, Faults, testing::Values(Fault::Of::files, Fault::Of::memory),
                         [](const auto& info) { return info.param == Fault::Of::files ? "Files" : "Memory"; });

}  // namespace
}  // namespace sow
