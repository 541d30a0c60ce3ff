// What somebody may have meant who mistyped a word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

// The nearest of the words if it is near enough: few letters wrong for its length, or the beginning of one that is
// longer. Otherwise nothing. Case does not matter.
std::string nearest_word(std::string_view word, const std::vector<std::string>& words);

// "; did you mean oware?" if there is such a word.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

}  // namespace sow
