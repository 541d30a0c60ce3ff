// sow play: a game in the terminal, between any two players.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <optional>
#include <random>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/session.h"
#include "cli/shared_arguments.h"
#include "game/rounds.h"
#include "rules/catalog.h"
#include "rules/deal.h"
#include "search/minimax.h"

namespace sow {
namespace {

struct PlayArguments {
  std::string game, south, north, setup, load, save;
  EngineArguments engine;
  bool resume = false, force = false;
  std::optional<std::uint64_t> seed;
  std::optional<int> depth, rounds;
};

// The given player, or else the one of the resumed game, or else the default one.
std::string first_of(const std::string& given, const std::string& resumed, const char* otherwise) {
  return !given.empty() ? given : !resumed.empty() ? resumed : otherwise;
}

PlayerSpec parse_side(const std::string& side, const std::string& text, const std::optional<int>& depth) {
  try {
    PlayerSpec who = parse_player(text);
    if (depth && takes_option(who, options::depth.name)) who.options.emplace(options::depth.name, *depth);
    return who;
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", side, e.what()));
  }
}

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

Session::Setup make_setup(const PlayArguments& options, const std::string& south = "", const std::string& north = "") {
  SearchOptions search = options.engine.search_options();
  return {.who = {parse_side("--south", first_of(options.south, south, default_south), options.depth),
                  parse_side("--north", first_of(options.north, north, default_north), options.depth)},
          .seed = options.seed ? *options.seed : random_seed(),
          .save = options.save,
          .force = options.force,
          .search = std::move(search)};
}

int resume(const PlayArguments& options) {
  Autosave autosave = Autosave::resume();
  Archive archive = Archive::resume(autosave.path());
  const std::string south = archive.take_tag(Session::south_tag), north = archive.take_tag(Session::north_tag),
                    save = archive.take_tag(Session::save_tag);
  Session::Setup setup = make_setup(options, south, north);
  setup.autosave = std::move(autosave);
  if (setup.save.empty()) setup.save = save;
  if (!options.south.empty()) archive.set_tag("South", player_title(setup.who[0]));
  if (!options.north.empty()) archive.set_tag("North", player_title(setup.who[1]));
  Game game = replay(archive.record());
  return Session(std::move(game), std::move(archive), std::move(setup)).run();
}

int play(const PlayArguments& options) {
  if (options.resume) return resume(options);
  Session::Setup setup = make_setup(options);
  std::optional<GameDef> game;
  if (!options.game.empty()) game = find_game(options.game);

  if (!options.load.empty()) {
    auto archive = Archive::load(options.load, game ? &*game : nullptr);
    Game loaded = replay(archive.record());
    return Session(std::move(loaded), std::move(archive), std::move(setup)).run();
  }
  if (!game) game = find_game(default_game);
  if (game->is_undealt() && options.setup.empty()) game = deal_of(*game, static_cast<int>(setup.seed % max_deal) + 1);
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
  Command& command = program.command("play", "Play a game in the terminal");
  add_game(command, options->game).defaults_to(default_game);
  command.option("--south", &options->south, "player for South, who moves first")
      .value("WHO")
      .defaults_to(default_south);
  command.option("--north", &options->north, "player for North").value("WHO").defaults_to(default_north);
  command.option("--setup", &options->setup, fmt::format("start {}", position_help)).value("POSITION");
  command.option("--load", &options->load, "continue the last game of an OGN file").value("FILE").excludes("--setup");
  command.option("--save", &options->save, "save the game to FILE at the end; appends to an OGN file").value("FILE");
  command.option("--force", &options->force, "replace the file of --save instead of appending to it");
  command.option("--rounds", &options->rounds, "play a match of at most N rounds; 0 for as many as the game has")
      .value("N")
      .range(0, 1000)
      .excludes("--load");
  command.option("--resume", &options->resume, "continue your last unfinished game")
      .excludes("GAME")
      .excludes("--setup")
      .excludes("--load")
      .excludes("--rounds");
  command.option("--seed", &options->seed, "random seed; the same seed gives the same random choices").value("N");
  command.option(options::minimax_depth.with_help("search depth in plies, for players without their own"),
                 &options->depth);
  options->engine.add_files_to(command);
  command.footer = "WHO is one of:\n" + players_help();
  command.run = [options] { return play(*options); };
}

}  // namespace sow
