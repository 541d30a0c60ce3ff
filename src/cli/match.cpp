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
#include "cli/match_players.h"
#include "cli/match_text.h"
#include "cli/shared_arguments.h"
#include "match/match_summary.h"
#include "protocol/match_csv.h"
#include "protocol/match_html.h"
#include "protocol/match_json.h"
#include "rules/catalog.h"
#include "search/bench.h"

namespace sow {
namespace {

struct MatchArguments {
  std::vector<std::string> players;
  std::string game = default_game, openings, save, resume, sprt, db, clock, log, html, page = usual_page;
  int games = 100, random_plies = 6;
  std::uint64_t seed = 1;
  int threads = 0;
  int margin = UciAgent::usual_margin_ms;
  std::optional<std::int64_t> time, depth, nodes;
  bool gauntlet = false, adjudicate = false, json = false, csv = false, quiet = false, wide = false;
};

std::optional<Sprt> parse_sprt(const std::string& text) {
  if (text.empty()) return std::nullopt;
  Sprt sprt;
  int length = 0;
  const int read = std::sscanf(text.c_str(), "%lf,%lf%n,%lf,%lf%n", &sprt.elo0, &sprt.elo1, &length, &sprt.alpha,
                               &sprt.beta, &length);
  const auto error_rate = [](double rate) { return rate > 0 && rate < 0.5; };
  if ((read != 2 && read != 4) || static_cast<std::size_t>(length) != text.size() || !(std::abs(sprt.elo0) <= 1000) ||
      !(std::abs(sprt.elo1) <= 1000) || !(sprt.elo0 < sprt.elo1) || !error_rate(sprt.alpha) || !error_rate(sprt.beta))
    throw Error(
        fmt::format("--sprt: two differences in Elo, the smaller first, as in 0,10, and if wanted alpha and beta, each "
                    "below 0.5, as in 0,10,0.05,0.1; not '{}'",
                    shown(text)));
  return sprt;
}

MatchLimits limits(const MatchArguments& options) {
  MatchLimits limits{.time = options.time, .depth = options.depth, .nodes = options.nodes, .clock = {}};
  if (options.clock.empty()) return limits;
  limits.clock = parse_time_control(options.clock);
  if (!limits.clock) throw Error(fmt::format("--tc: {}, not '{}'", time_control_help, shown(options.clock)));
  return limits;
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

std::unique_ptr<Openings> make_openings(const MatchArguments& options, const GameDef& def) {
  if (options.openings.empty())
    return std::make_unique<RandomOpenings>(def, options.random_plies, options.seed, database_use(options.db));
  return std::make_unique<ListedOpenings>(parse_openings(read_text_file(options.openings), def, options.openings));
}

std::optional<MatchFile> open_file(const MatchArguments& options, const GameDef& def) {
  if (!options.resume.empty()) return MatchFile::resume(options.resume, def);
  if (!options.save.empty()) return MatchFile::create(options.save);
  return std::nullopt;
}

// What decides how games go, apart from players and openings. An engine that searches otherwise than before gives another
// number of nodes.
std::string conditions(const MatchArguments& options, const GameDef& def, bool has_engine) {
  std::string text = "sow " SOW_VERSION;
  if (has_engine) text += fmt::format(" ({} nodes)", bench_game(def.spec).nodes);
  return text + fmt::format(", seed {}, margin {} ms, {}adjudication", options.seed, options.margin,
                            options.adjudicate ? "" : "no ");
}

std::vector<std::string> notes(const MatchArguments& options, const Match& match, const std::vector<std::string>& out) {
  std::vector<std::string> list = out;
  if (match.left_out() > 0)
    list.push_back(
        fmt::format("Ended early: {} games were not played. All openings had been played, and these players "
                    "would have repeated their games.",
                    2 * match.left_out()));
  if (match.repeated() > 0)
    list.push_back(fmt::format("{} games are not counted: they were the same, move for move, as games before them.",
                               2 * match.repeated()));
  // Who asks for no random plies wants the one opening there is.
  if (match.reused_openings() && (options.random_plies > 0 || !options.openings.empty()))
    list.emplace_back("There were fewer openings than pairs of games: openings were played more than once.");
  return list;
}

// Follows a match: its file, its lines on the terminal, and the games for the page.
class Audience {
 public:
  Audience(const MatchArguments& options, std::optional<MatchFile> file, const std::vector<MatchPlayer>& players)
      : options_(options),
        file_(std::move(file)),
        players_(players),
        status_(isatty(STDOUT_FILENO) == 1 && !machine()) {}

  // What was played before.
  void take_up(Match& match) {
    if (!file_) return;
    for (const Record& record : file_->games()) {
      try {
        match.resume(record);
      } catch (const Error& e) {
        throw Error(Place{options_.resume}, e.what());
      }
      keep(record);
    }
  }

  void add(const MatchGame& game, int all) {
    Record record = game.record;
    record.tags["Event"] = "Match";
    record.tags["Date"] = date_;
    if (file_) file_->add(record);
    keep(record);
    ++played_;
    if (machine() || options_.quiet) return;
    status_.clear();
    fmt::print("{}\n", game_line(game, players_));
    wait(all);
  }

  void wait(int all) { status_.show(done_, played_, all); }

  void finish(const MatchSummary& summary) {
    status_.clear();
    if (!options_.html.empty()) write_text_file(options_.html, match_html(summary, games_, options_.page));
    if (options_.json) {
      fmt::print("{}\n", match_json(summary));
    } else if (options_.csv) {
      fmt::print("{}", match_csv(summary));
    } else {
      fmt::print("{}{}", played_ > 0 && !options_.quiet ? "\n" : "", match_table(summary, options_.wide));
      if (!summary.complete) fmt::print("Interrupted.\n");
    }
  }

 private:
  bool machine() const { return options_.json || options_.csv; }
  void keep(const Record& record) {
    ++done_;
    if (!options_.html.empty()) games_.push_back(record);
  }

  const MatchArguments& options_;
  std::optional<MatchFile> file_;
  const std::vector<MatchPlayer>& players_;
  StatusLine status_;
  std::string date_ = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)));
  std::vector<Record> games_;
  int done_ = 0, played_ = 0;
};

int match(const MatchArguments& options) {
  if (options.games % 2 != 0) throw Error("--games: games come in pairs, so their number is even");
  const GameDef def = find_game(options.game);
  const auto sprt = parse_sprt(options.sprt);
  if (sprt && options.players.size() > 2) throw Error("--sprt is for a match of two players");
  const auto openings = make_openings(options, def);
  catch_interrupts();
  std::optional<DialogueFile> log;
  if (!options.log.empty()) log.emplace(options.log);
  const AgentSetup agents{.stop = &interrupted, .database = database_use(options.db), .margin_ms = options.margin};
  const MatchPlayers players = make_match_players(options.players, limits(options), agents, log ? &*log : nullptr);
  auto file = open_file(options, def);
  MatchSetup setup{.players = players.contestants,
                   .gauntlet = options.gauntlet,
                   .pairs = options.games / 2,
                   .seed = options.seed,
                   .threads = options.threads,
                   .sprt = sprt,
                   .stop = &interrupted,
                   .margin_ms = options.margin};
  if (options.adjudicate) setup.adjudicate = database_use(options.db);
  if (file) setup.conditions = conditions(options, def, players.has_engine);
  Match match(setup, *openings);
  Audience audience(options, std::move(file), players.names);
  audience.take_up(match);
  match.play([&](const MatchGame& game) { audience.add(game, match.games()); }, [&] { audience.wait(match.games()); });
  MatchSummary summary(def.name, players.names, match.standings(), sprt, match.complete());
  summary.notes = notes(options, match, players.out);
  audience.finish(summary);
  return match.complete() ? 0 : 1;
}

void add_limits(Command& command, MatchArguments& options) {
  command.option(options::time.with_help("milliseconds a move, for players without a limit of their own"),
                 &options.time);
  command.option(options::depth.with_help("plies, for the same"), &options.depth);
  command.option(options::nodes.with_help("nodes a move, for the same"), &options.nodes);
  command.option("--tc", &options.clock, fmt::format("a clock: {}; who has used it up loses", time_control_help))
      .value("S+S")
      .excludes("--time");
  command.option("--margin", &options.margin, "milliseconds a program may answer late, and a clock be overdrawn")
      .value("MS")
      .range(0, 60000);
}

void add_openings(Command& command, MatchArguments& options) {
  command.option("--openings", &options.openings, "OGN games or positions, one a line, to begin with").value("FILE");
  command.option("--random-plies", &options.random_plies, "or so many random plies, after which no side is lost")
      .value("N")
      .range(0, 200)
      .excludes("--openings");
  command.option("--seed", &options.seed, "of openings and dice").value("N");
}

}  // namespace

void add_match(Command& program) {
  const auto options = std::make_shared<MatchArguments>();
  Command& command =
      program.command("match", "Players against each other, many times: who is stronger, and how surely");
  command.positional("WHO", &options->players, "the players").count(2, 64).required();
  command.option(options::game, &options->game);
  command.option("--games", &options->games, "games of each player against each other, two from each opening")
      .value("N")
      .range(2, 2000000);
  command.option("--gauntlet", &options->gauntlet, "the first player against each of the others, who do not meet");
  add_openings(command, *options);
  add_limits(command, *options);
  command.option("--adjudicate", &options->adjudicate,
                 "end a game when a database or a short search proves its result");
  command
      .option("--sprt", &options->sprt,
              "end as soon as the first player is E1 Elo stronger rather than E0; ALPHA and BETA are 0.05 otherwise")
      .value("E0,E1[,ALPHA,BETA]");
  add_threads(command, options->threads, "games at once");
  command.option("--save", &options->save, "keep the games in this new OGN file, each as it ends").value("FILE");
  command.option("--resume", &options->resume, "the same, but go on with the match if the file is there")
      .value("FILE")
      .excludes("--save");
  command.option(options::db.with_help("folder of databases for openings, engines and adjudication"), &options->db);
  command.option("--log", &options->log, "write everything programs hear and say to this file, with times")
      .value("FILE");
  command.option("--quiet", &options->quiet, "print the table alone");
  command.option("--wide", &options->wide, "print all columns, and a table of the pairings, in lines of any length");
  command.option("--json", &options->json, "print the table as one JSON object");
  command.option("--csv", &options->csv, "print the table as CSV, for spreadsheets").excludes("--json");
  command.option("--html", &options->html, "write a page with tables, a graph and a link to every game").value("FILE");
  command.option("--page", &options->page, "the page of `sow serve` that these links lead to").value("ADDRESS");
  command.footer =
      "WHO is one of\n" + players_help() +
      "Ctrl-C ends with the table so far. Pairs are those that brought 0, ½, 1, 1½ and 2 points; Elo, its error\n"
      "(95 %) and LOS, the likelihood of being stronger, are computed from them. docs/matches.md explains it.\n";
  command.run = [options] { return match(*options); };
}

}  // namespace sow
