#include <fmt/format.h>

#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

std::optional<Problem> find_land_problem(const Ruleset& rules, int index) {
  const Land& land = rules.lands[index];
  const auto bad = [&](std::string key, std::string message) {
    return Problem{"land", std::move(key), std::move(message), index};
  };
  const bool row_of_four = land.at == LandAt::inner || land.at == LandAt::outer;
  if (!rules.four_rows() && row_of_four)
    return bad("at", fmt::format("land.at = \"{}\" needs a board of four rows", text_of(land.at)));
  if (rules.four_rows() && (land.at == LandAt::theirs || land.at == LandAt::mine))
    return bad("at", "on four rows each player sows the own holes only: land.at is \"inner\", \"outer\" or \"any\"");
  if (land.at == LandAt::store && rules.store != Store::own)
    return bad("at", "land.at = \"store\" needs sow.store = \"own\"");
  const CountTest no_test;
  const bool faces = land.opposite != no_test || land.outer != no_test || land.take.opposite || land.take.outer;
  if (land.at == LandAt::store && (faces || land.count != no_test || land.take.any() || land.then == AfterLand::relay))
    return bad("at", "a seed in the store takes nothing: only `then` goes with land.at = \"store\"");
  if (!rules.four_rows() && (land.outer != no_test || land.take.outer))
    return bad(land.take.outer ? "take" : "outer", "outer holes exist on a board of four rows only");
  if (rules.four_rows() && faces && land.at != LandAt::inner)
    return bad("at", "only inner holes face the opponent: land.at must be \"inner\" here");
  if (!land.take.any() && (land.chain != Chain::none || land.to != CaptureTo::store))
    return bad("take", "land.chain and land.to say nothing without land.take");
  if (land.chain == Chain::back && (!land.take.pit || land.take.opposite || land.take.outer))
    return bad("chain", "land.chain = \"back\" goes with take = [\"pit\"]");
  if (land.to != CaptureTo::store && land.take.pit)
    return bad("take", "the hole just reached is never captured to be sown on");
  if (land.to != CaptureTo::store && land.then != AfterLand::end)
    return bad("then", fmt::format("land.to = \"{}\" says itself how the turn goes on", text_of(land.to)));
  if (land.then == AfterLand::relay && land.take.pit)
    return bad("then", "nothing is left to relay after take = [\"pit\"]");
  if (rules.four_rows() && land.take.pit) return bad("take", "on four rows only the opponent's holes are taken");
  return std::nullopt;
}

}  // namespace

std::optional<Problem> find_problem(const Ruleset& rules) {
  const auto bad = [](std::string section, std::string key, std::string message) {
    return Problem{std::move(section), std::move(key), std::move(message)};
  };
  if (rules.rows != 2 && rules.rows != 4) return bad("board", "rows", "board.rows must be 2 or 4");
  if (rules.pits_per_player() > max_pits)
    return bad("board", "pits",
               fmt::format("board.pits is at most {} on {} rows", max_pits / (rules.rows / 2),
                           rules.rows == 2 ? "two" : "four"));
  if (rules.store == Store::own && rules.four_rows())
    return bad("sow", "store", "sow.store = \"own\" needs a board of two rows");
  for (int i = 0; i < rules.land_count; ++i)
    if (auto problem = find_land_problem(rules, i)) return problem;

  int total = 0;
  for (int i = 0; i < rules.pits_per_player(); ++i) {
    const auto pit = static_cast<std::size_t>(i);
    total += rules.setup.listed ? rules.setup.south[pit] + rules.setup.north[pit] : 2 * rules.setup.seeds;
  }
  if (total > max_seeds)
    return bad("setup", "seeds", fmt::format("{} seeds in all are more than {}", total, max_seeds));
  if (total == 0) return bad("setup", "seeds", "there are no seeds");
  for (int i = rules.pits_per_player(); i < max_pits; ++i)
    if (rules.setup.listed && (rules.setup.south[i] || rules.setup.north[i]))
      return bad("board", "pits", "the start position has more pits than the board");

  if (!rules.when.stuck && rules.stuck != Stuck::end)
    return bad("turn", "stuck", fmt::format("turn.stuck = \"{}\" needs end.when = [\"stuck\"]", text_of(rules.stuck)));
  if (rules.stuck == Stuck::lose && rules.has_stores())
    return bad("turn", "stuck", "turn.stuck = \"lose\" is for games without stores: what is in a store is won");
  if (!rules.when.stuck && !rules.when.side_empty)
    return bad("end", "when", "the game would never end: end.when is empty");
  if (!rules.when.stuck &&
      (rules.singles == Singles::never || rules.feed != Feed::no || rules.grand_slam == GrandSlam::illegal))
    return bad("end", "when", "a player may have seeds and no legal move: end.when needs \"stuck\"");
  if (rules.majority && !rules.has_stores())
    return bad("end", "majority", "end.majority needs captures that go to a store");
  if (rules.repeat_count == 1) return bad("end", "repeat_count", "end.repeat_count is 0 or at least 2");
  if (rules.repeat_count == 0 && rules.quiet == 0 && !rules.never_repeats())
    return bad("end", "repeat_count", "positions can repeat: give end.repeat_count or end.quiet");
  if (rules.quiet > 0 && rules.never_repeats())
    return bad("end", "quiet", "no position of this game can repeat: end.quiet has no use");
  if (rules.four_rows() && (rules.feed != Feed::no || rules.grand_slam != GrandSlam::allowed))
    return bad("turn", "feed", "turn.feed and turn.grand_slam are for boards of two rows");
  return std::nullopt;
}

}  // namespace sow
