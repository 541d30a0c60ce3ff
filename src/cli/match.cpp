// sow match: plays a match or tournament between two or more players.
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
#include "match/uci_agent.h"
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
  int margin = UciAgent::default_margin_ms;
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
    throw Error(fmt::format(
        "--sprt: expected E0,E1 or E0,E1,ALPHA,BETA with E0 < E1 and error rates below 0.5, such as 0,10; not '{}'",
        shown(text)));
  return sprt;
}

MatchLimits limits(const MatchArguments& options) {
  MatchLimits limits{.time = options.time, .depth = options.depth, .nodes = options.nodes, .clock = {}};
  if (options.clock.empty()) return limits;
  limits.clock = parse_time_control(options.clock);
  if (!limits.clock) throw Error(fmt::format("--tc: expected {}, not '{}'", time_control_help, shown(options.clock)));
  return limits;
}

// A progress line that is redrawn in place on a terminal.
class MatchProgress {
 public:
  explicit MatchProgress(bool on) : on_(on) {}
  ~MatchProgress() { clear(); }
  void clear() {
    if (on_) fmt::print("\r\033[K");
  }
  void show(int done, int played, int all) {
    if (!on_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
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
  Clock::time_point start_ = Clock::now();
};

std::unique_ptr<Openings> make_openings(const MatchArguments& options, const GameDef& def) {
  if (options.openings.empty()) {
    DatabaseUse use = database_use(options.db);
    use.stop = &interrupted;
    return std::make_unique<RandomOpenings>(def, options.random_plies, options.seed, use);
  }
  return std::make_unique<ListedOpenings>(parse_openings(read_text_file(options.openings), def, options.openings));
}

std::optional<MatchFile> open_file(const MatchArguments& options, const GameDef& def) {
  if (!options.resume.empty()) return MatchFile::resume(options.resume, def);
  if (!options.save.empty()) return MatchFile::create(options.save);
  return std::nullopt;
}

// All settings that affect the games, apart from players and openings. The node count identifies the version of the
// search.
std::string conditions(const MatchArguments& options, const GameDef& def, bool has_engine) {
  std::string text = "sow " SOW_VERSION;
  if (has_engine) text += fmt::format(" ({} nodes)", bench_game(def.spec).nodes);
  return text + fmt::format(", seed {}, margin {} ms, {}adjudication", options.seed, options.margin,
                            options.adjudicate ? "" : "no ");
}

std::vector<std::string> notes(const MatchArguments& options, const Match& match, const std::vector<std::string>& out) {
  std::vector<std::string> list = out;
  if (match.skipped() > 0)
    list.push_back(
        fmt::format("Ended early: {} games were skipped, since all openings had been played and these players are "
                    "deterministic.",
                    2 * match.skipped()));
  if (match.repeated() > 0)
    list.push_back(fmt::format("{} games were not counted, since they repeated earlier games move for move.",
                               2 * match.repeated()));
  // With --random-plies 0 there is only one opening, as requested.
  if (match.reused_openings() && (options.random_plies > 0 || !options.openings.empty()))
    list.emplace_back("Some openings were played more than once, since there were fewer openings than pairs of games.");
  return list;
}

// Reports a match while it is played: in its file, on the terminal, and on the HTML page.
class Reporter {
 public:
  Reporter(const MatchArguments& options, std::optional<MatchFile> file, const std::vector<MatchPlayer>& players)
      : options_(options),
        file_(std::move(file)),
        players_(players),
        status_(isatty(STDOUT_FILENO) == 1 && !machine()) {}

  // Adds the games already in the file.
  void resume(Match& match) {
    if (!file_) return;
    for (const Record& record : file_->games()) {
      try {
        match.resume(record);
      } catch (const Error& e) {
        throw Error(Location{options_.resume}, e.what());
      }
      add_record(record);
    }
  }

  void add(const MatchGame& game, int all) {
    Record record = game.record;
    record.tags["Event"] = MatchFile::event;
    record.tags["Date"] = date_;
    if (file_) file_->add(record);
    add_record(record);
    ++played_;
    if (machine() || options_.quiet) return;
    status_.clear();
    fmt::print("{}\n", game_line(game, players_));
    update(all);
  }

  void update(int all) { status_.show(done_, played_, all); }

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
  void add_record(const Record& record) {
    ++done_;
    if (!options_.html.empty()) games_.push_back(record);
  }

  const MatchArguments& options_;
  std::optional<MatchFile> file_;
  const std::vector<MatchPlayer>& players_;
  MatchProgress status_;
  std::string date_ = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)));
  std::vector<Record> games_;
  int done_ = 0, played_ = 0;
};

int match(const MatchArguments& options) {
  if (options.games % 2 != 0) throw Error("--games: the number must be even, since games are played in pairs");
  if (!options.page.starts_with("http://") && !options.page.starts_with("https://"))
    throw Error("--page: the address must start with http:// or https://");
  if (!options.html.empty()) require_replaceable(options.html, "a match page", is_match_html);
  const GameDef def = find_game(options.game);
  const auto sprt = parse_sprt(options.sprt);
  if (sprt && options.players.size() > 2) throw Error("--sprt requires a match of two players");
  const auto openings = make_openings(options, def);
  catch_interrupts();
  std::optional<DialogueFile> log;
  if (!options.log.empty()) log.emplace(options.log);
  const AgentSetup agents{.stop = &interrupted,
                          .database = database_use(options.db),
                          .margin_ms = options.margin,
                          .warn = [](const std::string& warning) { fmt::print(stderr, "warning: {}\n", warning); }};
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
  Reporter reporter(options, std::move(file), players.names);
  reporter.resume(match);
  match.play([&](const MatchGame& game) { reporter.add(game, match.games()); },
             [&] { reporter.update(match.games()); });
  MatchSummary summary(def.name, players.names, match.standings(), sprt, match.complete());
  summary.notes = notes(options, match, players.out);
  reporter.finish(summary);
  return match.complete() ? 0 : 1;
}

void add_limits(Command& command, MatchArguments& options) {
  command.option(options::time.with_help("time per move in milliseconds, for players without their own limit"),
                 &options.time);
  command.option(options::depth.with_help("search depth in plies, for players without their own limit"),
                 &options.depth);
  command.option(options::nodes.with_help("nodes per move, for players without their own limit"), &options.nodes);
  command
      .option("--tc", &options.clock,
              fmt::format("time control for players without their own limit: {}", time_control_help))
      .value("S+S")
      .excludes("--time");
  command.option("--margin", &options.margin, "tolerance in milliseconds before a late player loses on time")
      .value("MS")
      .range(0, 60000);
}

void add_openings(Command& command, MatchArguments& options) {
  command.option("--openings", &options.openings, "file with OGN games, or with one position per line").value("FILE");
  command.option("--random-plies", &options.random_plies, "number of random plies in each balanced opening")
      .value("N")
      .range(0, 200)
      .excludes("--openings");
  command.option("--seed", &options.seed, "random seed for openings and players").value("N");
}

}  // namespace

void add_match(Command& program) {
  const auto options = std::make_shared<MatchArguments>();
  Command& command = program.command("match", "Play a match or tournament and estimate the players' strength");
  command.positional("WHO", &options->players, "the players, see below").count(2, 64).required();
  command.option(options::game, &options->game);
  command.option("--games", &options->games, "number of games per pairing, two from each opening")
      .value("N")
      .range(2, 2000000);
  command.option("--gauntlet", &options->gauntlet, "only the first player plays, against each of the others");
  add_openings(command, *options);
  add_limits(command, *options);
  command.option("--adjudicate", &options->adjudicate,
                 "end games as soon as a database or a short search proves the result");
  command
      .option("--sprt", &options->sprt,
              "sequential test of E1 against E0 Elo: stop when one of them is accepted (default error rates: 0.05)")
      .value("E0,E1[,ALPHA,BETA]");
  add_threads(command, options->threads, "number of games played at the same time");
  command.option("--save", &options->save, "save the games to a new OGN file as they finish").value("FILE");
  command.option("--resume", &options->resume, "like --save, but resume the match if the file exists")
      .value("FILE")
      .excludes("--save");
  command.option(options::db.with_help("folder with databases for openings, engines, and adjudication"), &options->db);
  command.option("--log", &options->log, "log all communication with external programs to this file, with timestamps")
      .value("FILE");
  command.option("--quiet", &options->quiet, "print only the table of results");
  command.option("--wide", &options->wide, "print all columns and a table of pairings, wider than 80 columns");
  command.option("--json", &options->json, "print the results as one JSON object");
  command.option("--csv", &options->csv, "print the results as CSV").excludes("--json");
  command.option("--html", &options->html, "write an HTML page with tables, a graph, and links to all games")
      .value("FILE");
  command.option("--page", &options->page, "address of the `sow serve` page that these links open").value("ADDRESS");
  command.footer =
      "WHO is one of\n" + players_help() +
      "Ctrl-C ends the match and prints the results so far. Elo, its error (95 %), and LOS, the likelihood of\n"
      "superiority, are computed from pairs of games with 0, ½, 1, 1½, and 2 points; see docs/matches.md.\n";
  command.run = [options] { return match(*options); };
}

}  // namespace sow
