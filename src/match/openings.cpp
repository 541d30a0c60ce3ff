#include "match/openings.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "board/notation.h"
#include "game/record.h"
#include "rules/catalog.h"
#include "rules/deal.h"

namespace sow {

ListedOpenings::ListedOpenings(const std::vector<Game>& games) {
  std::set<std::string> seen;
  for (const Game& game : games)
    if (seen.insert(diagram(game.rules(), game.position())).second) games_.push_back(game);
}

RandomOpenings::RandomOpenings(const GameDef& def, int plies, std::uint64_t seed, const DatabaseUse& database,
                               std::uint64_t nodes, std::optional<double> lead)
    : start_(def),
      plies_(plies),
      nodes_(nodes),
      lead_(lead),
      random_(seed),
      judge_({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = database}) {}

bool RandomOpenings::balanced(const Game& game, std::uint64_t nodes, double lead) {
  Limits limits;
  limits.nodes = nodes;
  limits.stop = judge_.options().database.stop;
  if (limits.stop != nullptr && *limits.stop) return true;
  const Position& p = game.position();
  const double found = judge_.analyze(game, limits).lines[0].margin.seeds() + p.store[0] - p.store[1];
  return std::abs(found) <= lead;
}

Game RandomOpenings::start() {
  if (!start_.def().is_undealt()) return start_;
  int deal = 0;
  do deal = 1 + static_cast<int>(random_() % max_deal);
  while (!deals_.insert(deal).second && deals_.size() < max_deal);
  return Game(deal_of(start_.def(), deal));
}

bool RandomOpenings::generate_one() {
  constexpr int max_tries = 1000;
  for (int tries = 0; tries < max_tries; ++tries) {
    Game game = start();
    for (int ply = 0; ply < plies_ && !game.ending(); ++ply) game.play(pick(game.moves(), random_));
    if (game.ending() || !seen_.insert(diagram(game.rules(), game.position())).second) continue;
    // A quick search rejects most unbalanced positions; with four rows it is too unreliable. The usual start position
    // is always accepted.
    const bool search_quickly = nodes_ > quick_nodes && !game.rules().four_rows();
    const double default_lead = game.position().total() / 16.0;
    if ((plies_ > 0 || start_.def().is_undealt()) && !((!search_quickly || balanced(game, quick_nodes, default_lead)) &&
                                                       balanced(game, nodes_, lead_.value_or(default_lead))))
      continue;
    games_.push_back(std::move(game));
    return true;
  }
  return false;
}

void RandomOpenings::generate(std::size_t count) {
  while (games_.size() < count && !exhausted_) exhausted_ = !generate_one();
  if (games_.empty())
    throw Error(fmt::format("no balanced opening found after {} random plies of {}", plies_, start_.def().name));
}

bool RandomOpenings::has(int number) {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::size_t>(number);
  generate(index + 1);
  return index < games_.size();
}

Game RandomOpenings::at(int number) {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::size_t>(number);
  generate(index + 1);
  return games_[index % games_.size()];
}

namespace {

std::vector<Game> from_records(std::string_view text, const GameDef& def, const std::string& file) {
  std::vector<Game> games;
  for (const Record& record : read_ogn(text, file, {}, &def)) games.push_back(replay(record));
  return games;
}

std::vector<Game> from_positions(std::string_view text, const GameDef& def, const std::string& file) {
  std::vector<Game> games;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      games.emplace_back(def, parse_position(line, def.rules, file));
    } catch (const Error& e) {
      throw Error(Location{file, number, e.location().column}, e.message());
    }
  }
  return games;
}

}  // namespace

std::vector<Game> parse_openings(std::string_view text, const GameDef& def, const std::string& file) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool records = first != std::string_view::npos && text[first] == '[';
  auto games = records ? from_records(text, def, file) : from_positions(text, def, file);
  if (games.empty()) throw Error(Location{file}, "the file contains no openings");
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i].ending()) throw Error(Location{file}, fmt::format("opening {} is a finished game", i + 1));
  return games;
}

}  // namespace sow
