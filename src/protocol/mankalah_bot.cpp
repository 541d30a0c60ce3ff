#include "protocol/mankalah_bot.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr int pits = 7, mankalah_seeds = 98;

Position parse_state(std::string_view text, const Ruleset& rules, Player mover) {
  const auto counts = parse_counts(split_at(text, ','), 2 * (pits + 1), mankalah_seeds);
  if (const int sum = std::accumulate(counts.begin(), counts.end(), 0); sum != mankalah_seeds)
    throw Error(fmt::format("expected {} seeds, got {}", mankalah_seeds, sum));
  const auto side = [&](int first) { return std::vector(counts.begin() + first, counts.begin() + first + pits); };
  return make_position(rules, side(pits + 1), side(0), {counts[2 * pits + 1], counts[pits]}, mover);
}

}  // namespace

MankalahBot::MankalahBot(BotSetup setup)
    : setup_(std::move(setup)), def_(find_game(fmt::format("kalah:pits={0},seeds={0}", pits))), engine_(setup_.search) {
  engine_.prepare(Game(def_));
}

double MankalahBot::final_margin(const Game& game, const Limits& limits) {
  const Position& position = game.position();
  const int stores = position.store[0] - position.store[1];
  return game.ending() ? game.ending()->margin(position.mover)
                       : stores + engine_.analyze(game, limits).lines.front().margin.seeds();
}

Move MankalahBot::fairest_first_move() {
  const Game game(def_);
  Limits limits = setup_.limits;
  if (limits.time_ms) limits.time_ms = std::max<std::int64_t>(1, *limits.time_ms / pits);
  Move best = no_move;
  double best_value = 0;
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
    Position after = game.position();
    game.kernel().play(after, std::countr_zero(rest));
    if (after.mover == Player::south) after.turn();
    const double value = std::abs(final_margin(Game(def_, after), limits));
    if (best != no_move && value >= best_value) continue;
    best = std::countr_zero(rest);
    best_value = value;
  }
  return best;
}

void MankalahBot::move(const Game& game) {
  if (game.ending()) throw Error("there is no legal move");
  setup_.send(fmt::format("MOVE;{}", engine_.analyze(game, setup_.limits).best() + 1));
}

void MankalahBot::start(const std::vector<std::string_view>& parts) {
  if (parts.size() != 2 || (parts[1] != "South" && parts[1] != "North"))
    throw Error("START must be followed by South or North");
  side_ = parts[1] == "South" ? Player::south : Player::north;
  may_swap_ = side_ == Player::north;
  engine_.clear();
  if (side_ == Player::south) setup_.send(fmt::format("MOVE;{}", fairest_first_move() + 1));
}

void MankalahBot::change(const std::vector<std::string_view>& parts) {
  if (!side_) throw Error("CHANGE before START");
  if (parts.size() != 4) throw Error("CHANGE must be followed by a move, a board, and a turn");
  const bool swapped = parts[1] == "SWAP";
  if (!swapped && !parse_number(parts[1], 1, pits)) throw Error(fmt::format("'{}' is not a move", shown(parts[1])));
  const Player own = swapped ? other(*side_) : *side_;
  const Game game(def_, parse_state(parts[2], def_.rules, own));
  if (parts[3] != "YOU" && parts[3] != "OPP" && parts[3] != "END")
    throw Error(fmt::format("'{}' is not YOU, OPP, or END", shown(parts[3])));
  side_ = own;
  if (parts[3] != "YOU") return;  // the right to swap applies to the bot's first turn
  const bool may_swap = std::exchange(may_swap_, false);
  if (may_swap && final_margin(game, setup_.limits) < 0) {
    side_ = other(*side_);
    return setup_.send("SWAP");
  }
  move(game);
}

bool MankalahBot::handle_line(std::string_view line) {
  const auto parts = split_at(line, ';');
  if (parts[0] == "END" && parts.size() == 1) return false;
  try {
    if (parts[0] == "START")
      start(parts);
    else if (parts[0] == "CHANGE")
      change(parts);
    else if (!line.empty())
      throw Error("unknown message");
  } catch (const Error& e) {
    setup_.warn(fmt::format("'{}': {}", shown(line, 80), e.what()));
  }
  return true;
}

}  // namespace sow
