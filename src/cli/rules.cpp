// sow rules: the games there are, and making new ones.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text_file.h"
#include "board/kernel.h"
#include "board/notation.h"
#include "cli/command.h"
#include "cli/shared_arguments.h"
#include "cli/terminal.h"
#include "rules/catalog.h"
#include "search/evaluation.h"

namespace sow {
namespace {

constexpr const char* template_game = "oware";

std::string board_text(const Ruleset& rules) { return fmt::format("{}x{}", rules.rows, rules.pits); }

// What a game is, for programs.
nlohmann::ordered_json game_json(const GameDef& game) {
  return {{"name", game.name},
          {"title", game.title},
          {"rows", game.rules.rows},
          {"pits", game.rules.pits},
          {"seeds", start_position(game.rules).total()}};
}

int list(bool json) {
  if (json) {
    nlohmann::ordered_json games = nlohmann::ordered_json::array();
    for (const auto& name : builtin_names()) games.push_back(game_json(find_game(name)));
    fmt::print("{}\n", games.dump());
    return 0;
  }
  fmt::print("{:<20} {:<28} {:>4} {:>5} {:>6}\n", "name", "title", "rows", "pits", "seeds");
  for (const auto& name : builtin_names()) {
    const GameDef game = find_game(name);
    fmt::print("{:<20} {:<28} {:>4} {:>5} {:>6}\n", name, game.title, game.rules.rows, game.rules.pits,
               start_position(game.rules).total());
  }
  return 0;
}

int show(const std::string& spec, bool toml, bool json) {
  const GameDef game = find_game(spec);
  const Position start = start_position(game.rules);
  if (toml) {
    fmt::print("{}", to_toml(game));
    return 0;
  }
  if (json) {
    nlohmann::ordered_json object = game_json(game);
    object["position"] = diagram(game.rules, start);
    object["rules"] = describe(game.rules);
    object["source"] = game.source;
    fmt::print("{}\n", object.dump());
    return 0;
  }
  fmt::print("{} ({})\n\n{}\n{}", game.title, game.name, fitted_picture(game.rules, start),
             fitted(describe(game.rules)));
  if (!game.source.empty()) fmt::print("{}", fitted(fmt::format("\nSource: {}\n", game.source)));
  return 0;
}

// Every file, also after one that is wrong.
int check_json(const std::vector<std::string>& files) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  bool fine = true;
  for (const auto& file : files) {
    nlohmann::ordered_json result = {{"file", file}, {"error", nullptr}};
    try {
      const GameDef game = read_game_file(file);
      result.update(game_json(game));
      result["kernel"] = kernel_word(game.rules);
      result["evaluation"] = evaluation_words(game);
    } catch (const Error& e) {
      fine = false;
      result.update({{"error", e.message()}, {"line", e.place().line}, {"column", e.place().column}});
    }
    results.push_back(std::move(result));
  }
  fmt::print("{}\n", results.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return fine ? 0 : exit_bad_input;
}

int check(const std::vector<std::string>& files) {
  for (const auto& file : files) {
    const GameDef game = read_game_file(file);
    const int seeds = start_position(game.rules).total();
    fmt::print(
        "{}: fine: {}, a board of {}, {} seeds; {}; {}\n", file, game.title, board_text(game.rules), seeds,
        kernel_word(game.rules) == "compiled" ? "its kernel has the rules compiled in" : "played by the table kernel",
        evaluation_words(game));
  }
  return 0;
}

int create(const std::string& file, const std::string& from) {
  GameDef game = find_game(from);
  const std::string stem = std::filesystem::path(file).stem().string();
  game.name = stem;
  game.title = stem;
  game.ogn.clear();
  game.source = fmt::format("My own game, begun as {}.", from);
  const std::string head = fmt::format(
      "# A mancala game. Change what you like; `sow rules check {0}` looks it over, `sow play {0}` plays it.\n"
      "# `sow rules vocabulary` explains every key.\n\n",
      file);
  const std::string text = head + to_toml(game, true);
  parse_game(text, file, find_game);  // a name that cannot be one is found before there is a file
  create_text_file(file, text);
  fmt::print("Wrote {}. Play it with: sow play {}\n", file, file);
  return 0;
}

int vocabulary() {
  fmt::print("{}", vocabulary_markdown());
  return 0;
}

struct Options {
  std::string game, file, from = template_game;
  std::vector<std::string> files;
  bool toml = false, json = false;
};

}  // namespace

void add_rules(Command& program) {
  const auto options = std::make_shared<Options>();
  Command& rules = program.command("rules", "List, explain, check and make games");

  const auto add_json = [&](Command& command) -> Argument& {
    return command.option("--json", &options->json, "print JSON");
  };

  Command& listing = rules.command("list", "The games there are");
  add_json(listing);
  listing.run = [options] { return list(options->json); };

  Command& showing = rules.command("show", "The rules of a game in words");
  add_game(showing, options->game).required();
  showing.option("--toml", &options->toml, "as data instead, every key");
  add_json(showing).excludes("--toml");
  showing.run = [options] { return show(options->game, options->toml, options->json); };

  Command& checking = rules.command("check", "Look over a rule file");
  checking.positional("FILE", &options->files, "rule files in TOML").required();
  add_json(checking);
  checking.run = [options] { return options->json ? check_json(options->files) : check(options->files); };

  Command& creating = rules.command("new", "Write a rule file to start from, with comments");
  creating.positional("FILE", &options->file, "the file to write; it must not exist yet").required();
  creating.option("--from", &options->from, "the game it begins as").value("GAME");
  creating.run = [options] { return create(options->file, options->from); };

  rules.command("vocabulary", "Every key and value of the rule files, as Markdown").run = vocabulary;
}

}  // namespace sow
