#include "protocol/codingame_bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr int houses_per_player = 6, total_seeds = 48;

bool matches(const Game& game, const std::array<std::vector<int>, 2>& houses) {
  for (const Player player : {Player::south, Player::north})
    for (int i = 0; i < houses_per_player; ++i)
      if (game.position().pits_of(player)[i] != houses[index(player)][i]) return false;
  return true;
}

// The game after the opponent's move that leads to these houses, if there is one.
std::optional<Game> after_reply(const Game& game, const std::array<std::vector<int>, 2>& houses) {
  if (game.position().mover != Player::north) return std::nullopt;
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
    Game after = game;
    after.play(std::countr_zero(rest));
    if (matches(after, houses)) return after;
  }
  return std::nullopt;
}

}  // namespace

CodingameBot::CodingameBot(BotSetup setup)
    : setup_(std::move(setup)), def_(find_game("oware")), engine_(setup_.search) {
  engine_.prepare(Game(def_));
}

Game CodingameBot::find_game_at(const Houses& houses) const {
  Game first(def_);
  if (matches(first, houses)) return first;
  Position theirs = first.start();
  theirs.turn();  // the opponent moves first
  for (const Game& before : {game_.value_or(first), Game(def_, theirs)})
    if (auto game = after_reply(before, houses); game && !game->ending()) return *game;
  // The judge continues games that are over by our rules, for example after a repetition.
  const int seeds =
      std::accumulate(houses[0].begin(), houses[0].end(), 0) + std::accumulate(houses[1].begin(), houses[1].end(), 0);
  const int captured = total_seeds - seeds;
  const int known = game_ ? game_->position().store_of(Player::south) : captured / 2;
  const int own = std::min(known, captured);
  return Game(def_, make_position(def_.rules, houses[0], houses[1], {own, captured - own}, Player::south));
}

int CodingameBot::choose_house(const Houses& houses) {
  Game game = find_game_at(houses);
  if (!game.ending()) {
    const Move move = engine_.analyze(game, setup_.limits).best();
    game.play(move);
    game_ = std::move(game);
    return move;
  }
  // The game is over by our rules, but the judge still expects a move.
  const auto house = std::find_if(houses[0].begin(), houses[0].end(), [](int seeds) { return seeds > 0; });
  if (house == houses[0].end()) throw Error("all houses are empty");
  return static_cast<int>(house - houses[0].begin());
}

void CodingameBot::handle_line(std::string_view line) {
  if (split_words(line).empty()) return;
  try {
    const auto counts = parse_counts(split_words(line), 2 * houses_per_player, total_seeds);
    if (std::accumulate(counts.begin(), counts.end(), 0) > total_seeds)
      throw Error(fmt::format("more than {} seeds", total_seeds));
    const auto middle = counts.begin() + houses_per_player;
    setup_.send(std::to_string(choose_house({std::vector(counts.begin(), middle), std::vector(middle, counts.end())})));
  } catch (const Error& e) {
    setup_.warn(fmt::format("invalid turn '{}': {}", shown(line), e.what()));
  }
}

}  // namespace sow
