// Exported levels, read back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "db/export_level.h"
#include "db/level_file.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using testing::HasSubstr;

class Export : public testing::Test {
 protected:
  Database built(const std::string& game, int seeds) const {
    Database database(find_game(game), folder_.path());
    build_database(database, {.seeds = seeds, .threads = 1, .stop = &never, .on_progress = {}});
    return database;
  }
  static std::string exported(const Database& database, int seeds, ExportOptions options,
                              std::uint64_t* rows = nullptr) {
    std::string text;
    const std::uint64_t count =
        export_level(database, seeds, options, [&](std::string_view piece) { text.append(piece); });
    if (rows != nullptr) *rows = count;
    return text;
  }
  static std::vector<std::int8_t> values(const Database& database, int seeds) {
    std::vector<std::int8_t> values(database.index().size(seeds));
    database.open(seeds)->read_all(values.data(), 1);
    return values;
  }
  // Splits an NPY file into its description and its data.
  static std::pair<std::string, std::string> parsed(const std::string& npy) {
    EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = static_cast<unsigned char>(npy[8]) + 256u * static_cast<unsigned char>(npy[9]);
    EXPECT_EQ((10 + length) % 64, 0u);
    EXPECT_EQ(npy[9 + length], '\n');
    return {npy.substr(10, length), npy.substr(10 + length)};
  }

  tests::TemporaryFolder folder_;
};

TEST_F(Export, WritesValuesAsNpy) {
  const Database database = built("oware", 5);
  const auto [description, data] = parsed(exported(database, 5, {.format = ExportOptions::Format::npy}));
  EXPECT_THAT(description, HasSubstr("{'descr': '|i1', 'fortran_order': False, 'shape': (4368,), }"));
  const auto expected = values(database, 5);
  EXPECT_EQ(data, std::string(expected.begin(), expected.end()));
}

TEST_F(Export, WritesBoardsAsNpy) {
  for (const auto* game : {"kalah:pits=3,seeds=2", "toguz-kumalak:pits=3"}) {
    SCOPED_TRACE(game);
    const Database database = built(game, 4);
    const bool owners = database.index().states().count() > 1;
    std::uint64_t rows = 0;
    const auto [description, data] =
        parsed(exported(database, 4, {.format = ExportOptions::Format::npy, .boards = true}, &rows));
    EXPECT_THAT(description, HasSubstr(owners ? "[('board', '|u1', (6,)), ('owner', '|u1', (6,)), ('margin', '|i1')]"
                                              : "[('board', '|u1', (6,)), ('margin', '|i1')]"));
    EXPECT_THAT(description, HasSubstr("'shape': (" + std::to_string(rows) + ",)"));
    const std::size_t width = owners ? 13 : 7;
    ASSERT_EQ(data.size(), rows * width);
    if (!owners) EXPECT_EQ(rows, database.index().size(4));
    const auto expected = values(database, 4);
    for (std::size_t at = 0; at < data.size(); at += width) {
      Position p;
      for (int i = 0; i < 6; ++i) p.pits[i / 3][i % 3] = static_cast<std::uint8_t>(data[at + i]);
      for (int i = 0; owners && i < 6; ++i)
        if (data[at + 6 + i] != 0) p.owned[data[at + 6 + i] - 1] |= PitSet{1} << (32 * (i / 3) + i % 3);
      ASSERT_EQ(p.seeds_in_pits(), 4);
      ASSERT_EQ(data[at + width - 1], expected[database.index().address(p).number]);
    }
  }
}

TEST_F(Export, WritesCsv) {
  const Database database = built("kalah:pits=2,seeds=2", 1);
  EXPECT_EQ(exported(database, 1, {.format = ExportOptions::Format::csv}).substr(0, 7), "margin\n");
  std::istringstream lines(exported(database, 1, {.format = ExportOptions::Format::csv, .boards = true}));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "own0,own1,opp0,opp1,margin");
  const auto expected = values(database, 1);
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    Position p;
    int value = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%hhu,%hhu,%hhu,%hhu,%d", &p.pits[0][0], &p.pits[0][1], &p.pits[1][0],
                          &p.pits[1][1], &value),
              5);
    EXPECT_EQ(value, expected[database.index().address(p).number]) << line;
  }
  EXPECT_EQ(count, 4);
}

TEST_F(Export, NamesForcedSeeds) {
  const Database database = built("oware:pits=2", 2);
  EXPECT_TRUE(exported(database, 2, {.format = ExportOptions::Format::csv}).starts_with("forced\n"));
}

}  // namespace
}  // namespace sow
