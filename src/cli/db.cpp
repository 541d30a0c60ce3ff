// sow db: databases of endings, built, looked over, counted and asked.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/sha256.h"
#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/level_stats.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cli/terminal.h"
#include "db/level_file.h"
#include "db/probe_board.h"
#include "db/verify.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/probe.h"
#include "search/probe_batch.h"

namespace sow {
namespace {

constexpr std::size_t batch_memory_bytes = std::size_t{1} << 30, longest_position = 4096;

struct DbArguments {
  std::string game = default_game, position, batch, db;
  std::optional<int> seeds;
  std::optional<std::uint64_t> sample;
  int threads = 0;
  bool json = false, csv = false, sums = false;
};

void check_needs(const Database& database, int seeds, bool silent) {
  const BuildNeeds needs = build_needs(database, seeds);
  if (!silent)
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

std::string build_text(const BuildProgress& p) {
  constexpr std::string_view words[] = {"reading", "building", "writing"};
  const double rate = p.built / std::max(p.seconds, 0.001);
  std::string text =
      fmt::format("{} {} seeds, {:.1f} % of all", words[static_cast<int>(p.phase)], p.seeds, 100.0 * p.done / p.boards);
  if (p.built > 0 && rate > 0)
    text += fmt::format(", {}/s, {} left", rounded(rate), duration_text((p.boards - p.done) / rate));
  return text;
}

int build(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  check_needs(database, *options.seeds, options.json);
  catch_interrupts();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  StatusLine line;
  std::uint64_t built = 0;
  double seconds = 0;
  const bool finished = build_database(database, {*options.seeds, options.threads, &interrupted, [&](const auto& p) {
                                                    if (!p.damaged.empty()) line.say(p.damaged + "; it is built again");
                                                    line.show(build_text(p));
                                                    built = p.built;
                                                    seconds = p.seconds;
                                                  }});
  line.clear();
  if (options.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", database.game().name},
                                              {"seeds", database.levels()},
                                              {"built", built},
                                              {"seconds", seconds},
                                              {"complete", finished}}
                           .dump());
    return finished ? 0 : exit_failed;
  }
  if (!finished) {
    fmt::print("Stopped: {} seeds are done. The same command goes on from there.\n", database.levels());
    return 1;
  }
  fmt::print("Done: {} boards built in {}.\n", grouped(built), duration_text(seconds));
  return 0;
}

// A wrong value, and where it stands.
struct Disagreement {
  std::string file, position;
  int stored, derived;
};

int tell_verified(const DbArguments& options, const Database& database, int last, std::uint64_t boards,
                  const std::optional<Disagreement>& wrong) {
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
    fmt::print(stderr, "sow: {}: {} has {}, its moves make it {}\n", wrong->file, wrong->position, wrong->stored,
               wrong->derived);
  } else {
    fmt::print("{} boards of up to {} seeds agree with their moves{}.\n", grouped(boards), last,
               interrupted ? "; stopped before the end" : "");
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
  std::optional<Disagreement> wrong;
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
  return tell_verified(options, database, last, boards, wrong);
}

std::vector<LevelStats> all_stats(const Database& database, int last) {
  std::uint64_t all = 0;
  for (int n = 0; n <= last; ++n) all += database.index().size(n);
  BoardsDone done{0};
  const Ticker ticker([&](double seconds) { return progress_text(done, all, "boards", seconds); });
  std::vector<LevelStats> levels;
  for (int n = 0; n <= last; ++n) levels.push_back(level_stats(database.index(), n, *database.open(n), done));
  return levels;
}

// As sha256sum prints them, so that it can check them.
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

// A piece of the input, read as far as it is there; empty at the end.
class Input {
 public:
  explicit Input(const std::string& path) {
    if (path != "-") file_.emplace(path, O_RDONLY);
  }

  // None for what comes through a pipe.
  std::optional<std::uint64_t> size() const { return file_ ? std::optional(file_->size()) : std::nullopt; }
  std::uint64_t taken() const { return taken_; }

  std::string_view next() {
    const auto n = file_ ? static_cast<ssize_t>(file_->read_at(taken_, buffer_.data(), buffer_.size()))
                         : read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (n <= 0) return {};
    taken_ += static_cast<std::uint64_t>(n);
    return {buffer_.data(), static_cast<std::size_t>(n)};
  }

 private:
  std::optional<File> file_;
  std::uint64_t taken_ = 0;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 18);
};

std::string batch_progress(const Input& input, std::uint64_t answered, double seconds) {
  const double rate = static_cast<double>(answered) / seconds;
  std::string text = fmt::format("{} positions, {}/s", grouped(answered), rounded(rate));
  if (const auto size = input.size(); size && input.taken() > 0)
    text += fmt::format(", {} left",
                        duration_text(seconds * (static_cast<double>(*size) / static_cast<double>(input.taken()) - 1)));
  return text;
}

int probe_batch(const DbArguments& options) {
  const Database database = named_database(options.game, options.db);
  levels_of(database, options.seeds);
  DatabaseUse use = database_use(options.db);
  use.memory_bytes = batch_memory_bytes;
  const auto batch = make_probe_batch(database.game(), use, 1, options.batch == "-" ? "standard input" : options.batch);
  Input input(options.batch);
  catch_interrupts();
  StatusLine line;
  const auto begin = std::chrono::steady_clock::now();
  std::string begun, out;  // a line whose end has not come; answers
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
    begun.append(piece.substr(0, end));
    if (end > 0 && !answer(std::exchange(begun, ""))) return exit_failed;  // main says that nobody listens
    begun.append(piece.substr(end));
    if (begun.size() > longest_position) throw Error("there is a line that is longer than any position");
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (seconds > 1) line.show(batch_progress(input, batch->answered(), seconds));
  }
  line.clear();
  if (!interrupted && !begun.empty()) answer(begun);
  return interrupted ? exit_failed : 0;
}

int probe(const DbArguments& options) {
  if (!options.batch.empty()) return probe_batch(options);
  if (options.position.empty()) throw Error("sow db probe needs a position, or --batch with many of them");
  const Database database = named_database(options.game, options.db);
  const Game game = game_argument(database.game(), options.position, "");
  const Probe probe = probe_database(database, levels_of(database, options.seeds), game);
  const Analysis analysis = probe_analysis(probe);
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, analysis).dump());
    return 0;
  }
  fmt::print("{}\nMargin from here: {}\n", fitted_picture(database.game().rules, game.position()),
             interval_text(probe.margin));
  for (const Line& line : analysis.lines)
    fmt::print("  {}  {:>10}\n", move_text(game.rules(), game.position(), line.move),
               interval_text(probe.moves.at(line.move)));
  return 0;
}

Argument& add_seeds(Command& command, std::optional<int>& seeds, const char* help) {
  return command.option("--seeds", &seeds, help).value("N").range(0, 127);
}

}  // namespace

void add_db(Command& program) {
  Command& db = program.command("db", "Build, check and ask databases of endings");
  const auto options = std::make_shared<DbArguments>();
  const auto add = [&](const char* name, const char* help, int (*what)(const DbArguments&)) -> Command& {
    Command& command = db.command(name, help);
    add_game(command, options->game).required();
    command.option(options::db, &options->db);
    command.run = [options, what] { return what(*options); };
    return command;
  };

  Command& building = add("build", "The exact value of every board with up to so many seeds", build);
  add_seeds(building, options->seeds, "seeds in the pits, at most").required();
  add_threads(building, options->threads, "threads to build with");
  building.option("--json", &options->json, "print one JSON object at the end");
  building.footer = "Levels that are there already are kept: a build that was stopped goes on where it was.\n";

  Command& verifying = add("verify", "Derive every value again from those of its moves", verify);
  add_seeds(verifying, options->seeds, "only boards with up to so many seeds");
  verifying.option("--sample", &options->sample, "only so many boards of each level, at random")
      .value("N")
      .range(1, options::most_nodes);
  add_threads(verifying, options->threads, "threads to derive with");
  verifying.option("--json", &options->json, "print one JSON object at the end");
  verifying.footer = "Ends with exit code 1 if a value is wrong.\n";

  Command& counting = add("stats", "How many boards have which value, and how large the files are", stats);
  add_seeds(counting, options->seeds, "only boards with up to so many seeds");
  counting.option("--json", &options->json, "print one JSON object");
  counting.option("--csv", &options->csv, "print a line for each number of seeds and value").excludes("--json");
  counting.option("--sums", &options->sums, "print the SHA-256 sums of the files, for sha256sum --check")
      .excludes("--json")
      .excludes("--csv");

  Command& probing = add("probe", "The value of a position and of each of its moves", probe);
  probing.positional("POSITION", &options->position, position_help);
  probing.option("--json", &options->json, "print one JSON object");
  probing
      .option("--batch", &options->batch,
              "a file with a position a line (- is standard input): prints `diagram low high`")
      .value("FILE")
      .excludes("--json")
      .excludes("POSITION");
}

}  // namespace sow
