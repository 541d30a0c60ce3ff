// Power failures between any two system calls. Data that was not synced may or may not be on disk, in any order; files
// must still be either the old or the new ones.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/match_file.h"
#include "db/level_file.h"
#include "faults/shim.h"
#include "rules/catalog.h"
#include "support/random_game.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using tests::Choices;
using tests::FileCall;
using Kind = FileCall::Kind;
using Disk = std::map<std::string, std::string>;  // contents by file name

constexpr int cuts = 50;  // random outcomes per moment

// Whether call i is guaranteed to be on disk because of a later sync.
bool synced(const std::vector<FileCall>& calls, std::size_t i) {
  const bool data = calls[i].kind == Kind::write || calls[i].kind == Kind::truncate;
  for (std::size_t k = i + 1; k < calls.size(); ++k)
    if (data ? calls[k].kind == Kind::sync && calls[k].file == calls[i].file : calls[k].kind == Kind::sync_folder)
      return true;
  return false;
}

void write(std::string& content, std::uint64_t offset, std::string_view data) {
  if (content.size() < offset + data.size()) content.resize(offset + data.size());
  content.replace(offset, data.size(), data);
}

// The disk after a power failure that follows these calls.
Disk after_cut(const Disk& before, const std::vector<FileCall>& calls, Choices& choose) {
  std::map<int, std::string> contents;
  std::map<std::string, int> names;
  for (const auto& [name, content] : before) {
    const int file = -1 - static_cast<int>(names.size());
    names[name] = file;
    contents[file] = content;
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const FileCall& call = calls[i];
    const bool sure = synced(calls, i);
    if (!sure && choose.one_in(2)) continue;
    switch (call.kind) {
      case Kind::create: names[call.path] = call.file; break;
      case Kind::write:
        write(
            contents[call.file], call.offset,
            std::string_view(call.data).substr(0, sure || choose.one_in(2) ? call.data.size() : call.data.size() / 2));
        break;
      case Kind::truncate: contents[call.file].resize(call.offset); break;
      case Kind::rename:
        names.erase(call.data);
        names[call.path] = call.file;
        break;
      case Kind::unlink: names.erase(call.path); break;
      case Kind::sync:
      case Kind::sync_folder: break;
    }
  }
  Disk disk;
  for (const auto& [name, file] : names) disk[name] = contents[file];
  return disk;
}

// Calls check(disk, done) for every moment and many random outcomes.
void cut_everywhere(const Disk& before, const std::function<void()>& act,
                    const std::function<void(const Disk&, bool)>& check) {
  std::vector<FileCall> calls;
  {
    const tests::Recording recording;
    act();
    calls = recording.calls();
  }
  ASSERT_GT(calls.size(), 1u);
  Choices choose(1);
  for (std::size_t n = 0; n <= calls.size(); ++n)
    for (int i = 0; i < cuts; ++i)
      check(after_cut(before, {calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(n)}, choose),
            n == calls.size());
}

class PowerCut : public testing::Test {
 protected:
  std::string path() const { return folder_.path() / "file"; }

  // Expects that `act` replaces the file atomically.
  void replaces(const std::function<void()>& act) {
    const std::string before = read_text_file(path());
    std::set<std::string> found;
    std::vector<std::pair<std::string, bool>> left;
    cut_everywhere({{path(), before}}, act, [&](const Disk& disk, bool done) {
      ASSERT_TRUE(disk.contains(path()));
      left.emplace_back(disk.at(path()), done);
    });
    const std::string after = read_text_file(path());
    ASSERT_NE(before, after);
    for (const auto& [text, done] : left) {
      EXPECT_TRUE(text == after || (!done && text == before)) << text.size() << " bytes";
      found.insert(text);
    }
    EXPECT_EQ(found.size(), 2u);
  }

  tests::TemporaryFolder folder_;
};

TEST_F(PowerCut, LeavesOldOrNewLevelFile) {
  const auto level = [&](std::int8_t value) {
    const std::vector<std::int8_t> values(20000, value);
    write_level(path(), {1, 3, values.size()}, values, 1);
  };
  level(1);
  replaces([&] { level(2); });
}

TEST_F(PowerCut, LeavesOldOrNewTextFile) {
  write_text_file(path(), "old");
  replaces([&] { write_text_file(path(), "new text"); });
}

// Only the game being written may be lost, and resuming finds complete ones only.
TEST_F(PowerCut, LeavesCompleteGamesInMatchFile) {
  const GameDef def = find_game("owari");
  std::vector<std::string> games;
  const auto play = [&] {
    MatchFile file = MatchFile::create(path());
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      Game game(def);
      Choices choose(seed);
      tests::play_out(game, choose, [](const Game&) {});
      Record record = make_record(game);
      record.tags["Event"] = MatchFile::event;
      file.add(record);
      games.push_back(to_ogn(record));
    }
  };
  std::vector<std::string> left;
  cut_everywhere({}, play, [&](const Disk& disk, bool done) {
    if (disk.contains(path())) left.push_back(disk.at(path()));
    EXPECT_TRUE(!done || disk.at(path()) == read_text_file(path()));  // every game reported is on disk
  });
  const std::string again = folder_.path() / "again";
  int resumed = 0;
  for (const std::string& text : left) {
    write_text_file(again, text);
    try {
      const MatchFile file = MatchFile::resume(again, def);
      for (const Record& record : file.games())
        EXPECT_NE(std::find(games.begin(), games.end(), to_ogn(record)), games.end());
      ++resumed;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(resumed, 10);
}

}  // namespace
}  // namespace sow
