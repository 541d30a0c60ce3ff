// A table that grows automatically gives the same answers as one of full size, within its memory limit.
#include "search/table.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"

namespace sow {
namespace {

constexpr std::size_t max_bytes = std::size_t{2} << 20;

struct Entry {
  Table::Key key;
  std::uint32_t data;
};

std::vector<Entry> entries(int count) {
  Random random(1);
  std::vector<Entry> list;
  for (int i = 0; i < count; ++i)
    list.push_back(
        {Table::Key{random()} << 32 | static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random() | 1)});
  return list;
}

int worth(std::uint32_t data) { return static_cast<int>(data >> 28); }

TEST(Table, GivesTheSameAnswersWhenItGrows) {
  for (const int count : {100, 3'000, 400'000}) {  // the last does not fit
    Table growing(max_bytes, Table::Growth::automatic), large(max_bytes);
    large.grow(max_bytes);
    int found = 0;
    const auto list = entries(count);
    for (const auto& [key, data] : list) {
      growing.store(key, data, worth);
      large.store(key, data, worth);
    }
    for (const auto& [key, data] : list) {
      ASSERT_EQ(growing.probe(key), large.probe(key));
      found += growing.probe(key) == data;
    }
    EXPECT_EQ(found == count, count <= 3'000);
    EXPECT_LE(growing.bytes(), max_bytes);
    EXPECT_EQ(growing.full_size(), count == 400'000);
  }
}

TEST(Table, StaysSmallWithFewEntries) {
  Table table(max_bytes, Table::Growth::automatic);
  const std::size_t first = table.bytes();
  EXPECT_LT(first, max_bytes / 4);
  for (const auto& [key, data] : entries(100)) table.store(key, data, worth);
  EXPECT_EQ(table.bytes(), first);
}

TEST(Table, KeepsNearlyAllEntriesWhenItGrows) {
  Table table(max_bytes);
  const auto list = entries(2000);
  for (const auto& [key, data] : list) table.store(key, data, worth);
  table.grow(max_bytes / 3);
  table.grow(max_bytes - 64);
  const auto kept =
      std::count_if(list.begin(), list.end(), [&](const Entry& e) { return table.probe(e.key) == e.data; });
  EXPECT_GT(kept, 1990);
}

TEST(Table, IsEmptyAndSmallAfterClear) {
  Table table(std::size_t{40} << 20, Table::Growth::automatic);
  const std::size_t first = table.bytes();
  const auto list = entries(500'000);  // enough that pages are returned to the system
  for (const auto& [key, data] : list) table.store(key, data, worth);
  EXPECT_GT(table.bytes(), std::size_t{16} << 20);
  table.clear();
  EXPECT_EQ(table.bytes(), first);
  table.grow(std::size_t{40} << 20);
  for (const auto& [key, data] : list) ASSERT_EQ(table.probe(key), 0u);
}

}  // namespace
}  // namespace sow
