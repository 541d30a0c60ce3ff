// sow puzzle: generates positions with one provably best line.
#include "study/puzzle.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "board/notation.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "protocol/report_json.h"
#include "rules/catalog.h"
#include "study/hint.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

constexpr int max_puzzles = 1'000'000, max_rating = 10'000;

struct PuzzleArguments {
  std::string game = default_game, db, theme;
  std::int64_t seed = 1;
  int count = 10, min_rating = 0, max_rating = sow::max_rating;
  std::int64_t time = 0;
  bool json = false;
};

// Sets a flag when the time is up or the program is interrupted.
class StopTimer {
 public:
  explicit StopTimer(std::chrono::milliseconds time)
      : thread_([this, end = std::chrono::steady_clock::now() + time](const std::stop_token& done) {
          while (!done.stop_requested() && !stop_) {
            if (interrupted || std::chrono::steady_clock::now() >= end) stop_ = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
          }
        }) {}

  const std::atomic<bool>& stop() const { return stop_; }

 private:
  std::atomic<bool> stop_{false};
  std::jthread thread_;
};

std::vector<std::string> theme_words() {
  std::vector<std::string> words;
  for (const ThemeInfo& info : theme_table) words.emplace_back(info.word);
  return words;
}

std::string depth_text(const std::optional<int>& plies) {
  return plies ? fmt::format("within {} plies", *plies) : "by the end of the game";
}

// What every move but the best one gains: "gains at most 3".
std::string others_text(int second) {
  if (second == 0) return "gains nothing";
  return second > 0 ? fmt::format("gains at most {}", second) : fmt::format("loses at least {}", -second);
}

// "B captures 3 and leaves South nothing to capture. E captures 4 but allows a capture of 8." The pits are named as in
// other terminal texts.
std::string why_text(const Game& game, const Puzzle& puzzle) {
  std::string text = explain(game.rules(), game.position(), puzzle.why) + ".";
  if (puzzle.tempting)
    text += fmt::format(" {}.", explain(game.rules(), game.position(), reasons(game, std::array{*puzzle.tempting})));
  return text;
}

std::string puzzle_text(const GameDef& def, const Puzzle& puzzle) {
  const Game game(def, puzzle.position);
  const auto line = line_text(game, puzzle.line);
  return fmt::format("{}  {}, rating {}: {}\n  The line {} {}; any other move {}.\n  {}",
                     diagram(def.rules, puzzle.position), theme_word(puzzle.theme), puzzle.rating, fmt::join(line, " "),
                     gain_text(puzzle.proof.margin), depth_text(puzzle.proof.plies), others_text(puzzle.proof.second),
                     why_text(game, puzzle));
}

ordered_json puzzle_json(const GameDef& def, const Puzzle& puzzle) {
  const Game game(def, puzzle.position);
  ordered_json json = {{"position", diagram(def.rules, puzzle.position)},
                       {"pv", line_text(game, puzzle.line)},
                       {"theme", theme_word(puzzle.theme)},
                       {"rating", puzzle.rating},
                       {"margin", puzzle.proof.margin},
                       {"second_margin", puzzle.proof.second},
                       {"plies", nullptr},
                       {"why", reasons_json(game, puzzle.why)},
                       {"tempting", nullptr}};
  if (puzzle.proof.plies) json["plies"] = *puzzle.proof.plies;
  if (puzzle.tempting)
    json["tempting"] = {{"move", move_text(def.rules, puzzle.position, *puzzle.tempting)},
                        {"why", reasons_json(game, reasons(game, std::array{*puzzle.tempting}))}};
  return json;
}

std::optional<Theme> theme_argument(const std::string& word) {
  if (word.empty()) return std::nullopt;
  if (const auto theme = parse_theme(word)) return theme;
  throw Error(fmt::format("--theme: unknown theme \"{}\"; the themes are {}", word, fmt::join(theme_words(), ", ")));
}

int puzzle(const PuzzleArguments& options) {
  const GameDef def = find_game(options.game);
  if (options.min_rating > options.max_rating)
    throw Error(fmt::format("--least {} is greater than --most {}", options.min_rating, options.max_rating));
  const StopTimer timer{std::chrono::milliseconds(options.time)};
  const PuzzleSetup setup{.seed = static_cast<std::uint64_t>(options.seed),
                          .count = options.count,
                          .theme = theme_argument(options.theme),
                          .min_rating = options.min_rating,
                          .max_rating = options.max_rating,
                          .database = options.db.empty() ? DatabaseUse{} : database_use(options.db),
                          .stop = &timer.stop()};
  catch_interrupts();
  ordered_json object = {{"game", def.name}, {"seed", options.seed}, {"puzzles", ordered_json::array()}};
  int count = 0;
  make_puzzles(def, setup, [&](const Puzzle& found) {
    ++count;
    if (options.json)
      object["puzzles"].push_back(puzzle_json(def, found));
    else
      fmt::print("{}\n", puzzle_text(def, found));
  });
  if (options.json) fmt::print("{}\n", object.dump());
  if (count == options.count) return 0;
  if (!interrupted)
    fmt::print(stderr, "Found {} of {} puzzles within {} s; use --time to search longer.\n", count, options.count,
               static_cast<double>(options.time) / 1000);
  return exit_failed;
}

}  // namespace

void add_puzzle(Command& program) {
  const auto options = std::make_shared<PuzzleArguments>();
  Command& command = program.command("puzzle", "Generate positions with one provably best line");
  add_game(command, options->game);
  command.option("--count", &options->count, "number of puzzles").value("N").range(1, max_puzzles);
  command.option("--seed", &options->seed, "random seed; the same seed gives the same puzzles")
      .value("N")
      .range(0, INT64_MAX);
  command.option("--theme", &options->theme, "theme of the puzzles; see below")
      .value("NAME")
      .defaults_to("all")
      .completes_to(theme_words());
  command.option("--least", &options->min_rating, "minimum rating").value("N").range(0, max_rating);
  command.option("--most", &options->max_rating, "maximum rating").value("N").range(0, max_rating);
  command.option("--db", &options->db, "endgame database folder")
      .value("FOLDER")
      .defaults_to("small databases built in memory");
  command.option(options::time.with_help("time limit for finding all puzzles in milliseconds").with_default(600'000),
                 &options->time);
  command.option("--json", &options->json, "print the result as one JSON object");
  command.footer = fmt::format(
      "A puzzle is a position from a game between levels of the engine. In each of your moves, one move gains at least "
      "{} seeds more than any other, and the first is not the largest capture. This is proven to the end of the game "
      "or for the next ten plies (eight on long boards), and a deeper search agrees. The line shows your moves and the "
      "best replies.\n"
      "\n"
      "The rating measures which of the engine's levels fail the puzzle, on the scale of their own ratings.\n"
      "\n"
      "Themes. The solution …\n",
      min_puzzle_gain);
  for (const ThemeInfo& info : theme_table) command.footer += fmt::format("  {:<12}  {}\n", info.word, info.meaning);
  command.run = [options] { return puzzle(*options); };
}

}  // namespace sow
