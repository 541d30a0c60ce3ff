// sow play: a game at the terminal, between any two players.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <optional>
#include <random>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/command.h"
#include "cli/database_option.h"
#include "cli/session.h"
#include "rules/catalog.h"
#include "search/minimax.h"

namespace sow {
namespace {

struct Options {
  std::string game, south = default_south, north = default_north, setup, load, save, db;
  std::optional<std::uint64_t> seed;
  std::optional<int> depth;
};

Who parse_side(const std::string& side, const std::string& text, const std::optional<int>& depth) {
  try {
    Who who = parse_who(text);
    if (depth && takes_option(who, "depth")) who.options.emplace("depth", *depth);
    return who;
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", side, e.what()));
  }
}

std::uint64_t any_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

int play(const Options& options) {
  Session::Setup setup{
      .who = {parse_side("--south", options.south, options.depth), parse_side("--north", options.north, options.depth)},
      .seed = options.seed ? *options.seed : any_seed(),
      .save = options.save,
      .database = database_use(options.db)};
  std::optional<GameDef> game;
  if (!options.game.empty()) game = find_game(options.game);

  if (!options.load.empty()) {
    auto archive = Archive::load(options.load, game ? &*game : nullptr);
    Game loaded = replay(archive.record());
    return Session(std::move(loaded), std::move(archive), std::move(setup)).run();
  }
  if (!game) game = find_game(default_game);
  const Position start = options.setup.empty() ? start_position(game->rules) : position_argument(options.setup, *game);
  Archive archive({{"Event", "Casual game"},
                   {"Date", fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))},
                   {"South", who_text(setup.who[0])},
                   {"North", who_text(setup.who[1])}});
  return Session(Game(*game, start), std::move(archive), std::move(setup)).run();
}

}  // namespace

void add_play(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("play", "Play a game at the terminal");
  command->add_option("GAME", options->game, fmt::format("{} [{}]", game_help, default_game))->type_name("");
  command->add_option("--south", options->south, "plays South, who begins")->capture_default_str()->type_name("WHO");
  command->add_option("--north", options->north, "plays North")->capture_default_str()->type_name("WHO");
  auto* setup = command->add_option("--setup", options->setup, fmt::format("begin with {}", position_help));
  setup->type_name("POSITION");
  command->add_option("--load", options->load, "go on with the last game of an OGN file")
      ->excludes(setup)
      ->type_name("FILE");
  command->add_option("--save", options->save, "keep the game in this OGN file, which is replaced")->type_name("FILE");
  command->add_option("--seed", options->seed, "of the dice: the same seed gives the same choices")
      ->check(CLI::Validator(seed_complaint, ""))
      ->type_name("N");
  command->add_option("--depth", options->depth, "depth of the players that take one")
      ->check(CLI::Range(1, deepest_minimax))
      ->type_name("N");
  add_database_option(*command, options->db);
  command->footer("WHO is one of\n" + who_help());
  command->callback([options, &run] { run = [options] { return play(*options); }; });
}

}  // namespace sow
