// sow db: builds, verifies, counts, and probes endgame databases.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/new_file.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "board/final_margin.h"
#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/level_stats.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cli/terminal.h"
#include "db/export_level.h"
#include "db/level_file.h"
#include "db/probe_board.h"
#include "db/verify.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/probe.h"
#include "search/probe_batch.h"

namespace sow {
namespace {

constexpr std::size_t batch_memory_bytes = std::size_t{1} << 30, max_line_bytes = 4096;

struct DbArguments {
  std::string game = default_game, position, batch, db;
  std::optional<int> seeds;
  std::optional<std::uint64_t> sample;
  int threads = 0;
  bool json = false, csv = false, sums = false;
  std::string npy_file, csv_file;
  bool boards = false;
};

void check_needs(const Database& database, int seeds, bool silent) {
  const BuildNeeds needs = build_needs(database, seeds);
  if (!silent)
    fmt::print("{}, up to {} seeds: {} boards, {} of memory, {} of disk space, in {}\n", database.game().name, seeds,
               grouped(needs.boards), gigabytes(needs.memory), gigabytes(needs.disk), database.folder().string());
  std::fflush(stdout);
  if (needs.memory > needs.memory_free)
    throw Failure(
        fmt::format("not enough memory: {} needed, {} free", gigabytes(needs.memory), gigabytes(needs.memory_free)));
  if (needs.disk > needs.disk_free)
    throw Failure(
        fmt::format("not enough disk space: {} needed, {} free", gigabytes(needs.disk), gigabytes(needs.disk_free)));
}

std::string build_text(const BuildProgress& p) {
  constexpr std::string_view phases[] = {"reading", "building", "writing"};
  const double rate = p.built / std::max(p.seconds, 0.001);
  std::string text =
      fmt::format("{} level {}: {:.1f} % done", phases[static_cast<int>(p.phase)], p.seeds, 100.0 * p.done / p.boards);
  if (p.built > 0 && rate > 0)
    text += fmt::format(", {}/s, {} left", rounded(rate), duration_text((p.boards - p.done) / rate));
  return text;
}

int build(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  check_needs(database, *options.seeds, options.json);
  catch_interrupts();
  std::signal(SIGXFSZ, SIG_IGN);  // treat a file size limit like a full disk
  StatusLine line;
  std::uint64_t built = 0;
  double seconds = 0;
  const bool finished = build_database(database, {*options.seeds, options.threads, &interrupted, [&](const auto& p) {
                                                    if (!p.damaged.empty()) line.say(p.damaged + "; rebuilding it");
                                                    line.show(build_text(p));
                                                    built = p.built;
                                                    seconds = p.seconds;
                                                  }});
  line.clear();
  if (options.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", database.game().name},
                                              {"seeds", database.max_seeds()},
                                              {"built", built},
                                              {"seconds", seconds},
                                              {"complete", finished}}
                           .dump());
    return finished ? 0 : exit_failed;
  }
  if (!finished) {
    fmt::print("Stopped after level {}. Run the same command again to resume.\n", database.max_seeds());
    return 1;
  }
  fmt::print("Done: {} boards built in {}.\n", grouped(built), duration_text(seconds));
  return 0;
}

struct WrongValue {
  std::string file, position;
  int stored, derived;
};

int report_verified(const DbArguments& options, const Database& database, int last, std::uint64_t boards,
                    const std::optional<WrongValue>& wrong) {
  if (options.json) {
    nlohmann::ordered_json json = {{"game", database.game().name},
                                   {"seeds", last},
                                   {"positions", boards},
                                   {"wrong", nullptr},
                                   {"complete", !wrong && !interrupted}};
    if (wrong)
      json["wrong"] = {
          {"file", wrong->file}, {"position", wrong->position}, {"stored", wrong->stored}, {"derived", wrong->derived}};
    fmt::print("{}\n", json.dump());
  } else if (wrong) {
    fmt::print(stderr, "sow: {}: wrong value of {}: stored {}, derived {}\n", wrong->file, wrong->position,
               wrong->stored, wrong->derived);
  } else {
    fmt::print("Verified {} boards with up to {} seeds{}.\n", grouped(boards), last,
               interrupted ? "; stopped early" : ": no errors");
  }
  return interrupted || wrong ? exit_failed : 0;
}

int verify(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  const int last = levels_of(database, options.seeds);
  catch_interrupts();
  EndgameTable table = database.table();
  const std::uint64_t sample = options.sample.value_or(0);
  std::uint64_t all = 0, boards = 0;
  std::optional<WrongValue> wrong;
  for (int n = 0; n <= last; ++n)
    all += sample > 0 ? std::min(sample, database.index().size(n)) : database.index().size(n);
  BoardsDone done{0};
  std::optional<Ticker> ticker(std::in_place,
                               [&](double seconds) { return progress_text(done, all, "boards", seconds); });
  for (int n = 0; n <= last && !interrupted && !wrong; ++n) {
    database.read_level(table, options.threads);
    const Verified result =
        verify_level(database.game().rules, table, n,
                     {.sample = sample, .threads = options.threads, .stop = &interrupted, .done = &done});
    boards += result.boards;
    if (result.first)
      wrong = {database.level_path(n), diagram(database.game().rules, result.first->board), result.first->stored,
               result.first->derived};
  }
  ticker.reset();
  return report_verified(options, database, last, boards, wrong);
}

std::vector<LevelStats> all_stats(const Database& database, int last) {
  std::uint64_t all = 0;
  for (int n = 0; n <= last; ++n) all += database.index().size(n);
  BoardsDone done{0};
  const Ticker ticker([&](double seconds) { return progress_text(done, all, "boards", seconds); });
  std::vector<LevelStats> levels;
  for (int n = 0; n <= last; ++n)
    if (database.index().occurs(n)) levels.push_back(level_stats(database.index(), n, *database.open(n), done));
  return levels;
}

// In the format of sha256sum.
void print_sums(const Database& database, int last) {
  for (int n = 0; n <= last; ++n) {
    const std::filesystem::path path = database.level_path(n);
    fmt::print("{}  {}\n", sha256(File(path, O_RDONLY)), path.filename().string());
  }
}

int stats(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  const int last = levels_of(database, options.seeds);
  if (options.sums) {
    print_sums(database, last);
    return 0;
  }
  print_stats(database, all_stats(database, last),
              options.json  ? StatsForm::json
              : options.csv ? StatsForm::csv
                            : StatsForm::table);
  return 0;
}

// The file is replaced only when the export is complete.
int export_values(const DbArguments& options) {
  if (options.npy_file.empty() && options.csv_file.empty())
    throw Error("missing output file; give --npy FILE or --csv FILE");
  const Database database = named_database(options.game, options.db);
  const int seeds = levels_of(database, options.seeds);
  catch_interrupts();
  const bool csv = options.npy_file.empty();
  const auto format = csv ? ExportOptions::Format::csv : ExportOptions::Format::npy;
  const std::string& path = csv ? options.csv_file : options.npy_file;
  require_replaceable(path, csv ? "an exported level in CSV" : "a NumPy array",
                      [&](std::string_view start) { return is_export(format, start); });
  NewFile file(path);
  BoardsDone done{0};
  const std::uint64_t all = database.index().size(seeds);
  std::optional<Ticker> ticker(std::in_place,
                               [&](double seconds) { return progress_text(done, all, "boards", seconds); });
  const std::uint64_t rows =
      export_level(database, seeds, {.format = format, .boards = options.boards, .stop = &interrupted, .done = &done},
                   [&](std::string_view piece) { file.file().write(piece); });
  ticker.reset();
  if (interrupted) return exit_failed;
  file.finish();
  fmt::print("Exported {} values of boards with {} seeds to {}.\n", grouped(rows), seeds, path);
  return 0;
}

// Reads a file or standard input in pieces.
class Input {
 public:
  explicit Input(const std::string& path) {
    if (path != "-") file_.emplace(path, O_RDONLY);
  }

  // Unknown for standard input.
  std::optional<std::uint64_t> size() const { return file_ ? std::optional(file_->size()) : std::nullopt; }
  std::uint64_t bytes_read() const { return bytes_read_; }

  // Empty at the end.
  std::string_view next() {
    const auto n = file_ ? static_cast<ssize_t>(file_->read_at(bytes_read_, buffer_.data(), buffer_.size()))
                         : read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (n <= 0) return {};
    bytes_read_ += static_cast<std::uint64_t>(n);
    return {buffer_.data(), static_cast<std::size_t>(n)};
  }

 private:
  std::optional<File> file_;
  std::uint64_t bytes_read_ = 0;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 18);
};

std::string batch_progress(const Input& input, std::uint64_t answered, double seconds) {
  const double rate = static_cast<double>(answered) / seconds;
  std::string text = fmt::format("{} positions, {}/s", grouped(answered), rounded(rate));
  if (const auto size = input.size(); size && input.bytes_read() > 0)
    text += fmt::format(
        ", {} left",
        duration_text(seconds * (static_cast<double>(*size) / static_cast<double>(input.bytes_read()) - 1)));
  return text;
}

// Prints an answer for each valid line, and an error with the line number for each invalid one.
int probe_batch(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  levels_of(database, options.seeds);
  DatabaseUse use = database_use(options.db);
  use.memory_bytes = batch_memory_bytes;
  StatusLine line;
  bool bad_line = false;
  const auto batch = make_probe_batch(database.game(), use, 1, options.batch == "-" ? "standard input" : options.batch,
                                      [&](const Error& error) {
                                        bad_line = true;
                                        std::fflush(stdout);
                                        line.say(error.what());
                                      });
  Input input(options.batch);
  catch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  std::string pending, out;  // an incomplete line; answers
  const auto answer = [&](std::string_view lines) {
    out.clear();
    try {
      batch->answer(lines, out);
    } catch (const Error&) {
      std::fwrite(out.data(), 1, out.size(), stdout);
      throw;
    }
    return std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
  };
  for (std::string_view piece; !interrupted && !(piece = input.next()).empty();) {
    const auto end = piece.rfind('\n') + 1;  // 0 if there is none
    pending.append(piece.substr(0, end));
    if (end > 0 && !answer(std::exchange(pending, ""))) return exit_failed;  // main reports the write error
    pending.append(piece.substr(end));
    if (pending.size() > max_line_bytes) pending.resize(max_line_bytes), pending.back() = '?';  // too long to be valid
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > 1) line.show(batch_progress(input, batch->answered(), seconds));
  }
  line.clear();
  if (!interrupted && !pending.empty()) answer(pending);
  return interrupted || bad_line ? exit_failed : 0;
}

int probe(const DbArguments& options) {
  if (!options.batch.empty()) return probe_batch(options);
  if (options.position.empty()) throw Error("missing position; give POSITION or --batch FILE");
  const Database database = named_database(options.game, options.db);
  const Game game = game_argument(database.game(), options.position, "");
  const Probe probe = probe_database(database, levels_of(database, options.seeds), game);
  const Analysis analysis = probe_analysis(probe);
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, analysis).dump());
    return 0;
  }
  fmt::print("{}\nFinal margin: {}\n", fitted_picture(database.game().rules, game.position()),
             score_bounds_text(game.position(), probe.margin));
  for (const Line& line : analysis.lines)
    fmt::print("  {}  {:>10}\n", move_text(game.rules(), game.position(), line.move),
               score_bounds_text(game.position(), probe.moves.at(line.move)));
  return 0;
}

Argument& add_seeds(Command& command, std::optional<int>& seeds, const char* help) {
  return command.option("--seeds", &seeds, help).value("N").range(0, 127);
}

}  // namespace

void add_db(Command& program) {
  Command& db = program.command("db", "Build, verify, and probe endgame databases");
  const auto options = std::make_shared<DbArguments>();
  const auto add = [&](const char* name, const char* help, int (*what)(const DbArguments&)) -> Command& {
    Command& command = db.command(name, help);
    add_game(command, options->game).required();
    command.option(options::db, &options->db);
    command.run = [options, what] { return what(*options); };
    return command;
  };

  Command& building = add("build", "Build the exact value of every board with up to N seeds", build);
  add_seeds(building, options->seeds, "maximum number of seeds in the pits").required();
  add_threads(building, options->threads, "number of threads");
  building.option("--json", &options->json, "print one JSON object at the end");
  building.footer = "Existing levels are kept. Run the same command again to resume a build that was stopped.\n";

  Command& verifying = add("verify", "Recompute every value from its successors", verify);
  add_seeds(verifying, options->seeds, "only levels up to N seeds").defaults_to("all");
  verifying.option("--sample", &options->sample, "number of random boards to check per level")
      .value("N")
      .defaults_to("all")
      .range(1, options::max_nodes);
  add_threads(verifying, options->threads, "number of threads");
  verifying.option("--json", &options->json, "print one JSON object at the end");
  verifying.footer = "The exit code is 1 if a value is wrong.\n";

  Command& counting = add("stats", "Count boards by value and show file sizes", stats);
  add_seeds(counting, options->seeds, "only levels up to N seeds").defaults_to("all");
  counting.option("--json", &options->json, "print one JSON object");
  counting.option("--csv", &options->csv, "print one CSV line per level and value").excludes("--json");
  counting.option("--sums", &options->sums, "print SHA-256 checksums of the files for sha256sum --check")
      .excludes("--json")
      .excludes("--csv");

  Command& exporting = add("export", "Write all values of one level to a file for other programs", export_values);
  add_seeds(exporting, options->seeds, "the level to export").required();
  exporting.option("--npy", &options->npy_file, "write a NumPy array").value("FILE");
  exporting.option("--csv", &options->csv_file, "write CSV").value("FILE").excludes("--npy");
  exporting.option("--boards", &options->boards, "add the boards to the values");

  Command& probing = add("probe", "Show the value of a position and of each move", probe);
  probing.positional("POSITION", &options->position, position_help);
  probing.option("--json", &options->json, "print one JSON object");
  probing
      .option("--batch", &options->batch,
              "read one position per line (- for standard input) and print `diagram low high`")
      .value("FILE")
      .excludes("--json")
      .excludes("POSITION");
}

}  // namespace sow
