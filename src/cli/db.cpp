// sow db: databases of endings, built, looked over, counted and asked.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/sha256.h"
#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "db/level_file.h"
#include "db/probe_board.h"
#include "db/verify.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/probe.h"

namespace sow {
namespace {

struct Options {
  std::string game = default_game, position, db;
  std::optional<int> seeds;
  std::optional<std::uint64_t> sample;
  int threads = 0;
  bool json = false, csv = false, sums = false;
};

Database database_of(const Options& options) {
  const std::string folder = database_use(options.db).folder;
  if (folder.empty()) throw Error("there is no data folder: neither XDG_DATA_HOME nor HOME is set; use --db FOLDER");
  return Database(find_game(options.game), folder);
}

// The levels a command is about: those that are there, or the first so many of them.
int levels_of(const Database& database, const Options& options) {
  const int there = database.levels();
  if (there < 0)
    throw Error(fmt::format("there is no database of {} in {}; sow db build makes one", database.game().name,
                            database.folder().string()));
  if (options.seeds && *options.seeds > there)
    throw Error(
        fmt::format("the database of {} has up to {} seeds, not {}", database.game().name, there, *options.seeds));
  return options.seeds.value_or(there);
}

std::string gigabytes(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

void check_needs(const Database& database, int seeds) {
  const BuildNeeds needs = build_needs(database, seeds);
  fmt::print("{}, up to {} seeds: {} boards, {} of memory, {} more on disk, in {}\n", database.game().name, seeds,
             grouped(needs.boards), gigabytes(needs.memory), gigabytes(needs.disk), database.folder().string());
  std::fflush(stdout);
  if (needs.memory > needs.memory_free)
    throw Error(fmt::format("not enough memory: {} are needed, {} are free", gigabytes(needs.memory),
                            gigabytes(needs.memory_free)));
  if (needs.disk > needs.disk_free)
    throw Error(fmt::format("not enough room on the disk: {} are needed, {} are free", gigabytes(needs.disk),
                            gigabytes(needs.disk_free)));
}

std::string progress_text(const BuildProgress& p) {
  constexpr std::string_view words[] = {"reading", "building", "writing"};
  const double rate = static_cast<double>(p.built) / std::max(p.seconds, 0.001);
  std::string text = fmt::format("{} {} seeds, {:.1f} % of all", words[static_cast<int>(p.phase)], p.seeds,
                                 100 * static_cast<double>(p.done) / static_cast<double>(p.boards));
  if (p.built > 0 && rate > 0)
    text += fmt::format(", {}/s, {} left", rounded(rate), duration_text(static_cast<double>(p.boards - p.done) / rate));
  return text;
}

int build(const Options& options) {
  const Database database = database_of(options);
  check_needs(database, *options.seeds);
  catch_interrupts();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  StatusLine line;
  std::uint64_t built = 0;
  double seconds = 0;
  const bool finished = build_database(database, {*options.seeds, options.threads, &interrupted, [&](const auto& p) {
                                                    if (!p.damaged.empty()) line.say(p.damaged + "; it is built again");
                                                    line.show(progress_text(p));
                                                    built = p.built;
                                                    seconds = p.seconds;
                                                  }});
  line.clear();
  if (!finished) {
    fmt::print("Stopped: {} seeds are done. The same command goes on from there.\n", database.levels());
    return 1;
  }
  fmt::print("Done: {} boards built in {}.\n", grouped(built), duration_text(seconds));
  return 0;
}

int verify(const Options& options) {
  const Database database = database_of(options);
  const int last = levels_of(database, options);
  catch_interrupts();
  EndgameTable table = database.table();
  StatusLine line;
  std::uint64_t boards = 0;
  for (int n = 0; n <= last && !interrupted; ++n) {
    line.show(fmt::format("{} seeds", n));
    database.read_level(table, options.threads);
    const Verified result =
        verify_level(database.game().rules, table, n,
                     {.sample = options.sample.value_or(0), .threads = options.threads, .stop = &interrupted});
    boards += result.boards;
    if (!result.first) continue;
    line.clear();
    throw Error(fmt::format("{}: {} has {}, its moves make it {}", database.level_path(n),
                            diagram(database.game().rules, result.first->board), result.first->stored,
                            result.first->derived));
  }
  line.clear();
  fmt::print("{} boards of up to {} seeds agree with their moves{}.\n", grouped(boards), last,
             interrupted ? "; stopped before the end" : "");
  return interrupted ? 1 : 0;
}

struct LevelStats {
  int seeds;
  std::uint64_t boards, bytes;
  std::map<int, std::uint64_t> values;
};

LevelStats stats_of(const Database& database, int seeds) {
  const auto file = database.open(seeds);
  LevelStats stats{seeds, file->values(), file->file_bytes(), {}};
  std::array<std::uint64_t, 256> counts{};
  std::array<std::int8_t, LevelFile::block_bytes> block;
  std::uint64_t left = file->values();
  for (std::size_t i = 0; i < file->blocks(); ++i) {
    file->read_block(i, block.data());
    const auto size = std::min<std::uint64_t>(left, block.size());
    for (std::size_t k = 0; k < size; ++k) ++counts[static_cast<std::uint8_t>(block[k])];
    left -= size;
  }
  for (int v = -128; v < 128; ++v)
    if (const auto count = counts[static_cast<std::uint8_t>(v)]; count > 0) stats.values[v] = count;
  return stats;
}

std::string stats_row(const LevelStats& stats, DatabaseKind kind) {
  std::uint64_t wins = 0, losses = 0;
  for (const auto& [value, count] : stats.values) {
    const int sign = kind == DatabaseKind::margin ? value : 2 * value - stats.seeds;
    if (sign > 0) wins += count;
    if (sign < 0) losses += count;
  }
  return fmt::format("{:5} {:>15} {:>15} {:>15} {:>15} {:>15} {:5.2f}\n", stats.seeds, grouped(stats.boards),
                     grouped(wins), grouped(stats.boards - wins - losses), grouped(losses), grouped(stats.bytes),
                     8 * static_cast<double>(stats.bytes) / static_cast<double>(stats.boards));
}

// As sha256sum prints them, so that it can check them.
void print_sums(const Database& database, int last) {
  for (int n = 0; n <= last; ++n) {
    const std::filesystem::path path = database.level_path(n);
    fmt::print("{}  {}\n", sha256(File(path, O_RDONLY)), path.filename().string());
  }
}

int stats(const Options& options) {
  const Database database = database_of(options);
  const int last = levels_of(database, options);
  if (options.sums) {
    print_sums(database, last);
    return 0;
  }
  const bool margins = database.kind() == DatabaseKind::margin;
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();
  if (options.csv) fmt::print("seeds,value,count\n");
  if (!options.csv && !options.json)
    fmt::print("{} holds {}\n{:>5} {:>15} {:>15} {:>15} {:>15} {:>15} {:>5}\n", database.game().name,
               margins ? "margins of the mover" : "seeds the mover can force: more than half, half, less than half",
               "seeds", "boards", margins ? "wins" : "more", margins ? "draws" : "half", margins ? "losses" : "less",
               "bytes", "bits");
  for (int n = 0; n <= last; ++n) {
    const LevelStats level = stats_of(database, n);
    if (options.json) {
      nlohmann::ordered_json values = nlohmann::ordered_json::object();
      for (const auto& [value, count] : level.values) values[std::to_string(value)] = count;
      levels.push_back({{"seeds", n}, {"positions", level.boards}, {"bytes", level.bytes}, {"values", values}});
    } else if (options.csv) {
      for (const auto& [value, count] : level.values) fmt::print("{},{},{}\n", n, value, count);
    } else {
      fmt::print("{}", stats_row(level, database.kind()));
    }
  }
  if (options.json)
    fmt::print("{}\n",
               nlohmann::ordered_json{
                   {"game", database.game().name}, {"holds", margins ? "margin" : "forced"}, {"levels", levels}}
                   .dump());
  return 0;
}

std::string interval_text(const Margin& m) {
  const int low = m.low / seed_value, high = m.high / seed_value;
  return m.exact() ? fmt::format("={:+}", low) : fmt::format("{:+} to {:+}", low, high);
}

int probe(const Options& options) {
  const Database database = database_of(options);
  const Game game = game_argument(database.game(), options.position, "");
  const Probe probe = probe_database(database, levels_of(database, options), game);
  const Analysis analysis = probe_analysis(probe);
  if (options.json) {
    fmt::print("{}\n", probe_json(game, probe).dump());
    return 0;
  }
  fmt::print("{}\nMargin from here: {}\n", picture(database.game().rules, game.position()),
             interval_text(probe.margin));
  for (const Line& line : analysis.lines)
    fmt::print("  {}  {:>10}\n", move_text(game.rules(), game.position(), line.move), interval_text(probe.moves.at(line.move)));
  return 0;
}

Argument& add_seeds(Command& command, std::optional<int>& seeds, const char* help) {
  return command.option("--seeds", &seeds, help).value("N").range(0, 127);
}

}  // namespace

void add_db(Command& program) {
  Command& db = program.command("db", "Build, check and ask databases of endings");
  const auto options = std::make_shared<Options>();
  const auto add = [&](const char* name, const char* help, int (*what)(const Options&)) -> Command& {
    Command& command = db.command(name, help);
    add_game(command, options->game).required();
    command.option(options::db, &options->db);
    command.run = [options, what] { return what(*options); };
    return command;
  };

  Command& building = add("build", "The exact value of every board with up to so many seeds", build);
  add_seeds(building, options->seeds, "seeds in the pits, at most").required();
  add_threads(building, options->threads, "threads to build with");
  building.footer = "Levels that are there already are kept: a build that was stopped goes on where it was.\n";

  Command& verifying = add("verify", "Derive every value again from those of its moves", verify);
  add_seeds(verifying, options->seeds, "only boards with up to so many seeds");
  verifying.option("--sample", &options->sample, "only so many boards of each level, at random")
      .value("N")
      .range(1, options::most_nodes);
  add_threads(verifying, options->threads, "threads to derive with");

  Command& counting = add("stats", "How many boards have which value, and how large the files are", stats);
  add_seeds(counting, options->seeds, "only boards with up to so many seeds");
  counting.option("--json", &options->json, "print one JSON object");
  counting.option("--csv", &options->csv, "print a line for each number of seeds and value").excludes("--json");
  counting.option("--sums", &options->sums, "print the SHA-256 sums of the files, for sha256sum --check")
      .excludes("--json")
      .excludes("--csv");

  Command& probing = add("probe", "The value of a position and of each of its moves", probe);
  probing.positional("POSITION", &options->position, position_help).required();
  probing.option("--json", &options->json, "print one JSON object");
}

}  // namespace sow
