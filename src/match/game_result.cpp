#include "match/game_result.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/error.h"

namespace sow {
namespace {

constexpr const char *normal = "normal", *adjudication = "adjudication", *termination = "Termination";
constexpr std::array effort_tags = {"SouthEffort", "NorthEffort"};

Effort parse_effort(const std::string& text) {
  Effort e;
  long long plies = 0;
  if (std::sscanf(text.c_str(), "%d moves, %lf ms, %lld plies in %d", &e.moves, &e.ms, &plies, &e.known_depths) != 4)
    throw Error(fmt::format("'{}' is not a valid effort; expected 'N moves, N ms, N plies in N'", shown(text)));
  e.plies = plies;
  return e;
}

}  // namespace

Effort& Effort::operator+=(const Effort& other) {
  moves += other.moves;
  ms += other.ms;
  known_depths += other.known_depths;
  plies += other.plies;
  return *this;
}

void add_tags(Record& record, const GameResult& result) {
  record.tags[termination] = result.forfeit       ? std::string(termination_word(*result.forfeit))
                             : result.adjudicated ? adjudication
                                                  : normal;
  for (std::size_t side = 0; side < 2; ++side) {
    const Effort& e = result.effort[side];
    record.tags[effort_tags[side]] =
        fmt::format("{} moves, {:.3f} ms, {} plies in {}", e.moves, e.ms, e.plies, e.known_depths);
  }
}

GameResult result_of(const Record& record) {
  if (!record.result) throw Error("the game has no result");
  const auto tag = [&](const char* name) {
    const auto found = record.tags.find(name);
    if (found == record.tags.end()) throw Error(fmt::format("the game has no {} tag", name));
    return found->second;
  };
  const std::string word = tag(termination);
  GameResult result{
      .seeds = *record.result, .forfeit = parse_termination(word), .adjudicated = word == adjudication, .effort = {}};
  for (std::size_t side = 0; side < 2; ++side) result.effort[side] = parse_effort(tag(effort_tags[side]));
  return result;
}

}  // namespace sow
