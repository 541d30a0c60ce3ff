// What a search says about a board: a margin in hundredths of a seed, and how sure it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sow {

inline constexpr int seed_value = 100;  // scores count hundredths of a seed

enum class ScoreKind : std::uint8_t { estimate, lower, upper, exact };
enum class Outcome : std::uint8_t { loss, draw, win };

// From the view of the player to move. `lower` and `upper` are proven bounds, `exact` is a proven margin.
struct Score {
  int value = 0;
  ScoreKind kind = ScoreKind::estimate;
  bool operator==(const Score&) const = default;

  double seeds() const { return static_cast<double>(value) / seed_value; }
};

// A search result inside the tree. `at_least`: the true margin is proven to be no lower than value; `at_most`: no higher.
struct Result {
  int value = 0;
  bool at_least = false, at_most = false;

  static constexpr Result exact(int seeds) { return {seeds * seed_value, true, true}; }

  // The same seen one ply up, where the move that led here earned `gain`; the sign turns unless the mover is the same.
  constexpr Result up(int gain, bool same) const {
    if (same) return {gain + value, at_least, at_most};
    return {gain - value, at_most, at_least};
  }
  constexpr Score score() const {
    if (at_least && at_most) return {value, ScoreKind::exact};
    return {value, at_least ? ScoreKind::lower : at_most ? ScoreKind::upper : ScoreKind::estimate};
  }
};

}  // namespace sow
