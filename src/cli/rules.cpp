// sow rules: lists, explains, checks, and creates games.
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
#include "rules/description.h"
#include "rules/game_kind.h"
#include "search/evaluation.h"

namespace sow {
namespace {

constexpr const char* template_game = "oware";

std::string board_text(const Ruleset& rules) { return fmt::format("{}x{}", rules.rows, rules.pits); }

// The properties of a game.
nlohmann::ordered_json game_json(const GameDef& game) {
  return {{"game", game.name},
          {"title", game.title},
          {"region", game.region},
          {"about", game.about},
          {"game_kind", text_of(kind_of(game.rules))},
          {"rows", game.rules.rows},
          {"pits", game.rules.pits},
          {"seeds", start_position(game.rules).total()}};
}

// Which games to list; an empty string matches all.
struct Filter {
  std::string region, search, kind;
};

// Case-insensitive.
bool contains(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

std::vector<std::string> kind_words() {
  std::vector<std::string> list;
  for (const auto& word : words<GameKind>) list.emplace_back(word.text);
  return list;
}

// The built-in games that match the filter, sorted by kind.
std::vector<GameDef> filtered_games(const Filter& filter) {
  const auto kinds = kind_words();
  if (!filter.kind.empty() && std::find(kinds.begin(), kinds.end(), filter.kind) == kinds.end())
    throw Error(fmt::format("unknown kind '{}'; choose one of {}{}", shown(filter.kind), fmt::join(kinds, ", "),
                            did_you_mean(filter.kind, kinds)));
  std::vector<GameDef> games;
  for (const auto& name : builtin_names()) {
    GameDef game = find_game(name);
    const std::string all = fmt::format("{}\n{}\n{}\n{}", game.name, game.title, game.region, game.about);
    if (contains(game.region, filter.region) && contains(all, filter.search) &&
        (filter.kind.empty() || filter.kind == text_of(kind_of(game.rules))))
      games.push_back(std::move(game));
  }
  std::stable_sort(games.begin(), games.end(),
                   [](const GameDef& a, const GameDef& b) { return kind_of(a.rules) < kind_of(b.rules); });
  return games;
}

// Two lines per game, at most 80 columns wide.
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
    fmt::print("No games match.\n");
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
    for (const RuleText& rule : rule_texts(game.rules)) {
      nlohmann::ordered_json topics = nlohmann::ordered_json::array();
      for (const RuleTopic topic : rule.topics) topics.push_back(topic_word(topic));
      object["sentences"].push_back({{"topics", topics}, {"text", rule.text}});
    }
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

// Checks every file, even after an error.
int check_json(const std::vector<std::string>& files) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  bool ok = true;
  for (const auto& file : files) {
    nlohmann::ordered_json result = {{"file", file}, {"error", nullptr}};
    try {
      const GameDef game = read_game_file(file);
      result.update(game_json(game));
      result["kernel"] = kernel_name(game.rules);
      result["evaluation"] = evaluation_name(game);
      result["limitations"] = describe_limits(game.rules);
    } catch (const Error& e) {
      ok = false;
      const auto* rule_file_error = dynamic_cast<const RuleFileError*>(&e);
      const auto problems = rule_file_error == nullptr ? std::vector<Error>{e} : rule_file_error->problems();
      const auto object = [](const Error& f) {
        return nlohmann::ordered_json{
            {"error", f.message()}, {"line", f.location().line}, {"column", f.location().column}};
      };
      result.update(object(problems.front()));
      for (const Error& f : problems) result["errors"].push_back(object(f));
    }
    results.push_back(std::move(result));
  }
  fmt::print("{}\n", results.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return ok ? 0 : exit_bad_input;
}

int check(const std::vector<std::string>& files) {
  bool ok = true;
  for (const auto& file : files) try {
      const GameDef game = read_game_file(file);
      const int seeds = start_position(game.rules).total();
      fmt::print("{}: OK: {}, {} board, {} seeds; {}; evaluation: {}\n", file, game.title, board_text(game.rules),
                 seeds, kernel_name(game.rules) == "compiled" ? "specialized kernel" : "table kernel",
                 evaluation_text(game));
      if (const auto limits = describe_limits(game.rules); !limits.empty()) fmt::print("{}: {}\n", file, limits);
    } catch (const Error& e) {
      ok = false;
      std::fflush(stdout);  // keeps the messages in the order of the files
      fmt::print(stderr, "{}", wrapped(fmt::format("{}\n", e.what()), columns_of(STDERR_FILENO)));
    }
  return ok ? 0 : exit_bad_input;
}

int create(const std::string& file, const std::string& from) {
  GameDef game = find_game(from);
  const std::string stem = std::filesystem::path(file).stem().string();
  game.name = stem;
  game.title = stem;
  game.ogn.clear();
  game.region.clear();
  game.about.clear();
  game.source = fmt::format("My own game, based on {}.", from);
  const std::string head = fmt::format(
      "# A mancala game. Edit it, check it with `sow rules check {0}`, and play it with `sow play {0}`.\n"
      "# `sow rules vocabulary` explains every key.\n\n",
      file);
  const std::string text = head + to_toml(game, true);
  parse_game(text, file, find_game);  // finds an invalid name before the file is created
  create_text_file(file, text);
  fmt::print("Created {}. Play it with: sow play {}\n", file, file);
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
  Command& rules = program.command("rules", "List, explain, check, and create games");

  const auto add_json = [&](Command& command) -> Argument& {
    return command.option("--json", &options->json, "print JSON");
  };

  Command& listing = rules.command("list", "List the built-in games");
  listing.option("--region", &options->filter.region, "only games whose region contains TEXT").value("TEXT");
  listing
      .option("--search", &options->filter.search, "only games whose name, title, region, or description contains TEXT")
      .value("TEXT");
  listing
      .option("--kind", &options->filter.kind,
              fmt::format("only games of this kind: {}", fmt::join(kind_words(), ", ")))
      .value("KIND")
      .completes_to(kind_words());
  add_json(listing);
  listing.run = [options] { return list(options->filter, options->json); };

  Command& showing = rules.command("show", "Explain the rules of a game");
  add_game(showing, options->game).required();
  showing.option("--toml", &options->toml, "print the rules as TOML, with every key");
  add_json(showing).excludes("--toml");
  showing.run = [options] { return show(options->game, options->toml, options->json); };

  Command& checking = rules.command("check", "Check rule files and report every problem");
  checking.positional("FILE", &options->files, "rule files in TOML").required();
  add_json(checking);
  checking.run = [options] { return options->json ? check_json(options->files) : check(options->files); };

  Command& creating = rules.command("new", "Create a rule file with comments");
  creating.positional("FILE", &options->file, "file to create; it must not exist").required();
  creating.option("--from", &options->from, "game to start from").value("GAME");
  creating.run = [options] { return create(options->file, options->from); };

  rules.command("vocabulary", "Print all keys and values of rule files as Markdown").run = vocabulary;
}

}  // namespace sow
