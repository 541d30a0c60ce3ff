#include "protocol/bot.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"

namespace sow {

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (const auto part : split_at(text, ' '))
    if (!part.empty()) words.push_back(part);
  return words;
}

std::vector<int> parse_counts(const std::vector<std::string_view>& words, std::size_t count, int max) {
  if (words.size() != count) throw Error(fmt::format("expected {} numbers, got {}", count, words.size()));
  std::vector<int> counts;
  for (const auto word : words) {
    const auto number = parse_number(word, 0, max);
    if (!number) throw Error(fmt::format("'{}' is not a number from 0 to {}", shown(word), max));
    counts.push_back(static_cast<int>(*number));
  }
  return counts;
}

Position make_position(const Ruleset& rules, const std::vector<int>& south, const std::vector<int>& north,
                       std::array<int, 2> stores, Player mover) {
  int total = stores[0] + stores[1];
  total = std::accumulate(south.begin(), south.end(), total);
  total = std::accumulate(north.begin(), north.end(), total);
  if (total > max_seeds) throw Error(fmt::format("{} seeds are too many; the limit is {}", total, max_seeds));
  Position position;
  position.mover = mover;
  for (const Player player : {Player::south, Player::north}) {
    const auto& pits = player == Player::south ? south : north;
    for (int pit = 0; pit < rules.pits_per_player(); ++pit)
      position.pits_of(player)[pit] = static_cast<std::uint8_t>(pits[pit]);
    position.store_of(player) = static_cast<std::uint8_t>(stores[index(player)]);
  }
  return position;
}

}  // namespace sow
