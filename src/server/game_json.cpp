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

std::string family(const std::string& name) { return name.substr(0, name.find_first_of("/:")); }

void write_layout(JsonText& json, const Ruleset& rules) {
  const Layout layout(rules);
  json.key("layout").begin_list();
  for (const auto& row : layout.rows()) {
    json.begin_list();
    for (const Hole hole : row) json.value(pit_letter(Player(hole.side), hole.pit));
    json.end_list();
  }
  json.end_list().field("left_store", player_letter(Player(layout.left_store()))).key("labels").begin_object();
  for (const Player player : both_players)
    for (int i = 0; i < rules.pits_per_player(); ++i) json.field(pit_letter(player, i), pit_label(rules, player, i));
  json.end_object();
}

// Null if the game has no owned pits.
void write_owns(JsonText& json, const Ruleset& rules) {
  if (!rules.owns()) {
    json.null();
    return;
  }
  json.begin_object().field("mine", rules.owns_on(true)).field("theirs", rules.owns_on(false));
  json.field("keep", rules.own.keep).end_object();
}

// `rounds` is null if the game is not played in rounds or its rules came in the request.
void write_rounds(JsonText& json, const GameDef& def) {
  const bool starts_match = def.rules.rounds.refill != Refill::no && def.round == 0 && !def.spec.empty();
  json.key("first_round");
  starts_match ? json.value(first_round(def).spec) : json.null();
  json.field("round", def.round).key("closed").begin_list();
  for (const char pit : pit_letters(def.rules.closed)) json.value(std::string(1, pit));
  json.end_list();
}

void write_players(JsonText& json) {
  json.begin_list();
  for (const PlayerKind& kind : player_kinds()) {
    if (kind.command) continue;  // clients cannot start external programs
    json.begin_object().field("name", kind.name).field("help", kind.help).key("options").begin_list();
    for (const Option& option : kind.options) {
      json.begin_object().field("name", option.name).field("help", option.help);
      json.field("min", option.min).field("max", option.max).key("default");
      option.default_value ? json.value(*option.default_value) : json.null();
      json.end_object();
    }
    json.end_list().end_object();
  }
  json.end_list();
}

void write_limits(JsonText& json, const ServerOptions& options) {
  json.begin_object();
  json.field("time", options.max_analysis_time.count());
  json.field("choice", options.max_choice_time.count());
  json.field("ply_time", options.max_ply_time.count());
  json.field("depth", max_depth).field("lines", max_moves);
  json.field("moves", static_cast<int>(max_request_moves));
  json.field("body", static_cast<int>(options.max_body));
  json.field("threads", options.threads);
  json.end_object();
}

// The loss, as a share of all seeds, that earns each mark, and the loss that halves the accuracy.
void write_report_shares(JsonText& json) {
  json.begin_object();
  for (const MarkInfo& info : mark_table) json.key(info.word).raw(fmt::format("{}", info.share));
  json.key("half").raw(fmt::format("{}", half_share)).end_object();
}

}  // namespace

void write_sentences(JsonText& json, const std::vector<RuleText>& rules) {
  json.begin_list();
  for (const RuleText& rule : rules) {
    json.begin_object().key("topics").begin_list();
    for (const RuleTopic topic : rule.topics) json.value(topic_word(topic));
    json.end_list().field("text", rule.text).end_object();
  }
  json.end_list();
}

void write_game_fields(JsonText& json, const GameDef& def) {
  const Ruleset& rules = def.rules;
  const Position start = start_position(rules);
  const bool in_request = def.spec.empty(), built_in = def.spec == def.name;
  write_id(json.key("id"), def);
  json.field("game", def.name).field("title", def.title).field("region", def.region);
  json.field("about", def.about).field("source", def.source);
  json.field("origin", in_request ? "request" : built_in ? "built-in" : "file");
  json.field("family", family(def.name)).key("variants").begin_list();
  for (const auto& name : builtin_names())
    if (family(name) == family(def.name)) json.value(name);
  json.end_list();
  json.field("rows", int{rules.rows}).field("pits", int{rules.pits});
  json.field("pits_per_player", rules.pits_per_player()).field("seeds", start.total());
  json.field("has_stores", rules.has_stores()).field("four_rows", rules.four_rows());
  write_owns(json.key("owns"), rules);
  json.field("opening", int{rules.opening.turns}).field("never_repeats", rules.never_repeats());
  json.key("random_start");
  if (const std::string spec = undealt_spec(def); !spec.empty())
    json.value(spec);
  else
    json.null();
  write_rounds(json, def);
  json.field("kernel", kernel_name(rules)).field("evaluation", evaluation_name(def));
  write_sentences(json.key("sentences"), rule_texts(rules));
  json.field("toml", to_toml(def));
  write_position(json.key("start"), rules, start);
  write_layout(json, rules);
}

std::string games_json(const Library::Listing& listing, const ServerOptions& options) {
  JsonText json;
  json.begin_object().field("version", 1).key("games").begin_list();
  for (const auto* games : {&listing.built_in, &listing.files})
    for (const auto& def : *games) {
      json.begin_object();
      write_game_fields(json, *def);
      json.end_object();
    }
  json.end_list().key("broken").begin_list();
  for (const auto& broken : listing.broken)
    json.begin_object().field("id", broken.id).field("error", broken.error).end_object();
  json.end_list().field("default_game", default_game);
  write_players(json.key("player_kinds"));
  json.key("ratings").begin_list();
  for (const int rating : level_ratings) json.value(rating);
  json.end_list();
  json.key("default_players").begin_object().field("S", default_south).field("N", default_north).end_object();
  write_limits(json.key("limits"), options);
  write_report_shares(json.key("mark_shares"));
  return json.end_object().take();
}

}  // namespace sow
