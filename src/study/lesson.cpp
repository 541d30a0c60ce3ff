#include "study/lesson.h"

#include <array>
#include <optional>

#include "board/random_move.h"
#include "game/explain.h"

namespace sow {
namespace {

constexpr int games = 60, longest_sample = 200;  // that are looked through
constexpr int least_capture = 2;                 // seeds, to be worth asking for

// A legal move and what it comes to.
struct Played {
  Move move;
  Hole pit;  // that it lifts
  Summary sum;
  int taken;
  bool owns;  // the mover owns a pit more
  bool wins;  // it ends the game, or decides it, for the mover
};

bool holds_majority(const Position& p, Player player) { return 2 * p.store_of(player) > p.total(); }

std::vector<Played> play_all(const Game& game, Budget& budget) {
  std::vector<Played> all;
  const Player mover = game.position().mover;
  const Layout layout(game.rules());
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    const Trace trace = trace_of(game.rules(), game.position(), move);
    budget.spend(trace.size());
    Position after = game.position();
    game.kernel().play(after, move);
    const auto ending = game.kernel().ending(after);
    const auto owns = [](const Event& event) { return event.kind == Event::Kind::own; };
    all.push_back({move, layout.moves()[static_cast<std::size_t>(move)].from, sum_up(trace), seeds_taken(trace),
                   std::any_of(trace.begin(), trace.end(), owns),
                   ending ? ending->margin(mover) > 0 : holds_majority(after, mover)});
  }
  return all;
}

// The moves a topic asks for; none if the position does not show it.
template <class Test>
MoveSet those(const std::vector<Played>& moves, Test test) {
  MoveSet found = 0;
  for (const Played& played : moves)
    if (test(played)) found |= MoveSet{1} << played.move;
  return found;
}

MoveSet again(const std::vector<Played>& moves) {
  return those(moves, [](const Played& p) { return p.sum.again && !p.sum.pass; });
}
// One way takes seeds, the other way from the same pit takes none.
MoveSet direction(const std::vector<Played>& moves) {
  return those(moves, [&](const Played& p) {
    const auto in_vain = [&](const Played& q) { return q.pit == p.pit && q.move != p.move && q.taken == 0; };
    return p.taken >= least_capture && std::any_of(moves.begin(), moves.end(), in_vain);
  });
}
MoveSet own(const std::vector<Played>& moves) {
  return those(moves, [](const Played& p) { return p.owns; });
}
MoveSet relay(const std::vector<Played>& moves) {
  return those(moves, [](const Played& p) { return p.sum.laps > 1 && p.taken == 0; });
}
MoveSet capture(const std::vector<Played>& moves) {
  int most = least_capture;
  for (const Played& played : moves) most = std::max(most, played.taken);
  return those(moves, [&](const Played& p) { return p.taken == most; });
}
MoveSet win(const std::vector<Played>& moves) {
  const MoveSet found = those(moves, [](const Played& p) { return p.wins; });
  return std::has_single_bit(found) ? found : 0;
}

// Sentences of the rules in words are found by what stands in them.
using Phrases = std::vector<std::string_view>;

struct Topic {
  std::string_view name, task;
  MoveSet (*good)(const std::vector<Played>&);
  Phrases rules;  // of the sentences of the rules that belong to it
};
const std::array topics = {
    Topic{"again", "Let your last seed give you another turn.", again, {"another turn"}},
    Topic{"relay", "Find a sowing that goes on after its last seed.", relay, {"sown on"}},
    Topic{"capture",
          "Take as many seeds as you can with one move.",
          capture,
          {"to the mover's store", "are taken", "leave the game", "owner's store"}},
    Topic{"direction",
          "Find a pit that takes seeds one way and none the other: press it, then choose an arrow.",
          direction,
          {"A move lifts", "other way instead"}},
    Topic{"own", "Make a pit your own.", own, {"owns this pit", "that a player owns"}},
    Topic{"win", "Win the game with one move.", win, {"The game ends", "no legal move", "cannot move"}},
};

// The sentences of the rules in words that have one of the phrases in them.
std::string sentences(const Ruleset& rules, const Phrases& phrases) {
  std::string found;
  for (const std::string& sentence : rule_sentences(rules)) {
    const auto has = [&](std::string_view phrase) { return sentence.find(phrase) != std::string::npos; };
    if (std::any_of(phrases.begin(), phrases.end(), has)) found += " " + sentence;
  }
  return found;
}

// The simplest position of all that were seen: fewest seeds to count, fewest moves to compare.
struct Found {
  Position position;
  MoveSet good = 0;
  int cost = 0;
};
using FoundAll = std::array<std::optional<Found>, topics.size()>;

void look(const Game& game, Budget& budget, FoundAll& found) {
  const Position& position = game.position();
  if (position.mover != Player::south || std::popcount(game.moves()) < 2 || holds_majority(position, Player::south))
    return;
  const auto moves = play_all(game, budget);
  const int cost = position.seeds_in_pits() + 4 * std::popcount(game.moves());
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const MoveSet good = topics[i].good(moves);
    const bool shown = good != 0 && good != game.moves();  // there is a wrong move, too
    if (shown && (!found[i] || cost < found[i]->cost)) found[i] = Found{position, good, cost};
  }
}

FoundAll find_positions(const GameDef& def, Budget& budget) {
  FoundAll found;
  for (int i = 0; i < games; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Game game(def);
    for (int ply = 0; !game.ending() && ply < longest_sample; ++ply) {
      // A position that is set up again must be the same: what came before it does not count.
      look(game, budget, found);
      game.play(pick(game.moves(), random));
    }
  }
  return found;
}

}  // namespace

std::vector<LessonStep> lesson(const GameDef& def, Budget& budget) {
  const Game game(def);
  std::vector<LessonStep> steps;
  steps.push_back({"sow",
                   "Your turn: press a pit with a dot." + sentences(def.rules, {"A move lifts", "store is sown"}),
                   game.position(), game.moves()});
  const FoundAll found = find_positions(def, budget);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const Topic& topic = topics[i];
    if (!found[i]) continue;
    steps.push_back(
        {topic.name, std::string(topic.task) + sentences(def.rules, topic.rules), found[i]->position, found[i]->good});
  }
  steps.push_back(
      {"end", "That is the game." + sentences(def.rules, {"The game ends", "Whoever has more"}), game.position(), 0});
  return steps;
}

}  // namespace sow
