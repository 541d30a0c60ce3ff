#include "game/record.h"

#include <cassert>

namespace sow {
namespace {

constexpr const char* termination = "Termination";

std::optional<EndReason> recorded_reason(const Record& record) {
  const auto tag = record.tags.find(termination);
  return tag == record.tags.end() ? std::nullopt : parse_termination(tag->second);
}

// Removes the tag of an older record if the game has been continued since.
void set_termination(Record& record, const std::optional<Ending>& ending) {
  if (recorded_reason(record)) record.tags.erase(termination);
  if (ending && parse_termination(termination_word(ending->reason)))
    record.tags[termination] = termination_word(ending->reason);
}

}  // namespace

Record make_record(const Game& game, const Record* older) {
  Record record{.def = game.def(), .start = game.start()};
  const auto& plies = game.plies();
  std::size_t played = 0;
  if (older != nullptr) record.tags = older->tags;
  if (older != nullptr && older->start == game.start() && older->def.rules == game.rules()) {
    for (const Element& element : older->line) {
      if (element.kind == Element::Kind::move) {
        if (played == plies.size() || plies[played].move != element.move) break;
        ++played;
      }
      record.line.push_back(element);
    }
  }
  for (; played < plies.size(); ++played) record.line.push_back({.move = plies[played].move});
  if (game.ending()) record.result = game.ending()->seeds;
  set_termination(record, game.ending());
  return record;
}

Game replay(const Record& record) { return replay(record, Game(record.def, record.start)); }

Game replay(const Record& record, const Game& prototype) {
  Game game = prototype.from(record.start);
  for (const Element& element : record.line) {
    if (element.kind != Element::Kind::move) continue;
    [[maybe_unused]] const Legality legality = game.play(element.move);
    assert(legality == Legality::ok);
  }
  end_as_recorded(game, record);
  return game;
}

void end_as_recorded(Game& game, const Record& record) {
  if (!record.result) game.play_on();
  if (game.ending() || !record.result) return;
  const auto [south, north] = *record.result;
  const EndReason reason = recorded_reason(record).value_or(EndReason::resigned);
  if (reason == EndReason::agreement) {
    if (south == north) game.agree_to_draw();
    return;
  }
  for (const Player player : {Player::south, Player::north})
    if ((*record.result)[index(player)] == 0 && (*record.result)[index(other(player))] == game.position().total())
      game.forfeit(player, reason);
}

}  // namespace sow
