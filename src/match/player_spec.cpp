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

constexpr std::size_t max_name_length = 60;
constexpr std::string_view uci_option_prefix = "option.";

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
    if (kernel_ != game.shared_kernel()) {
      kernel_ = game.shared_kernel();
      minimax_ = make_minimax(kernel_);
    }
    const auto result = minimax_->search(game.position(), *depth(), stop_);
    return result.best == 0 ? no_move : pick(result.best, random_);
  }

  std::optional<int> depth() const override {
    return depth_ || !kernel_ ? depth_ : std::optional(default_minimax_depth(kernel_->rules()));
  }

 private:
  std::optional<int> depth_;
  const std::atomic<bool>& stop_;
  Random random_;
  std::shared_ptr<const AnyKernel> kernel_;
  std::unique_ptr<Minimax> minimax_;
};

std::optional<std::int64_t> given(const PlayerSpec& who, const Option& option) {
  const auto found = who.options.find(std::string(option.name));
  return found == who.options.end() ? std::nullopt : std::optional(found->second);
}

class EngineAgent final : public Agent {
 public:
  EngineAgent(const PlayerSpec& who, const AgentSetup& setup)
      : level_(number(who, options::level)), analyzer_(search_options(who, setup)), random_(setup.seed) {
    limits_.to_play = true;
    limits_.stop = setup.stop;
    const auto depth = given(who, options::depth);
    limits_.depth = depth.value_or(max_depth);
    limits_.nodes = given(who, options::nodes);
    limits_.time_ms = given(who, options::time);
    if (!has_limit(who)) limits_.time_ms = options::time.default_value;
  }

  void begin(const Game& game, std::uint64_t seed) override {
    analyzer_.clear();
    analyzer_.prepare(game, limits_.stop);
    random_.seed(seed);
  }

  void set_clocks(const Clocks& clocks) override { clocks_ = clocks; }

  Move choose(const Game& game) override {
    limits_.clock = clocks_[index(game.position().mover)];
    Move move = no_move;
    if (level_ < strongest_level) {
      move = choose_move(analyzer_, game, level_, limits_, random_);
    } else {
      const Analysis analysis = analyzer_.analyze(game, limits_);
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

  // Weaker levels get no databases: perfect endgames would defeat their purpose.
  static SearchOptions search_options(const PlayerSpec& who, const AgentSetup& setup) {
    SearchOptions options{.threads = number(who, options::threads), .hash_bytes = hash_bytes(who)};
    if (number(who, options::level) == strongest_level) options.database = setup.database;
    options.evaluation = who.evaluation.empty() ? setup.evaluation : EvaluationUse{.file = who.evaluation};
    return options;
  }

  // With few nodes per move, a small table is enough and much faster to clear: with 300 nodes per move and 64 MiB, the
  // operating system took eight times as long as the search.
  static std::size_t hash_bytes(const PlayerSpec& who) {
    constexpr std::uint64_t bytes_per_board = 16, moves_per_game = 128, min_bytes = std::uint64_t{1} << 18;
    const std::uint64_t bytes = mebibytes(number(who, options::hash));
    const auto nodes = given(who, options::nodes);
    if (!nodes || given(who, options::hash)) return bytes;
    return std::min(bytes, std::max(min_bytes, static_cast<std::uint64_t>(*nodes) * bytes_per_board * moves_per_game));
  }

  int level_;
  Analyzer analyzer_;
  Random random_;
  Limits limits_;
  Clocks clocks_;
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

UciAgent::Setup uci_setup(const PlayerSpec& who, const AgentSetup& setup) {
  return {.command = split_command(who.command),
          .depth = given(who, options::depth),
          .time_ms = given(who, options::time),
          .nodes = given(who, options::nodes),
          .options = who.uci_options,
          .margin_ms = setup.margin_ms.value_or(UciAgent::default_margin_ms),
          .stop = setup.stop,
          .log = setup.log,
          .warn = setup.warn};
}

std::unique_ptr<Agent> make_uci_agent(const PlayerSpec& who, const AgentSetup& setup) {
  return std::make_unique<UciAgent>(uci_setup(who, setup));
}

struct Kind : PlayerKind {
  std::unique_ptr<Agent> (*make)(const PlayerSpec&, const AgentSetup&);  // null for a human
  bool clock = false;                                                    // accepts `tc`
  bool evaluation = false;                                               // accepts `evaluation`
};

constexpr Option minimax_options[] = {options::minimax_depth};
constexpr Option engine_options[] = {options::level, options::depth,   options::time,
                                     options::nodes, options::threads, options::hash};
constexpr Option uci_options[] = {options::depth, options::time, options::nodes};

constexpr Kind kinds[] = {
    {{"human", "you, at the keyboard", {}}, nullptr},
    {{"random", "plays random legal moves", {}}, make_strategy<any_move>},
    {{"greedy", "maximizes its seeds after the move", {}}, make_strategy<greedy_moves>},
    {{"cautious", "minimizes the seeds the opponent can capture next", {}}, make_strategy<cautious_moves>},
    {{"spoiler", "minimizes the opponent's seeds after a greedy reply", {}}, make_strategy<spoiler_moves>},
    {{"engine", "the Sow engine, at full strength or at a lower level", engine_options}, make_engine_agent, true, true},
    {{"minimax", "plain alpha-beta to a fixed depth, counting seeds", minimax_options}, make_minimax_agent},
    {{"uci", "uci:COMMAND, an external program that speaks UCI", uci_options, true}, make_uci_agent, true},
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

std::string option_list(const Kind& kind) {
  std::string text = names(kind.options);
  if (kind.clock) text += ", tc";
  if (kind.evaluation) text += fmt::format(", {}", options::evaluation.name);
  if (kind.command) text += fmt::format(", {}NAME", uci_option_prefix);
  return text + (text.empty() ? "" : ", ") + "name";
}

void parse_text(std::string& into, std::string_view key, std::string_view text, const Kind& kind) {
  if (text.empty()) throw Error(fmt::format("{}: option {} is empty", kind.name, key));
  if (!into.empty()) throw Error(fmt::format("{}: option {} is set twice", kind.name, key));
  into = text;
}

// "option.Hash=64"
void parse_uci_option(std::string_view name, std::string_view value, const Kind& kind, PlayerSpec& who) {
  if (name.empty()) throw Error(fmt::format("{}: '{}' lacks the name of a UCI option", kind.name, uci_option_prefix));
  if (!who.uci_options.emplace(name, value).second)
    throw Error(fmt::format("{}: UCI option {} is set twice", kind.name, shown(name)));
}

void parse_clock(std::optional<TimeControl>& into, std::string_view text, const Kind& kind) {
  if (into) throw Error(fmt::format("{}: option tc is set twice", kind.name));
  into = parse_time_control(text);
  if (!into) throw Error(fmt::format("{}: tc must be {}, not '{}'", kind.name, time_control_help, shown(text)));
}

void parse_count(std::string_view text, const Option& option, const Kind& kind, PlayerSpec& who) {
  const auto value = parse_number(text, option.min, option.max);
  if (!value)
    throw Error(fmt::format("{}: {} must be a number from {}, not '{}'", kind.name, option.name, range_text(option),
                            shown(text)));
  if (!who.options.emplace(option.name, *value).second)
    throw Error(fmt::format("{}: option {} is set twice", kind.name, option.name));
}

// "depth=12"
void parse_option(std::string_view text, const Kind& kind, PlayerSpec& who) {
  const auto equals = text.find('=');
  const auto key = text.substr(0, equals);
  if (equals != std::string_view::npos) {
    const auto value = text.substr(equals + 1);
    if (key == "name") return parse_text(who.name, key, shown(value, max_name_length), kind);
    if (key.starts_with(uci_option_prefix) && kind.command)
      return parse_uci_option(key.substr(uci_option_prefix.size()), value, kind, who);
    if (key == options::evaluation.name && kind.evaluation) return parse_text(who.evaluation, key, value, kind);
    if (key == "tc" && kind.clock) return parse_clock(who.clock, value, kind);
    if (const Option* option = find_named(kind.options, key)) return parse_count(value, *option, kind, who);
  }
  throw Error(fmt::format("{}: unknown option '{}'; options are {}, written {}", kind.name, shown(text),
                          option_list(kind),
                          kind.options.empty() ? "name=TEXT" : fmt::format("{}=N", kind.options.front().name)));
}

// "depth=12,name=Twelve"
void parse_options(std::string_view text, const Kind& kind, PlayerSpec& who) {
  for (;;) {
    const auto comma = text.find(',');
    parse_option(text.substr(0, comma), kind, who);
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

// All options in the syntax of parse_options(), the first one after `separator`.
std::string options_text(const PlayerSpec& who, char separator) {
  std::string text;
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{}{}={}", separator, key, value);
    separator = ',';
  };
  for (const auto& [name, value] : who.options) add(name, std::to_string(value));
  if (who.clock) add("tc", time_control_text(*who.clock));
  if (!who.evaluation.empty()) add(options::evaluation.name, who.evaluation);
  for (const auto& [name, value] : who.uci_options) add(fmt::format("{}{}", uci_option_prefix, name), value);
  if (!who.name.empty()) add("name", who.name);
  return text;
}

}  // namespace

PlayerSpec parse_player(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view head = text.substr(0, colon);
  const auto comma = head.find(',');
  const Kind* kind = find_named(kinds, head.substr(0, comma));
  if (kind == nullptr || (comma != std::string_view::npos && !kind->command)) {
    std::vector<std::string> known;
    for (const Kind& each : kinds) known.emplace_back(each.name);
    const auto meant = kind == nullptr ? did_you_mean(head.substr(0, comma), known) : "";
    throw Error(
        fmt::format("unknown player '{}'{}", shown(text), meant.empty() ? "; players are " + names(kinds) : meant));
  }
  PlayerSpec who{std::string(kind->name), {}};
  if (kind->command) {
    if (comma != std::string_view::npos) parse_options(head.substr(comma + 1), *kind, who);
    if (colon != std::string_view::npos) who.command = text.substr(colon + 1);
    split_command(who.command);
  } else if (colon != std::string_view::npos) {
    parse_options(text.substr(colon + 1), *kind, who);
  }
  return who;
}

std::string player_text(const PlayerSpec& who) {
  if (kind_of(who).command) return who.kind + options_text(who, ',') + ":" + who.command;
  return who.kind + options_text(who, ':');
}

std::string player_title(const PlayerSpec& who) {
  if (!who.name.empty()) return who.name;
  return kind_of(who).command ? who.kind + ":" + who.command : player_text(who);
}

std::vector<PlayerKind> player_kinds() { return {std::begin(kinds), std::end(kinds)}; }

std::string players_help() {
  std::string text;
  for (const Kind& kind : kinds) {
    text += fmt::format("  {:<12} {}\n", kind.name, kind.help);
    if (kind.command) {
      text += fmt::format("  {:<12}   options go before the colon: {},name=Mine,time=100:COMMAND\n", "", kind.name);
      text += fmt::format("  {:<12}   {}NAME=VALUE  UCI option of the program, such as {}Hash=64\n", "",
                          uci_option_prefix, uci_option_prefix);
      continue;
    }
    for (const Option& option : kind.options)
      text += fmt::format("  {:<12}   :{}={}  {} (default: {})\n", "", option.name, option.value, option.help,
                          default_text(option));
    if (kind.clock) text += fmt::format("  {:<12}   :tc=CLOCK  {}\n", "", time_control_help);
    if (kind.evaluation)
      text += fmt::format("  {:<12}   :{}={}  {} (default: {})\n", "", options::evaluation.name,
                          options::evaluation.value, options::evaluation.help, default_text(options::evaluation));
  }
  text += fmt::format("Approximate Elo ratings of levels 1 to {}, relative to random play: {}.\n", strongest_level,
                      fmt::join(level_ratings, ", "));
  text += "Every player accepts name=TEXT, its name in tables. Separate options with commas.\n";
  return text;
}

bool is_human(const PlayerSpec& who) { return kind_of(who).make == nullptr; }
bool is_program(const PlayerSpec& who) { return kind_of(who).command; }
bool takes_option(const PlayerSpec& who, std::string_view option) {
  return find_named(kind_of(who).options, option) != nullptr;
}

bool takes_clock(const PlayerSpec& who) { return kind_of(who).clock; }

bool has_limit(const PlayerSpec& who) {
  return who.clock || given(who, options::depth) || given(who, options::time) || given(who, options::nodes);
}

Variety variety(const PlayerSpec& who) {
  if (is_program(who)) return Variety::unknown;
  if (who.kind != "engine" || is_random(static_cast<int>(given(who, options::level).value_or(strongest_level))))
    return Variety::random;
  const bool timed = !has_limit(who) || who.clock || given(who, options::time);
  return timed || given(who, options::threads).value_or(1) > 1 ? Variety::unknown : Variety::none;
}

std::string ask_name(const PlayerSpec& program, const AgentSetup& setup) {
  return UciAgent(uci_setup(program, setup)).ask_name();
}

std::unique_ptr<Agent> make_agent(const PlayerSpec& who, const AgentSetup& setup) {
  assert(!is_human(who) && setup.stop != nullptr);
  return kind_of(who).make(who, setup);
}

}  // namespace sow
