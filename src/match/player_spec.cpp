#include "match/player_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>

#include "base/command_line.h"
#include "base/error.h"
#include "base/suggest.h"
#include "board/random_move.h"
#include "match/uci_agent.h"
#include "search/level.h"
#include "search/minimax.h"
#include "search/strategy.h"

namespace sow {
namespace {

class StrategyAgent final : public Agent {
 public:
  StrategyAgent(Strategy strategy, const AgentSetup& setup) : strategy_(strategy), random_(setup.seed) {}
  void begin(const Game&, std::uint64_t seed) override { random_.seed(seed); }
  Move choose(const Game& game) override { return pick(strategy_(game.kernel(), game.position()), random_); }

 private:
  Strategy strategy_;
  Random random_;
};

class MinimaxAgent final : public Agent {
 public:
  MinimaxAgent(std::optional<int> depth, const AgentSetup& setup)
      : depth_(depth), stop_(*setup.stop), random_(setup.seed) {}

  void begin(const Game&, std::uint64_t seed) override { random_.seed(seed); }

  Move choose(const Game& game) override {
    const int total = game.position().total();
    if (!minimax_ || rules_ != game.rules() || total_ != total) {
      rules_ = game.rules();
      total_ = total;
      minimax_ = make_minimax(rules_, total);
    }
    const auto result = minimax_->search(game.position(), *depth(), stop_);
    return result.best == 0 ? no_move : pick(result.best, random_);
  }

  std::optional<int> depth() const override { return depth_.value_or(default_minimax_depth(rules_)); }

 private:
  std::optional<int> depth_;
  const std::atomic<bool>& stop_;
  Random random_;
  Ruleset rules_;
  int total_ = 0;
  std::unique_ptr<Minimax> minimax_;
};

std::optional<std::int64_t> given(const PlayerSpec& who, const Option& option) {
  const auto found = who.options.find(std::string(option.name));
  return found == who.options.end() ? std::nullopt : std::optional(found->second);
}

class EngineAgent final : public Agent {
 public:
  EngineAgent(const PlayerSpec& who, const AgentSetup& setup)
      : level_(number(who, options::level)),
        engine_({.threads = number(who, options::threads),
                 .hash_bytes = mebibytes(number(who, options::hash)),
                 .database = level_ == strongest_level ? setup.database : DatabaseUse{}}),
        random_(setup.seed) {
    limits_.stop = setup.stop;
    const auto depth = given(who, options::depth);
    limits_.depth = depth.value_or(max_depth);
    limits_.nodes = given(who, options::nodes);
    limits_.time_ms = given(who, options::time);
    if (!depth && !limits_.nodes && !limits_.time_ms) limits_.time_ms = options::time.default_value;
  }

  void begin(const Game& game, std::uint64_t seed) override {
    engine_.clear();
    engine_.prepare(game);
    random_.seed(seed);
  }

  Move choose(const Game& game) override {
    Move move = no_move;
    if (level_ < strongest_level) {
      move = choose_move(engine_, game, level_, limits_, random_);
    } else {
      const Analysis analysis = engine_.analyze(game, limits_);
      move = analysis.best();
      depth_ = analysis.depth;
    }
    return limits_.stop->load() ? no_move : move;
  }

  std::optional<int> depth() const override { return depth_; }

 private:
  static int number(const PlayerSpec& who, const Option& option) {
    return given(who, option).value_or(*option.default_value);
  }

  int level_;
  Engine engine_;
  Random random_;
  Limits limits_;
  std::optional<int> depth_;
};

std::unique_ptr<Agent> make_engine_agent(const PlayerSpec& who, const AgentSetup& setup) {
  return std::make_unique<EngineAgent>(who, setup);
}

template <Strategy strategy>
std::unique_ptr<Agent> make_strategy(const PlayerSpec&, const AgentSetup& setup) {
  return std::make_unique<StrategyAgent>(strategy, setup);
}

std::unique_ptr<Agent> make_minimax_agent(const PlayerSpec& who, const AgentSetup& setup) {
  return std::make_unique<MinimaxAgent>(given(who, options::minimax_depth), setup);
}

std::unique_ptr<Agent> make_uci_agent(const PlayerSpec& who, const AgentSetup& setup) {
  return std::make_unique<UciAgent>(UciAgent::Setup{.command = split_command(who.command),
                                                    .depth = given(who, options::depth),
                                                    .time_ms = given(who, options::time),
                                                    .nodes = given(who, options::nodes),
                                                    .margin_ms = setup.margin_ms.value_or(UciAgent::usual_margin_ms),
                                                    .stop = setup.stop});
}

struct Kind : PlayerKind {
  std::unique_ptr<Agent> (*make)(const PlayerSpec&, const AgentSetup&);  // null: asked at the keyboard
};

constexpr Option minimax_options[] = {options::minimax_depth};
constexpr Option engine_options[] = {options::level, options::depth,   options::time,
                                     options::nodes, options::threads, options::hash};
constexpr Option uci_options[] = {options::depth, options::time, options::nodes};

constexpr Kind kinds[] = {
    {{"human", "asked at the keyboard", {}}, nullptr},
    {{"random", "any legal move", {}}, make_strategy<any_move>},
    {{"greedy", "the move after which it holds most seeds", {}}, make_strategy<greedy_moves>},
    {{"cautious", "the move whose reply can take fewest seeds", {}}, make_strategy<cautious_moves>},
    {{"spoiler", "the move whose best reply leaves the opponent with least", {}}, make_strategy<spoiler_moves>},
    {{"engine", "the strongest there is, or weaker by levels", engine_options}, make_engine_agent},
    {{"minimax", "plain alpha-beta to a fixed depth, counting seeds", minimax_options}, make_minimax_agent},
    {{"uci", "uci:COMMAND, a program that speaks the engine protocol", uci_options, true}, make_uci_agent},
};

template <class Table>
std::string names(const Table& table) {
  std::string list;
  for (const auto& entry : table) list += fmt::format("{}{}", list.empty() ? "" : ", ", entry.name);
  return list;
}

template <class Table>
auto find_named(const Table& table, std::string_view name) -> decltype(&*std::begin(table)) {
  const auto found = std::find_if(std::begin(table), std::end(table), [&](const auto& e) { return e.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

const Kind& kind_of(const PlayerSpec& who) {
  const Kind* kind = find_named(kinds, who.kind);
  assert(kind != nullptr);
  return *kind;
}

// "depth=12"
void parse_option(std::string_view text, const Kind& kind, PlayerSpec& who) {
  if (kind.options.empty()) throw Error(fmt::format("{} takes no options", kind.name));
  const auto equals = text.find('=');
  const Option* option = find_named(kind.options, text.substr(0, equals));
  if (equals == std::string_view::npos || option == nullptr)
    throw Error(fmt::format("'{}' is not an option of {}: those are {}, written {}=N", shown(text), kind.name,
                            names(kind.options), kind.options.front().name));
  const auto number = text.substr(equals + 1);
  const auto value = parse_number(number, option->least, option->most);
  if (!value)
    throw Error(fmt::format("{} of {} is a number from {}, not '{}'", option->name, kind.name, range_text(*option),
                            shown(number)));
  if (!who.options.emplace(option->name, *value).second)
    throw Error(fmt::format("{} of {} is given twice", option->name, kind.name));
}

}  // namespace

PlayerSpec parse_player(std::string_view text) {
  const auto colon = text.find(':');
  const Kind* kind = find_named(kinds, text.substr(0, colon));
  if (kind == nullptr) {
    std::vector<std::string> known;
    for (const Kind& each : kinds) known.emplace_back(each.name);
    const auto meant = did_you_mean(text.substr(0, colon), known);
    throw Error(fmt::format("no player '{}'{}", shown(text), meant.empty() ? "; there are " + names(kinds) : meant));
  }
  PlayerSpec who{std::string(kind->name), {}, {}};
  if (kind->command) {
    if (colon != std::string_view::npos) who.command = text.substr(colon + 1);
    split_command(who.command);
    return who;
  }
  if (colon == std::string_view::npos) return who;
  for (std::string_view rest = text.substr(colon);;) {
    rest.remove_prefix(1);
    const auto comma = rest.find(',');
    parse_option(rest.substr(0, comma), *kind, who);
    if (comma == std::string_view::npos) return who;
    rest = rest.substr(comma);
  }
}

std::string player_text(const PlayerSpec& who) {
  if (kind_of(who).command) return who.kind + ":" + who.command;
  std::string text = who.kind;
  char separator = ':';
  for (const auto& [name, value] : who.options) {
    text += fmt::format("{}{}={}", separator, name, value);
    separator = ',';
  }
  return text;
}

std::vector<PlayerKind> player_kinds() { return {std::begin(kinds), std::end(kinds)}; }

std::string players_help() {
  std::string text;
  for (const Kind& kind : kinds) {
    text += fmt::format("  {:<12} {}\n", kind.name, kind.help);
    if (kind.command) continue;
    for (const Option& option : kind.options)
      text +=
          fmt::format("  {:<12}   :{}={}  {} [{}]\n", "", option.name, option.value, option.help, default_text(option));
  }
  return text;
}

bool is_human(const PlayerSpec& who) { return kind_of(who).make == nullptr; }
bool is_program(const PlayerSpec& who) { return kind_of(who).command; }
bool takes_option(const PlayerSpec& who, std::string_view option) {
  return find_named(kind_of(who).options, option) != nullptr;
}

std::unique_ptr<Agent> make_agent(const PlayerSpec& who, const AgentSetup& setup) {
  assert(!is_human(who) && setup.stop != nullptr);
  return kind_of(who).make(who, setup);
}

}  // namespace sow
