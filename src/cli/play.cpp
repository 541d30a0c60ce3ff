// sow play: a game at the terminal, between any two players.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <optional>
#include <random>

#include "base/error.h"
#include "cli/command.h"
#include "cli/session.h"
#include "cli/shared_arguments.h"
#include "game/rounds.h"
#include "rules/catalog.h"
#include "search/minimax.h"

namespace sow {
namespace {

struct PlayArguments {
  std::string game, south = default_south, north = default_north, setup, load, save, db, evaluation;
  std::optional<std::uint64_t> seed;
  std::optional<int> depth, rounds;
};

PlayerSpec parse_side(const std::string& side, const std::string& text, const std::optional<int>& depth) {
  try {
    PlayerSpec who = parse_player(text);
    if (depth && takes_option(who, options::depth.name)) who.options.emplace(options::depth.name, *depth);
    return who;
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", side, e.what()));
  }
}

std::uint64_t any_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

int play(const PlayArguments& options) {
  Session::Setup setup{
      .who = {parse_side("--south", options.south, options.depth), parse_side("--north", options.north, options.depth)},
      .seed = options.seed ? *options.seed : any_seed(),
      .save = options.save,
      .database = database_use(options.db),
      .evaluation = read_evaluation(options.evaluation)};
  std::optional<GameDef> game;
  if (!options.game.empty()) game = find_game(options.game);

  if (!options.load.empty()) {
    auto archive = Archive::load(options.load, game ? &*game : nullptr);
    Game loaded = replay(archive.record());
    return Session(std::move(loaded), std::move(archive), std::move(setup)).run();
  }
  if (!game) game = find_game(default_game);
  if (options.rounds && game->round == 0) game = first_round(*game);
  const Position start = options.setup.empty() ? start_position(game->rules) : position_argument(options.setup, *game);
  std::map<std::string, std::string> tags = {{"Event", "Casual game"},
                                             {"Date", fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))},
                                             {"South", player_title(setup.who[0])},
                                             {"North", player_title(setup.who[1])}};
  if (game->round > 0) tags["Round"] = std::to_string(game->round);
  if (options.rounds.value_or(0) > 0) tags["Rounds"] = std::to_string(*options.rounds);
  return Session(Game(*game, start), Archive(std::move(tags)), std::move(setup)).run();
}

}  // namespace

void add_play(Command& program) {
  const auto options = std::make_shared<PlayArguments>();
  Command& command = program.command("play", "Play a game at the terminal");
  add_game(command, options->game).otherwise(default_game);
  command.option("--south", &options->south, "plays South, who begins").value("WHO");
  command.option("--north", &options->north, "plays North").value("WHO");
  command.option("--setup", &options->setup, fmt::format("begin with {}", position_help)).value("POSITION");
  command.option("--load", &options->load, "go on with the last game of an OGN file").value("FILE").excludes("--setup");
  command.option("--save", &options->save, "keep the game in this OGN file, which is replaced").value("FILE");
  command.option("--rounds", &options->rounds, "play a match of at most so many rounds; 0: as many as the game has")
      .value("N")
      .range(0, 1000)
      .excludes("--load");
  command.option("--seed", &options->seed, "of the dice: the same seed gives the same choices").value("N");
  command.option(options::minimax_depth.with_help("depth of the players that take one"), &options->depth);
  command.option(options::db, &options->db);
  command.option(options::evaluation, &options->evaluation);
  command.footer = "WHO is one of\n" + players_help();
  command.run = [options] { return play(*options); };
}

}  // namespace sow
