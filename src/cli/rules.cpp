// sow rules: the games there are, and making new ones.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text_file.h"
#include "base/wrap.h"
#include "board/kernel.h"
#include "board/notation.h"
#include "cli/command.h"
#include "cli/shared_arguments.h"
#include "cli/terminal.h"
#include "rules/catalog.h"
#include "rules/game_kind.h"
#include "search/evaluation.h"

namespace sow {
namespace {

constexpr const char* template_game = "oware";

std::string board_text(const Ruleset& rules) { return fmt::format("{}x{}", rules.rows, rules.pits); }

// What a game is, for programs.
nlohmann::ordered_json game_json(const GameDef& game) {
  return {{"name", game.name},
          {"title", game.title},
          {"region", game.region},
          {"about", game.about},
          {"kind", text_of(kind_of(game.rules))},
          {"rows", game.rules.rows},
          {"pits", game.rules.pits},
          {"seeds", start_position(game.rules).total()}};
}

// Which games are wanted; an empty text stands for all.
struct Filter {
  std::string region, search, kind;
};

// Whether the text has the part in it; the case of letters does not matter.
bool has_part(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

std::vector<std::string> kind_words() {
  std::vector<std::string> list;
  for (const auto& word : words<GameKind>) list.emplace_back(word.text);
  return list;
}

// The built-in games that pass the filter, kind by kind.
std::vector<GameDef> filtered_games(const Filter& filter) {
  const auto kinds = kind_words();
  if (!filter.kind.empty() && std::find(kinds.begin(), kinds.end(), filter.kind) == kinds.end())
    throw Error(fmt::format("--kind is one of {}, not '{}'{}", fmt::join(kinds, ", "), shown(filter.kind),
                            did_you_mean(filter.kind, kinds)));
  std::vector<GameDef> games;
  for (const auto& name : builtin_names()) {
    GameDef game = find_game(name);
    const std::string all = fmt::format("{}\n{}\n{}\n{}", game.name, game.title, game.region, game.about);
    if (has_part(game.region, filter.region) && has_part(all, filter.search) &&
        (filter.kind.empty() || filter.kind == text_of(kind_of(game.rules))))
      games.push_back(std::move(game));
  }
  std::stable_sort(games.begin(), games.end(),
                   [](const GameDef& a, const GameDef& b) { return kind_of(a.rules) < kind_of(b.rules); });
  return games;
}

// Two lines a game, which fit on a terminal of 80 columns.
void print_list(const std::vector<GameDef>& games) {
  constexpr std::size_t region_width = 22, names_width = 45;
  std::size_t name_width = 0;
  for (const auto& name : builtin_names()) name_width = std::max(name_width, name.size());
  const std::size_t title_width = names_width - std::min(name_width, names_width / 2);
  const auto line = [&](std::string_view name, std::string_view title, std::string_view region, std::string_view board,
                        std::string_view seeds) {
    fmt::print("{:<{}} {:<{}} {:<{}} {:>4} {:>5}\n", name, name_width, clipped(title, title_width), title_width,
               clipped(region, region_width), region_width, board, seeds);
  };
  line("name", "title", "region", "size", "seeds");
  const GameDef* last = nullptr;
  for (const GameDef& game : games) {
    const GameKind kind = kind_of(game.rules);
    if (last == nullptr || kind_of(last->rules) != kind) fmt::print("\n{} ({})\n\n", help_of(kind), text_of(kind));
    last = &game;
    line(game.name, game.title, game.region, board_text(game.rules),
         fmt::format("{}", start_position(game.rules).total()));
    if (!game.about.empty()) fmt::print("  {}\n", game.about);
  }
}

int list(const Filter& filter, bool json) {
  const auto games = filtered_games(filter);
  if (json) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const GameDef& game : games) array.push_back(game_json(game));
    fmt::print("{}\n", array.dump());
  } else if (games.empty()) {
    fmt::print("No game fits.\n");
  } else {
    print_list(games);
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
  fmt::print("{} ({}){}\n", game.title, game.name, game.region.empty() ? "" : ", " + game.region);
  fmt::print("\n{}\n", fitted_picture(game.rules, start));
  if (!game.about.empty()) fmt::print("{}", fitted(game.about + ".\n"));
  fmt::print("{}", fitted(describe(game.rules)));
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
      result["limits"] = describe_limits(game.rules);
    } catch (const Error& e) {
      fine = false;
      const auto* several = dynamic_cast<const RuleFileError*>(&e);
      const auto faults = several == nullptr ? std::vector<Error>{e} : several->faults();
      const auto object = [](const Error& f) {
        return nlohmann::ordered_json{{"error", f.message()}, {"line", f.place().line}, {"column", f.place().column}};
      };
      result.update(object(faults.front()));
      for (const Error& f : faults) result["faults"].push_back(object(f));
    }
    results.push_back(std::move(result));
  }
  fmt::print("{}\n", results.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return fine ? 0 : exit_bad_input;
}

int check(const std::vector<std::string>& files) {
  bool fine = true;
  for (const auto& file : files) try {
      const GameDef game = read_game_file(file);
      const int seeds = start_position(game.rules).total();
      fmt::print(
          "{}: fine: {}, a board of {}, {} seeds; {}; {}\n", file, game.title, board_text(game.rules), seeds,
          kernel_word(game.rules) == "compiled" ? "its kernel has the rules compiled in" : "played by the table kernel",
          evaluation_words(game));
      if (const auto limits = describe_limits(game.rules); !limits.empty()) fmt::print("{}: {}\n", file, limits);
    } catch (const Error& e) {
      fine = false;
      std::fflush(stdout);  // what is said of the files stays in their order
      fmt::print(stderr, "{}", wrapped(fmt::format("{}\n", e.what()), columns_of(STDERR_FILENO)));
    }
  return fine ? 0 : exit_bad_input;
}

int create(const std::string& file, const std::string& from) {
  GameDef game = find_game(from);
  const std::string stem = std::filesystem::path(file).stem().string();
  game.name = stem;
  game.title = stem;
  game.ogn.clear();
  game.region.clear();
  game.about.clear();
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

struct RulesArguments {
  std::string game, file, from = template_game;
  std::vector<std::string> files;
  Filter filter;
  bool toml = false, json = false;
};

}  // namespace

void add_rules(Command& program) {
  const auto options = std::make_shared<RulesArguments>();
  Command& rules = program.command("rules", "List, explain, check and make games");

  const auto add_json = [&](Command& command) -> Argument& {
    return command.option("--json", &options->json, "print JSON");
  };

  Command& listing = rules.command("list", "The games there are");
  listing.option("--region", &options->filter.region, "only games of a region that has this in its name").value("TEXT");
  listing.option("--search", &options->filter.search, "only games with this in name, title, region or description")
      .value("TEXT");
  listing
      .option("--kind", &options->filter.kind, fmt::format("only games of a kind: {}", fmt::join(kind_words(), ", ")))
      .value("KIND")
      .offers(kind_words());
  add_json(listing);
  listing.run = [options] { return list(options->filter, options->json); };

  Command& showing = rules.command("show", "The rules of a game in words");
  add_game(showing, options->game).required();
  showing.option("--toml", &options->toml, "as data instead, every key");
  add_json(showing).excludes("--toml");
  showing.run = [options] { return show(options->game, options->toml, options->json); };

  Command& checking = rules.command("check", "Look over rule files and tell all that is wrong");
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
