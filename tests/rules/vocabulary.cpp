// Every enumerator has a unique word, and the generated reference lists all keys and words.
#include "rules/vocabulary.h"

#include <gtest/gtest.h>

#include <set>

#include "rules/game_def.h"
#include "rules/game_kind.h"

namespace sow {
namespace {

// Enumerators are numbered from 0 without gaps. The words must name each of them once, in any order.
template <class E>
void expect_complete(E last) {
  std::set<E> values;
  std::set<std::string_view> texts;
  for (const auto& word : words<E>) {
    values.insert(word.value);
    texts.insert(word.text);
    EXPECT_FALSE(word.help.empty()) << word.text;
    EXPECT_EQ(text_of(word.value), word.text);
    EXPECT_EQ(help_of(word.value), word.help);
  }
  EXPECT_EQ(values.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_EQ(*values.rbegin(), last);
  EXPECT_EQ(texts.size(), words<E>.size());
  EXPECT_EQ(text_of(static_cast<E>(static_cast<int>(last) + 1)), "?") << "update the last value here";
}

TEST(Vocabulary, EveryValueHasAWord) {
  expect_complete(Direction::opposed);
  expect_complete(Reverse::capture);
  expect_complete(Store::own_first);
  expect_complete(Track::own);
  expect_complete(Twos::last_pit);
  expect_complete(Facing::not_single);
  expect_complete(Before::one_seed);
  expect_complete(SkipAt::theirs);
  expect_complete(ChainOver::empty);
  expect_complete(OwnWith::behind);
  expect_complete(OpeningSow::cross);
  expect_complete(First::origin_every_lap);
  expect_complete(Singles::last_onto_empty);
  expect_complete(Reach::occupied);
  expect_complete(LandAt::last);
  expect_complete(PassTo::owner);
  expect_complete(Chain::forward);
  expect_complete(CaptureTo::out);
  expect_complete(AfterLand::next);
  expect_complete(OwnAt::my_ends_their_two);
  expect_complete(Apart::facing);
  expect_complete(OpeningPits::second_half);
  expect_complete(Feed::if_empty_possible);
  expect_complete(GrandSlam::again);
  expect_complete(Stuck::win);
  expect_complete(Rest::split);
  expect_complete(FewTo::first);
  expect_complete(Repeat::most);
  expect_complete(GameKind::four_rows);
}

TEST(Vocabulary, SetsHaveAWordForEachMember) {
  EXPECT_EQ(members<TakeSet>.size(), sizeof(TakeSet));  // one bool per member
  EXPECT_EQ(members<EndSet>.size(), sizeof(EndSet));
}

TEST(Vocabulary, ReferenceNamesEveryKeyAndWord) {
  const std::string text = vocabulary_markdown();
  const auto expect_key = [&](const Key& key) {
    EXPECT_NE(text.find("| `" + std::string(key.name) + "` |"), std::string::npos) << key.name;
    EXPECT_NE(text.find(key.help), std::string::npos) << key.name;
  };
  const auto expect_value = [&]<class T>(const T&) {
    if constexpr (std::is_enum_v<T>)
      for (const auto& word : words<T>) EXPECT_NE(text.find(word.help), std::string::npos) << word.text;
  };
  Ruleset rules;
  Land land;
  for_each_key(rules, [&](const Key& key, const auto& value) {
    expect_key(key);
    expect_value(value);
  });
  for_each_land_key(land, [&](const Key& key, const auto& value) {
    expect_key(key);
    expect_value(value);
  });
  for (const auto& key : text_keys) expect_key(key);
  for (const auto& key : setup_lists) expect_key(key);
}

TEST(Vocabulary, CountTestsMatch) {
  const CountTest any, even{.kind = CountTest::Kind::even}, above{.kind = CountTest::Kind::above, .bound = 1};
  const CountTest list{.kind = CountTest::Kind::list, .listed = 1u << 2 | 1u << 3 | std::uint64_t{1} << 63};
  for (unsigned n = 0; n < 256; ++n) {
    EXPECT_TRUE(any.matches(n));
    EXPECT_EQ(even.matches(n), n != 0 && n % 2 == 0) << n;
    EXPECT_EQ(above.matches(n), n > 1) << n;
    EXPECT_EQ(list.matches(n), n == 2 || n == 3 || n == 63) << n;
  }
}

}  // namespace
}  // namespace sow
