// The value code: round trips, and rejection of invalid code tables.
#include "db/value_code.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace sow {
namespace {

constexpr std::size_t block = 512;

using Values = std::vector<std::int8_t>;

// Packs the values in blocks and unpacks them with a code that was written and read back.
Values round_trip(const Values& values, std::size_t* bytes = nullptr) {
  const ValueCode packs(source_of(values), values.size(), block, 2);
  ValueCode unpacks;
  EXPECT_TRUE(unpacks.read(packs.text()));
  Values result(values.size());
  for (std::size_t first = 0; first < values.size(); first += block) {
    const std::size_t size = std::min(block, values.size() - first);
    std::vector<char> packed(ValueCode::max_bytes(size) + ValueCode::read_beyond(size));
    const std::size_t used = packs.pack({&values[first], size}, packed.data());
    EXPECT_LE(used, ValueCode::max_bytes(size));
    EXPECT_TRUE(unpacks.unpack({packed.data(), used}, {&result[first], size}));
    EXPECT_FALSE(unpacks.unpack({packed.data(), used + 1}, {&result[first], size}));
    if (bytes != nullptr) *bytes += used;
  }
  return result;
}

TEST(ValueCodes, RoundTrips) {
  std::mt19937 random(1);
  for (const std::size_t count : {1u, 2u, 3u, 10u, 11u, 511u, 512u, 513u, 5000u})
    for (const int spread : {1, 2, 7, 255}) {
      Values values(count);
      for (auto& v : values) v = static_cast<std::int8_t>(static_cast<int>(random() % spread) - spread / 2);
      ASSERT_EQ(round_trip(values), values) << count << ' ' << spread;
    }
}

// With each value twice as frequent as the next, an unlimited Huffman code would exceed max_bits.
TEST(ValueCodes, LimitsCodeLength) {
  Values values;
  for (int v = 0; v < 18; ++v) values.insert(values.end(), std::size_t{1} << (18 - v), static_cast<std::int8_t>(v));
  std::shuffle(values.begin(), values.end(), std::mt19937(1));
  EXPECT_EQ(round_trip(values), values);
}

// A value that always follows its predecessor takes no bits.
TEST(ValueCodes, PredictableValuesTakeNoBits) {
  Values values(100 * block);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int8_t>(i % 16);
  std::size_t bytes = 0;
  EXPECT_EQ(round_trip(values, &bytes), values);
  EXPECT_EQ(bytes, 200u);  // two bytes per block
}

TEST(ValueCodes, RejectsInvalidCodeTables) {
  const Values values{0, 1, 1, 0, 1};
  const std::string good = ValueCode(source_of(values), values.size(), block, 1).text();
  ValueCode code;
  EXPECT_TRUE(code.read(good));
  EXPECT_FALSE(code.read(std::string()));
  EXPECT_FALSE(code.read(good.substr(0, 1)));
  EXPECT_FALSE(code.read(good.substr(0, good.size() - 1)));
  EXPECT_FALSE(code.read(good + '\0'));
  const std::string head{0, 2};
  EXPECT_TRUE(code.read(head + std::string{2, 2, 0, 0, 0, 1}));
  for (const std::string& row : {std::string{2, 0}, {2, 3}, {1, 1}, {1, 2}, {12, 2}, {'\xff', 0}})
    EXPECT_FALSE(code.read(head + row + std::string{2, 2, 2, 2})) << static_cast<int>(row[0]);
  EXPECT_FALSE(code.read(std::string{127, 2, 2, 2, 2, 2, 2, 2}));
}

// Arbitrary bytes decode to values of the code, or fail.
TEST(ValueCodes, UnpacksArbitraryBytesSafely) {
  const Values values{-3, 5, 2, -3, 5, 5, 2, 0};
  const ValueCode code(source_of(values), values.size(), block, 1);
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t size = random() % 300;
    std::vector<char> packed(size + ValueCode::read_beyond(block));
    for (std::size_t k = 0; k < size; ++k) packed[k] = static_cast<char>(random());
    Values out(block);
    code.unpack({packed.data(), size}, out);
    for (const int v : out) ASSERT_TRUE(v >= -3 && v <= 5);
  }
}

}  // namespace
}  // namespace sow
