#include "match/game_result.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/error.h"

namespace sow {
namespace {

constexpr std::array<std::pair<Fault, const char*>, 3> fault_words = {
    {{Fault::illegal_move, "rules infraction"}, {Fault::time, "time forfeit"}, {Fault::crash, "abandoned"}}};
constexpr const char *normal = "normal", *adjudication = "adjudication", *termination = "Termination";
constexpr std::array effort_tags = {"SouthEffort", "NorthEffort"};

Effort parse_effort(const std::string& text) {
  Effort e;
  long long plies = 0;
  if (std::sscanf(text.c_str(), "%d moves, %lf ms, %lld plies in %d", &e.moves, &e.ms, &plies, &e.known_depths) != 4)
    throw Error(fmt::format("'{}' is not what a player spent on a game", shown(text)));
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
  std::string& word = record.tags[termination];
  word = result.adjudicated ? adjudication : normal;
  for (const auto& [fault, text] : fault_words)
    if (result.fault == fault) word = text;
  for (std::size_t side = 0; side < 2; ++side) {
    const Effort& e = result.effort[side];
    record.tags[effort_tags[side]] =
        fmt::format("{} moves, {:.3f} ms, {} plies in {}", e.moves, e.ms, e.plies, e.known_depths);
  }
}

std::optional<Fault> fault_of(const Record& record) {
  const auto tag = record.tags.find(termination);
  for (const auto& [fault, text] : fault_words)
    if (tag != record.tags.end() && tag->second == text) return fault;
  return std::nullopt;
}

void set_fault(Record& record, std::optional<Fault> fault) {
  if (fault_of(record)) record.tags.erase(termination);
  for (const auto& [each, text] : fault_words)
    if (each == fault) record.tags[termination] = text;
}

GameResult result_of(const Record& record) {
  if (!record.result) throw Error("a game without a result");
  GameResult result{.seeds = *record.result, .fault = {}, .adjudicated = false, .effort = {}};
  const auto tag = [&](const char* name) {
    const auto found = record.tags.find(name);
    if (found == record.tags.end()) throw Error(fmt::format("a game without the tag {}", name));
    return found->second;
  };
  const std::string word = tag(termination);
  result.adjudicated = word == adjudication;
  result.fault = fault_of(record);
  for (std::size_t side = 0; side < 2; ++side) result.effort[side] = parse_effort(tag(effort_tags[side]));
  return result;
}

}  // namespace sow
