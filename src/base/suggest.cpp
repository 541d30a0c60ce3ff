#include "base/suggest.h"

#include <algorithm>
#include <cctype>

namespace sow {
namespace {

constexpr std::size_t max_word = 64;  // longer words are truncated: the distance takes quadratic time
constexpr std::size_t min_word = 3;   // shorter words resemble too many others
constexpr std::size_t letters_per_typo = 3;

std::string lower(std::string_view text) {
  std::string out(text.substr(0, max_word));
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Edit distance with transpositions of neighbors (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& words) {
  const std::string typed = lower(word);
  if (typed.size() < min_word) return "";
  const std::string* nearest = nullptr;
  std::size_t best = std::max<std::size_t>(1, typed.size() / letters_per_typo) + 1;
  for (const std::string& candidate : words) {
    const std::string known = lower(candidate);
    const std::size_t typos = known.starts_with(typed) ? 1 : distance(typed, known);
    if (typos >= best) continue;
    best = typos;
    nearest = &candidate;
  }
  return nearest == nullptr ? "" : *nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
  const std::string nearest = nearest_word(word, words);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

}  // namespace sow
