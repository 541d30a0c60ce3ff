// sow match: two or more players against each other, many times.
#include "match/match.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/match_file.h"
#include "cli/match_text.h"
#include "cli/shared_arguments.h"
#include "match/player_spec.h"
#include "match/uci_agent.h"
#include "protocol/match_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Options {
  std::vector<std::string> players;
  std::string game = default_game, openings, save, resume, sprt, db;
  int games = 100, random_plies = 6;
  std::uint64_t seed = 1;
  int threads = 0;
  int margin = UciAgent::usual_margin_ms;
  std::optional<std::int64_t> time, depth, nodes;
  bool json = false, quiet = false;
};

std::optional<Sprt> parse_sprt(const std::string& text) {
  if (text.empty()) return std::nullopt;
  Sprt sprt;
  int length = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf%n", &sprt.elo0, &sprt.elo1, &length) != 2 ||
      static_cast<std::size_t>(length) != text.size() || !(std::abs(sprt.elo0) <= 1000) ||
      !(std::abs(sprt.elo1) <= 1000) || !(sprt.elo0 < sprt.elo1))
    throw Error(fmt::format("--sprt: two differences in Elo, the smaller first, as in 0,10, not '{}'", shown(text)));
  return sprt;
}

PlayerSpec match_player(const std::string& text, const Options& options) {
  PlayerSpec who = parse_player(text);
  if (is_human(who)) throw Error("a human does not play matches");
  const auto set = [&](const Option& option, const std::optional<std::int64_t>& value) {
    if (value && takes_option(who, option.name)) who.options.emplace(option.name, *value);
  };
  set(options::time, options.time);
  set(options::depth, options.depth);
  set(options::nodes, options.nodes);
  return who;
}

// The line that is written over again and again at the end of a terminal.
class StatusLine {
 public:
  explicit StatusLine(bool on) : on_(on) {}
  ~StatusLine() { clear(); }
  void clear() {
    if (on_) fmt::print("\r\033[K");
  }
  void show(int done, int played, int all) {
    if (!on_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double rate = seconds > 0 ? played / seconds : 0;
    fmt::print("\r\033[K{} of {} games", done, all);
    if (played > 0)
      fmt::print(", {:.1f}/s, {:%H:%M:%S} left", rate,
                 std::chrono::seconds(static_cast<std::int64_t>((all - done) / rate)));
    std::fflush(stdout);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  Clock::time_point begin_ = Clock::now();
};

// None unless it is asked for, so that a match does not depend on what happens to be there.
DatabaseUse databases(const Options& options) { return options.db.empty() ? DatabaseUse{} : database_use(options.db); }

std::unique_ptr<Openings> make_openings(const Options& options, const GameDef& def) {
  if (options.openings.empty())
    return std::make_unique<RandomOpenings>(def, options.random_plies, options.seed, databases(options));
  return std::make_unique<ListedOpenings>(parse_openings(read_text_file(options.openings), def, options.openings));
}

std::optional<MatchFile> open_file(const Options& options, const GameDef& def) {
  if (!options.resume.empty()) return MatchFile::resume(options.resume, def);
  if (!options.save.empty()) return MatchFile::create(options.save);
  return std::nullopt;
}

int match(const Options& options) {
  if (options.games % 2 != 0) throw Error("--games: games come in pairs, so their number is even");
  const GameDef def = find_game(options.game);
  MatchSetup setup{.players = {},
                   .pairs = options.games / 2,
                   .seed = options.seed,
                   .threads = options.threads,
                   .sprt = parse_sprt(options.sprt),
                   .stop = &interrupted};
  if (setup.sprt && options.players.size() > 2) throw Error("--sprt is for a match of two players");
  std::vector<std::string> names;
  for (const auto& text : options.players) {
    const PlayerSpec who = match_player(text, options);
    names.push_back(player_text(who));
    setup.players.push_back({names.back(), [who, &options](const std::atomic<bool>& stop) {
                               return make_agent(
                                   who, {.stop = &stop, .database = databases(options), .margin_ms = options.margin});
                             }});
  }
  const auto openings = make_openings(options, def);
  auto file = open_file(options, def);
  Match match(setup, *openings);
  int done = 0, played = 0;
  if (file)
    for (const Record& record : file->games()) {
      try {
        match.resume(record);
      } catch (const Error& e) {
        throw Error(Place{options.resume}, e.what());
      }
      ++done;
    }

  catch_interrupts();
  const auto date = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)));
  {
    StatusLine status(isatty(STDOUT_FILENO) == 1 && !options.json);
    match.play(
        [&](const MatchGame& game) {
          if (file) {
            Record record = game.record;
            record.tags["Event"] = "Match";
            record.tags["Date"] = date;
            file->add(record);
          }
          ++done, ++played;
          if (options.json || options.quiet) return;
          status.clear();
          fmt::print("{}\n", game_line(game, names));
          status.show(done, played, match.games());
        },
        [&] { status.show(done, played, match.games()); });
  }
  if (options.json) {
    fmt::print("{}\n", match_json(def.name, names, match.standings(), setup.sprt, match.complete()));
  } else {
    fmt::print("{}{}", played > 0 && !options.quiet ? "\n" : "", match_table(names, match.standings(), setup.sprt));
    if (!match.complete()) fmt::print("Interrupted.\n");
  }
  return match.complete() ? 0 : 1;
}

void add_limits(Command& command, Options& options) {
  command.option(options::time.with_help("milliseconds a move, for the players that take it"), &options.time);
  command.option(options::depth.with_help("plies, for the players that take it"), &options.depth);
  command.option(options::nodes.with_help("nodes a move, for the players that take it"), &options.nodes);
  command.option("--margin", &options.margin, "milliseconds a program may answer late").value("MS").range(0, 60000);
}

void add_openings(Command& command, Options& options) {
  command.option("--openings", &options.openings, "OGN games or positions, one a line, to begin with").value("FILE");
  command.option("--random-plies", &options.random_plies, "or so many random plies, after which no side is lost")
      .value("N")
      .range(0, 200)
      .excludes("--openings");
  command.option("--seed", &options.seed, "of openings and dice").value("N");
}

}  // namespace

void add_match(Command& program) {
  const auto options = std::make_shared<Options>();
  Command& command =
      program.command("match", "Players against each other, many times: who is stronger, and how surely");
  command.positional("WHO", &options->players, "the players, everybody against everybody").count(2, 64).required();
  command.option(options::game, &options->game);
  command.option("--games", &options->games, "games of each player against each other, two from each opening")
      .value("N")
      .range(2, 2000000);
  add_openings(command, *options);
  add_limits(command, *options);
  command.option("--sprt", &options->sprt, "end as soon as the first player is E1 Elo stronger rather than E0")
      .value("E0,E1");
  add_threads(command, options->threads, "games at once");
  command.option("--save", &options->save, "keep the games in this new OGN file, each as it ends").value("FILE");
  command.option("--resume", &options->resume, "the same, but go on with the match if the file is there")
      .value("FILE")
      .excludes("--save");
  command.option(options::db.with_help("folder of databases for openings and engines").with_default("none"),
                 &options->db);
  command.option("--quiet", &options->quiet, "print the table alone");
  command.option("--json", &options->json, "print the table as one JSON object");
  command.footer =
      "WHO is one of\n" + players_help() +
      "Ctrl-C ends with the table so far. Pairs are those that brought 0, ½, 1, 1½ and 2 points; Elo, its error\n"
      "(95 %) and LOS, the likelihood of being stronger, are computed from them.\n";
  command.run = [options] { return match(*options); };
}

}  // namespace sow
