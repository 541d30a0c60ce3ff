#include "server/game_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/kernel.h"
#include "board/names.h"
#include "game/rounds.h"
#include "match/player_spec.h"
#include "protocol/request.h"
#include "rules/catalog.h"
#include "search/evaluation.h"
#include "search/level.h"
#include "search/limits.h"
#include "server/play_json.h"
#include "study/accuracy.h"

namespace sow {
namespace {

constexpr std::array both = {Player::south, Player::north};

std::string family(const std::string& name) { return name.substr(0, name.find_first_of("/:")); }

// The rules in words, a sentence each: some go over more than a line.
void write_text(JsonText& json, const Ruleset& rules) {
  json.begin_list();
  for (const std::string& sentence : rule_sentences(rules)) json.value(sentence);
  json.end_list();
}

void write_layout(JsonText& json, const Ruleset& rules) {
  const Layout layout(rules);
  json.key("layout").begin_list();
  for (const auto& row : layout.rows()) {
    json.begin_list();
    for (const Hole hole : row) json.value(pit_letter(Player(hole.side), hole.pit));
    json.end_list();
  }
  json.end_list().field("leftStore", player_letter(Player(layout.left_store()))).key("labels").begin_object();
  for (const Player player : both)
    for (int i = 0; i < rules.pits_per_player(); ++i) json.field(pit_letter(player, i), pit_label(rules, player, i));
  json.end_object();
}

// Which pits a player can own, and whether seeds can lie in them; null if nobody owns pits.
void write_owns(JsonText& json, const Ruleset& rules) {
  if (!rules.owns()) {
    json.null();
    return;
  }
  json.begin_object().field("mine", rules.owns_on(true)).field("theirs", rules.owns_on(false));
  json.field("keep", rules.own.keep).end_object();
}

// The first round of a match, if the game is played so and can be asked for by name; and which round this is.
void write_rounds(JsonText& json, const GameDef& def) {
  const bool begins = def.rules.rounds.refill != Refill::no && def.round == 0 && !def.spec.empty();
  json.key("rounds");
  begins ? json.value(first_round(def).spec) : json.null();
  json.field("round", def.round).key("closed").begin_list();
  for (const char pit : pit_letters(def.rules.closed)) json.value(std::string(1, pit));
  json.end_list();
}

void write_players(JsonText& json) {
  json.begin_list();
  for (const PlayerKind& kind : player_kinds()) {
    if (kind.command) continue;  // other programs cannot be chosen here
    json.begin_object().field("name", kind.name).field("help", kind.help).key("options").begin_list();
    for (const Option& option : kind.options) {
      json.begin_object().field("name", option.name).field("help", option.help);
      json.field("least", option.least).field("most", option.most).key("default");
      option.default_value ? json.value(*option.default_value) : json.null();
      json.end_object();
    }
    json.end_list().end_object();
  }
  json.end_list();
}

void write_limits(JsonText& json, const ServerOptions& options) {
  json.begin_object();
  json.field("time", options.analysis.count());
  json.field("choice", options.choice.count());
  json.field("plyTime", options.ply.count());
  json.field("depth", max_depth).field("lines", max_moves);
  json.field("moves", static_cast<int>(most_request_moves));
  json.field("body", static_cast<int>(options.largest_body));
  json.end_object();
}

// Which share of the seeds a loss must be to get each mark, and which one halves the accuracy.
void write_report_shares(JsonText& json) {
  json.begin_object();
  for (const MarkInfo& info : mark_table) json.key(info.word).raw(fmt::format("{}", info.share));
  json.key("half").raw(fmt::format("{}", half_share)).end_object();
}

}  // namespace

void write_game(JsonText& json, const GameDef& def) {
  const Ruleset& rules = def.rules;
  const Position start = start_position(rules);
  const bool in_request = def.spec.empty(), built_in = def.spec == def.name;
  json.begin_object();
  write_id(json.key("id"), def);
  json.field("name", def.name).field("title", def.title).field("region", def.region);
  json.field("about", def.about).field("source", def.source);
  json.field("origin", in_request ? "request" : built_in ? "built-in" : "file");
  json.field("family", family(def.name)).key("variants").begin_list();
  for (const auto& name : builtin_names())
    if (family(name) == family(def.name)) json.value(name);
  json.end_list();
  json.field("rows", int{rules.rows}).field("pits", int{rules.pits});
  json.field("pitsPerPlayer", rules.pits_per_player()).field("seeds", start.total());
  json.field("stores", rules.has_stores()).field("fourRows", rules.four_rows());
  write_owns(json.key("owns"), rules);
  json.field("opening", int{rules.opening.turns}).field("neverRepeats", rules.never_repeats());
  write_rounds(json, def);
  json.field("kernel", kernel_word(rules)).field("evaluation", evaluation_name(def));
  write_text(json.key("text"), rules);
  json.field("toml", to_toml(def));
  write_position(json.key("start"), rules, start);
  write_layout(json, rules);
  json.end_object();
}

std::string games_json(const Library::Listing& listing, const ServerOptions& options) {
  JsonText json;
  json.begin_object().field("version", 1).key("games").begin_list();
  for (const auto& def : listing.built_in) write_game(json, *def);
  for (const auto& def : listing.files) write_game(json, *def);
  json.end_list().key("broken").begin_list();
  for (const auto& broken : listing.broken)
    json.begin_object().field("id", broken.id).field("error", broken.error).end_object();
  json.end_list().field("default", default_game);
  write_players(json.key("players"));
  json.key("ratings").begin_list();
  for (const int rating : level_ratings) json.value(rating);
  json.end_list();
  json.key("defaults").begin_object().field("S", default_south).field("N", default_north).end_object();
  write_limits(json.key("limits"), options);
  write_report_shares(json.key("report"));
  return json.end_object().take();
}

}  // namespace sow
