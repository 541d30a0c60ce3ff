// sow report: finds the mistakes in a game.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/interrupt.h"
#include "cli/report_text.h"
#include "cli/shared_arguments.h"
#include "cli/terminal.h"
#include "game/explain.h"
#include "game/record.h"
#include "protocol/report_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct ReportArguments {
  std::string file;
  std::optional<int> number, depth;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  EngineArguments engine;
  bool json = false;
};

Record selected_game(const ReportArguments& options) {
  auto records = read_ogn(read_text_file(options.file), options.file, find_game);
  const auto count = static_cast<int>(records.size());
  if (count == 0) throw Error(Location{options.file}, "the file contains no games");
  if (options.number.value_or(count) > count)
    throw Error(Location{options.file}, fmt::format("the file contains only {}; there is no game {}",
                                                    count_of(count, "game"), *options.number));
  return std::move(records[static_cast<std::size_t>(options.number.value_or(count) - 1)]);
}

nlohmann::ordered_json judged_json(const Game& game, const JudgedGame& judged) {
  nlohmann::ordered_json json = {{"game", game.def().name}, {"history", nlohmann::ordered_json::array()}};
  Game before(game.def(), game.start());
  for (const PlyReport& ply : judged.plies) {
    json["history"].push_back(ply_json(before, static_cast<int>(json["history"].size()), ply));
    before.play(ply.move);
  }
  json.update(report_json(judged.report, Grader(game.start().total())));
  return json;
}

int report_file(const ReportArguments& options) {
  const Record record = selected_game(options);
  const Game game = replay(record);
  if (game.plies().empty()) throw Error(Location{options.file}, "the game has no moves");
  catch_interrupts();
  Limits limits = report_limits(interrupted);
  if (options.depth || options.time || options.nodes) limits.nodes = options.nodes;
  if (options.depth) limits.depth = *options.depth;
  limits.time_ms = options.time;
  Engine engine(options.engine.search_options());
  const auto judged = judge_game(game, engine, limits);
  if (!judged) {
    fmt::print(stderr, "Interrupted.\n");
    return exit_failed;
  }
  if (options.json) {
    fmt::print("{}\n", judged_json(game, *judged).dump());
    return 0;
  }
  const auto tag = [&](const char* name) {
    const auto found = record.tags.find(name);
    return found == record.tags.end() ? "?" : shown(found->second);
  };
  fmt::print("{}\n{}",
             fitted(fmt::format("{}: {} (South) vs. {} (North)\n", game.def().title, tag("South"), tag("North"))),
             fitted(report_text(game, *judged, columns_of(STDOUT_FILENO))));
  return 0;
}

}  // namespace

void add_report(Command& program) {
  const auto options = std::make_shared<ReportArguments>();
  Command& command = program.command("report", "Find the mistakes in a game");
  command.positional("FILE", &options->file, "OGN file (- for standard input)").required();
  command.option("--number", &options->number, "number of the game in the file")
      .value("N")
      .range(1, 1'000'000)
      .defaults_to("the last one");
  command.option(options::depth, &options->depth);
  command.option(options::time.with_help("milliseconds per move").with_default("no limit"), &options->time);
  command.option(options::nodes.with_help("nodes per move"), &options->nodes)
      .defaults_to(fmt::format("{} unless another limit is set", report_nodes));
  options->engine.add_to(command);
  command.option("--json", &options->json, "print the result as one JSON object");
  command.footer =
      "The loss of a move is the number of seeds it costs compared with the best move. Accuracy is 100 for a player "
      "who "
      "always plays the best move; forced moves do not count.\n";
  command.run = [options] { return report_file(*options); };
}

}  // namespace sow
