#include "protocol/share_link.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/deflate.h"
#include "board/notation.h"

namespace sow {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* version = "1.";
constexpr std::array shown_tags = {"Event", "Date", "Round", "South", "North", "Termination"};

// Compact form of moves, comments, and variations. On return, the moves of the line have been played.
Json short_line(Game& game, const Elements& line) {
  Json json = Json::array();
  for (const Element& element : line) {
    switch (element.kind) {
      case Element::Kind::comment: json.push_back({{"c", element.comment}}); break;
      case Element::Kind::move:
        json.push_back(move_text(game.rules(), game.position(), element.move));
        game.play(element.move);
        break;
      case Element::Kind::variation: {
        const Move replaced = game.plies().back().move;
        game.undo();
        const std::size_t before = game.plies().size();
        json.push_back(short_line(game, element.variation));
        while (game.plies().size() > before) game.undo();
        game.play(replaced);
        break;
      }
    }
  }
  return json;
}

std::string saved_json(const Record& record) {
  Game game(record.def, record.start);
  Json line = short_line(game, record.line);
  end_as_recorded(game, record);
  const bool custom_rules = record.def.spec.empty() || record.def.spec.ends_with(".toml");
  Json json = {{"game", nullptr},
               {"rules", nullptr},
               {"title", record.def.title},
               {"position", nullptr},
               {"line", std::move(line)},
               {"at", Json::array()},
               {"players", {{"S", "human"}, {"N", "human"}}},
               {"resigned", nullptr},
               {"tags", Json::object()},
               {"flipped", false},
               {"paused", true}};
  if (custom_rules)
    json["rules"] = to_toml(record.def);
  else
    json["game"] = record.def.spec;
  if (record.start != start_position(record.def.rules)) json["position"] = diagram(record.def.rules, record.start);
  if (game.ending() && is_forfeit(game.ending()->reason))
    json["resigned"] = game.ending()->margin(Player::south) < 0 ? "S" : "N";
  for (const char* name : shown_tags)
    if (const auto tag = record.tags.find(name); tag != record.tags.end()) json["tags"][name] = tag->second;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t prime = 65521;
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % prime;
    b = (b + a) % prime;
  }
  return b << 16 | a;
}

// zlib format: two header bytes, deflated data, Adler-32 checksum.
std::string zlib_text(std::string_view bytes) {
  const std::uint32_t sum = adler32(bytes);
  std::string text = "\x78\xda" + deflate(bytes, CompressionLevel::best);
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(sum >> shift & 0xff);
  return text;
}

}  // namespace

std::string share_fragment(const Record& record) {
  const std::string text = zlib_text(saved_json(record));
  return version + to_base64url({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace sow
