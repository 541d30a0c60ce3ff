// What somebody may have meant who mistyped a word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

// "; did you mean oware?" if one of the words is near enough: few letters wrong for its length, or the beginning of one
// that is longer. Otherwise nothing. Case does not matter.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

}  // namespace sow
