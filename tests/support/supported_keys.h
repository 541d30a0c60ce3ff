// The keys of the vocabulary that an optimization supports, found by setting each key to other values. A key that is
// added later must not be among them until somebody has checked it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "rules/vocabulary.h"

namespace sow::tests {

// Other values of a member than the one it has.
template <class T>
std::vector<T> other_values(const Key& key, const T& current) {
  std::vector<T> values;
  if constexpr (std::is_same_v<T, bool>) {
    values = {!current};
  } else if constexpr (std::is_enum_v<T>) {
    for (const auto& word : words<T>) values.push_back(word.value);
  } else if constexpr (std::is_unsigned_v<T>) {
    values = {static_cast<T>(key.min), static_cast<T>(key.min + 1), static_cast<T>(key.max)};
  } else if constexpr (std::is_same_v<T, CountTest>) {
    values = {{.kind = CountTest::Kind::even}};
  } else {
    for (const auto& member : members<T>) {
      values.push_back({});
      values.back().*member.flag = true;
    }
  }
  std::erase(values, current);
  return values;
}

using Supports = std::function<bool(const Ruleset&)>;

// The keys of which some value is supported.
inline std::set<std::string> supported_keys(const Supports& supports) {
  Ruleset plain;
  plain.land_count = 1;
  EXPECT_TRUE(supports(plain));
  std::set<std::string> keys;
  const auto try_key = [&](const Key& key, auto& member) {
    const auto original = member;
    for (const auto& value : other_values(key, original)) {
      member = value;
      if (supports(plain)) keys.insert(std::string(key.section) + "." + std::string(key.name));
    }
    member = original;
  };
  for_each_key(plain, try_key);
  for_each_land_key(plain.lands[0], try_key);
  plain.pass_count = 1;
  for_each_pass_key(plain.passes[0], try_key);
  return keys;
}

}  // namespace sow::tests
