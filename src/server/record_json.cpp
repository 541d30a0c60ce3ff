#include "server/record_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "game/play_moves.h"
#include "game/record.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t max_records = 1000;

// The game defined by the request's `rules`, if any.
std::optional<GameDef> read_rules(Fields& fields) {
  const auto toml = fields.text("rules");
  if (!toml) return std::nullopt;
  try {
    return parse_request_rules(*toml);
  } catch (const Error& e) {
    throw FieldError("rules", e);
  }
}

// Plays the moves of the line on `game`.
ordered_json line_json(Game& game, const Elements& line, Budget& budget) {
  ordered_json json = ordered_json::array();
  for (const Element& element : line) {
    switch (element.kind) {
      case Element::Kind::comment: json.push_back({{"comment", element.comment}}); break;
      case Element::Kind::move: {
        const std::string text = move_text(game.rules(), game.position(), element.move);
        budget.spend();
        game.play(element.move);
        json.push_back({{"move", text}, {"taken", game.plies().back().taken}});
        break;
      }
      case Element::Kind::variation: {
        const Move replaced = game.plies().back().move;
        game.undo();
        const std::size_t before = game.plies().size();
        json.push_back({{"variation", line_json(game, element.variation, budget)}});
        for (; game.plies().size() > before; game.undo()) budget.spend();
        game.play(replaced);
        break;
      }
    }
  }
  return json;
}

ordered_json record_json(const Record& record, Budget& budget) {
  Game game(record.def, record.start);
  ordered_json line = line_json(game, record.line, budget), moves = ordered_json::array();
  end_as_recorded(game, record);
  for (const auto& ply : game.plies()) moves.push_back(move_text(game.rules(), ply.before, ply.move));
  ordered_json json = {{"game", nullptr}, {"tags", record.tags}, {"position", nullptr}, {"line", std::move(line)},
                       {"moves", moves},  {"result", nullptr},   {"resigned", nullptr}};
  if (!record.def.spec.empty()) json["game"] = record.def.spec;
  if (record.start != start_position(record.def.rules)) json["position"] = diagram(record.def.rules, record.start);
  if (record.result) json["result"] = {{"S", (*record.result)[0]}, {"N", (*record.result)[1]}};
  if (game.ending() && is_forfeit(game.ending()->reason))
    json["resigned"] = game.ending()->margin(Player::south) < 0 ? "S" : "N";
  return json;
}

class LineReader {
 public:
  LineReader(const GameDef& def, const Position& start, Budget& budget) : game_(def, start), budget_(budget) {}

  const Game& game() const { return game_; }

  // Plays the line on the game. Returns its number of moves.
  int read(const nlohmann::json& list, const std::string& path, int depth, Elements& line) {
    if (depth > max_variation_depth)
      throw FieldError(path, fmt::format("variations are nested more than {} levels deep", max_variation_depth));
    int played = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      Fields element(list[i], fmt::format("{}[{}]", path, i));
      const auto text = element.text("move"), comment = element.text("comment");
      const auto* variation = element.list("variation", max_record_moves);
      element.integer("taken", 0, max_seeds);
      element.finish();
      if (int{text.has_value()} + int{comment.has_value()} + int{variation != nullptr} != 1)
        throw FieldError(element.path("move"), "an element of a line is a move, a comment, or a variation");
      if (text) {
        line.push_back({.move = move(*text, element.path("move"))});
        ++played;
      } else if (comment) {
        line.push_back({.kind = Element::Kind::comment, .comment = *comment});
      } else {
        if (played == 0) element.fail("variation", "needs a move before it");
        const Move replaced = game_.plies().back().move;
        game_.undo();
        Element other{.kind = Element::Kind::variation};
        int moves = read(*variation, element.path("variation"), depth + 1, other.variation);
        if (moves == 0) element.fail("variation", "contains no move");
        for (; moves > 0; --moves) {
          budget_.spend();
          game_.undo();
        }
        game_.play(replaced);
        line.push_back(std::move(other));
      }
    }
    return played;
  }

  void resign(Player player) { game_.resign(player); }

 private:
  Move move(const std::string& text, const std::string& path) {
    if (++moves_ > max_record_moves)
      throw FieldError(path, fmt::format("the game has more than {} moves", max_record_moves));
    try {
      budget_.spend();
      return play_move(game_, text);
    } catch (const Error& e) {
      throw FieldError(path, e);
    }
  }

  Game game_;
  Budget& budget_;
  int moves_ = 0;
};

bool is_tag_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](unsigned char c) { return c < 0x80 && (std::isalnum(c) != 0 || c == '_'); });
}

Record read_record(const nlohmann::json& json, const std::string& path, const FindGame& find,
                   const std::optional<GameDef>& own, Budget& budget) {
  Fields fields(json, path);
  Record record;
  const auto id = fields.text("game");
  if (!id && own) {
    record.def = *own;
  } else {
    record.def = read_game_def(fields, find);
  }
  record.start = start_position(record.def.rules);
  if (const auto position = fields.text("position")) try {
      record.start = parse_position(*position, record.def.rules);
    } catch (const Error& e) {
      throw FieldError(fields.path("position"), e);
    }
  if (const auto* tags = fields.object("tags"))
    for (const auto& [name, value] : tags->items()) {
      const std::string field = fmt::format("{}.{}", fields.path("tags"), shown(name));
      if (!is_tag_name(name)) throw FieldError(field, "tag names may contain only letters, digits, and _");
      if (!value.is_string()) throw FieldError(field, field + " must be a string");
      constexpr std::array derived = {"Variant", "Rules", "FEN", "Result"};
      if (std::find(derived.begin(), derived.end(), name) == derived.end())
        record.tags[name] = value.get<std::string>();
    }
  LineReader reader(record.def, record.start, budget);
  record.start = reader.game().start();
  if (const auto* line = fields.list("line", max_record_moves)) reader.read(*line, fields.path("line"), 0, record.line);
  if (const auto resigned = fields.player("resigned"); resigned && !reader.game().ending()) reader.resign(*resigned);
  if (reader.game().ending()) record.result = reader.game().ending()->seeds;
  return record;
}

}  // namespace

ordered_json records_from_ogn(Fields& fields, const FindGame& find, Budget& budget) {
  const auto text = fields.text("text");
  if (!text) fields.fail("text", "is missing");
  const auto own = read_rules(fields);
  fields.finish();
  ordered_json json = {{"version", 1}, {"records", ordered_json::array()}};
  try {
    for (const Record& record : read_ogn(*text, "", find, own ? &*own : nullptr, &budget))
      json["records"].push_back(record_json(record, budget));
  } catch (const Error& e) {
    throw FieldError("text", e);
  }
  return json;
}

ordered_json records_to_ogn(Fields& fields, const FindGame& find, Budget& budget) {
  const auto own = read_rules(fields);
  const auto* records = fields.list("records", max_records);
  if (records == nullptr) fields.fail("records", "is missing");
  fields.finish();
  std::string text;
  for (std::size_t i = 0; i < records->size(); ++i) {
    budget.spend();
    const Record record = read_record((*records)[i], fmt::format("records[{}]", i), find, own, budget);
    text += (i > 0 ? "\n" : "") + to_ogn(record, &budget);
  }
  return {{"version", 1}, {"text", text}};
}

}  // namespace sow
