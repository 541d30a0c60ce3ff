// Suggestions for mistyped words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

// The closest of `words` by edit distance, ignoring case; empty if none is close enough. A prefix counts as one typo.
std::string nearest_word(std::string_view word, const std::vector<std::string>& words);

// "; did you mean oware?", or empty if no word is close enough.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

}  // namespace sow
