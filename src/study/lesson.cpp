#include "study/lesson.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "board/random_move.h"
#include "game/summary.h"

namespace sow {
namespace {

constexpr int sample_games = 60, max_sample_plies = 200;
constexpr int min_capture = 2;    // seeds
constexpr int min_aim = 3;        // seeds: fewer are not worth counting
constexpr int usual_choices = 4;  // with fewer moves, a task is a guess; with more, it takes long
constexpr int choice_cost = 4;    // in seeds to count

using Task = LessonStep::Task;
using Goal = LessonStep::Goal;

// A legal move and its outcome.
struct Played {
  Move move;
  MoveSummary sum;
  int taken;
  MoveSet captured;  // pits of the opponent
  Position after;
  bool ends;
  bool wins;  // ends the game in the mover's favor, or gives the mover a majority that decides it
};

// A position and what can be played in it.
struct Situation {
  const Game& game;
  std::vector<Played> moves;
};

// A task in a position. There is none if `good` is empty.
struct Posed {
  MoveSet good = 0;
  Goal goal = {};
  std::vector<LessonStep::Refutation> refuted = {};
};

bool has_majority(const Position& p, Player player) { return 2 * p.store_of(player) > p.total(); }
int majority_of(const Position& p) { return p.total() / 2 + 1; }

std::vector<Played> play_all(const Game& game, Budget& budget) {
  std::vector<Played> all;
  const Player mover = game.position().mover;
  const bool majority_decides = game.rules().majority || !decided_by_stuck(game.rules());
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    const Trace trace = trace_of(game.rules(), game.position(), move);
    budget.spend(trace.size());
    Position after = game.position();
    game.kernel().play(after, move);
    const auto ending = game.kernel().ending(after);
    const bool wins = ending ? ending->margin(mover) > 0 : majority_decides && has_majority(after, mover);
    all.push_back({move, summarize(game.rules(), mover, trace), seeds_taken(trace), captured_pits(trace), after,
                   ending.has_value(), wins});
  }
  return all;
}

template <class Test>
MoveSet matching(const std::vector<Played>& moves, Test test) {
  MoveSet found = 0;
  for (const Played& played : moves)
    if (test(played)) found |= set_of(played.move);
  return found;
}

// Land the last seed in a hole that one move reaches, without effects that distract from counting.
Posed aim(const Situation& here) {
  const Played* farthest = nullptr;
  for (const Played& played : here.moves) {
    const MoveSummary& sum = played.sum;
    const bool plain = sum.laps == 1 && played.taken == 0 && !sum.again && !sum.exchange && !sum.last.store;
    const auto same = [&](const Played& other) { return other.sum.last == sum.last; };
    if (plain && sum.sown >= min_aim && std::count_if(here.moves.begin(), here.moves.end(), same) == 1 &&
        (farthest == nullptr || sum.sown > farthest->sum.sown))
      farthest = &played;
  }
  if (farthest == nullptr) return {};
  return {.good = set_of(farthest->move), .goal = {.at = farthest->sum.last}};
}

Posed again(const Situation& here) {
  Posed task;
  bool in_store = true;
  for (const Played& played : here.moves) {
    if (!played.sum.moves_again()) continue;
    task.good |= set_of(played.move);
    in_store &= played.sum.last.store;
  }
  if (in_store) task.goal.at = Hole{.side = 0, .pit = 0, .store = true};
  return task;
}

// Sowing a pit one way captures, sowing it the other way does not.
Posed direction(const Situation& here) {
  return {matching(here.moves, [&](const Played& p) {
    const auto captures_nothing = [&](const Played& q) {
      return q.sum.from == p.sum.from && q.move != p.move && q.taken == 0;
    };
    return p.taken >= min_capture && std::any_of(here.moves.begin(), here.moves.end(), captures_nothing);
  })};
}

Posed own(const Situation& here) {
  return {matching(here.moves, [](const Played& p) { return !p.sum.owned.empty(); })};
}

Posed relay(const Situation& here) {
  return {matching(here.moves, [](const Played& p) { return p.sum.laps > 1 && p.taken == 0; })};
}

// Capture the fullest pit that can be captured.
Posed capture(const Situation& here) {
  const Pits& theirs = here.game.position().pits[1];
  int target = -1;
  for (const Played& played : here.moves)
    for (MoveSet rest = played.captured; rest != 0; rest &= rest - 1) {
      const int number = std::countr_zero(rest);
      if (theirs[number] >= min_capture && (target < 0 || theirs[number] > theirs[target])) target = number;
    }
  if (target < 0) return {};
  return {.good = matching(here.moves, [&](const Played& p) { return has(p.captured, target); }),
          .goal = {.at = pit(1, target), .seeds = theirs[target]}};
}

// Capture the most, where another move captures less.
Posed most(const Situation& here) {
  int most = min_capture;
  for (const Played& played : here.moves) most = std::max(most, played.taken);
  const auto less = [&](const Played& p) { return p.taken > 0 && p.taken < most; };
  if (std::none_of(here.moves.begin(), here.moves.end(), less)) return {};
  return {.good = matching(here.moves, [&](const Played& p) { return p.taken == most; }), .goal = {.seeds = most}};
}

// Prevent the opponent's largest capture, and every other one. Captures and extra turns would be another way out.
Posed defend(const Situation& here) {
  const auto quiet = [](const Played& p) { return p.taken == 0 && !p.sum.again && !p.sum.pass && !p.ends; };
  if (!std::all_of(here.moves.begin(), here.moves.end(), quiet)) return {};
  Position passed = here.game.position();
  passed.turn();
  const auto threat = largest_capture(here.game, passed);
  if (!threat) return {};
  Posed task{.goal = {.prevent = threat}};
  for (const Played& played : here.moves) {
    const auto reply = largest_capture(here.game, played.after);
    if (reply)
      task.refuted.push_back({played.move, *reply});
    else
      task.good |= set_of(played.move);
  }
  return task;
}

Posed win(const Situation& here) {
  const MoveSet found = matching(here.moves, [](const Played& p) { return p.wins; });
  if (!std::has_single_bit(found)) return {};
  const bool ends = std::any_of(here.moves.begin(), here.moves.end(), [](const Played& p) { return p.wins && p.ends; });
  return {.good = found, .goal = {.seeds = ends ? 0 : majority_of(here.game.position())}};
}

struct TaskInfo {
  Task task;
  std::optional<RuleTopic> topic;
  Posed (*pose)(const Situation&);
};
constexpr std::array tasks = {
    TaskInfo{Task::aim, std::nullopt, aim},         TaskInfo{Task::again, RuleTopic::extra_turn, again},
    TaskInfo{Task::relay, RuleTopic::relay, relay}, TaskInfo{Task::capture, RuleTopic::capture, capture},
    TaskInfo{Task::most, std::nullopt, most},       TaskInfo{Task::direction, RuleTopic::direction, direction},
    TaskInfo{Task::own, RuleTopic::ownership, own}, TaskInfo{Task::defend, std::nullopt, defend},
    TaskInfo{Task::win, RuleTopic::ending, win},
};

std::vector<RuleText> rules_about(const Ruleset& rules, std::initializer_list<RuleTopic> topics) {
  std::vector<RuleText> found;
  for (RuleText& rule : rule_texts(rules)) {
    const auto is_topic = [&](RuleTopic topic) { return rule.is_about(topic); };
    if (std::any_of(topics.begin(), topics.end(), is_topic)) found.push_back(std::move(rule));
  }
  return found;
}

// What wins the game, and how seeds are sown.
std::vector<RuleText> first_rules(const Ruleset& rules) {
  std::vector<RuleText> found;
  if (!decided_by_stuck(rules)) found = rules_about(rules, {RuleTopic::scoring});
  if (found.empty()) found = rules_about(rules, {RuleTopic::ending});  // the game is not won by counting seeds
  for (RuleText& rule : rules_about(rules, {RuleTopic::sowing, RuleTopic::stores})) found.push_back(std::move(rule));
  return found;
}

// The simplest position found for a task: few seeds to count, some moves to choose from.
struct Found {
  Position position;
  Posed posed;
  int cost = 0;
};
using FoundAll = std::array<std::optional<Found>, tasks.size()>;

void look(const Game& game, Budget& budget, FoundAll& found) {
  const Position& position = game.position();
  const int choices = std::popcount(game.moves());
  if (position.mover != Player::south || choices < 2 || has_majority(position, Player::south)) return;
  const int cost = position.seeds_in_pits() + choice_cost * std::abs(choices - usual_choices);
  const auto simpler = [&](const std::optional<Found>& one) { return !one || cost < one->cost; };
  if (std::none_of(found.begin(), found.end(), simpler)) return;
  const Situation here{game, play_all(game, budget)};
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!simpler(found[i])) continue;
    Posed posed = tasks[i].pose(here);
    const bool is_task = posed.good != 0 && posed.good != game.moves();  // at least one move is wrong
    if (is_task) found[i] = Found{position, std::move(posed), cost};
  }
}

FoundAll find_positions(const GameDef& def, Budget& budget) {
  FoundAll found;
  for (int i = 0; i < sample_games; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Game game(def);
    for (int ply = 0; !game.ending() && ply < max_sample_plies; ++ply) {
      look(game, budget, found);
      game.play(pick(game.moves(), random));
    }
  }
  return found;
}

}  // namespace

std::string_view task_word(Task task) {
  constexpr std::array words = {"sow",       "aim", "again",  "relay", "capture", "most",
                                "direction", "own", "defend", "win",   "end"};
  return words[static_cast<std::size_t>(task)];
}

std::vector<LessonStep> make_lesson(const GameDef& def, Budget& budget) {
  const Game game(def);
  std::vector<LessonStep> steps;
  steps.push_back({Task::sow, first_rules(def.rules), game.position(), game.moves()});
  FoundAll found = find_positions(def, budget);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!found[i]) continue;
    auto& [position, posed, cost] = *found[i];
    const auto& topic = tasks[i].topic;
    steps.push_back({tasks[i].task, topic ? rules_about(def.rules, {*topic}) : std::vector<RuleText>(), position,
                     posed.good, posed.goal, std::move(posed.refuted)});
  }
  steps.push_back({Task::end, rules_about(def.rules, {RuleTopic::ending, RuleTopic::repetition, RuleTopic::scoring}),
                   game.position(), 0});
  return steps;
}

}  // namespace sow
