#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "board/notation.h"
#include "game/play_moves.h"
#include "game/record.h"
#include "rules/catalog.h"

namespace sow {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_control(char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A text with the place one has come to.
class Cursor {
 public:
  Cursor(std::string_view text, const std::string& file) : rest_(text), here_{file, 1, 1} {}

  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  const Place& here() const { return here_; }

  char next() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    ++here_.column;
    if (c == '\n') {
      ++here_.line;
      here_.column = 1;
    }
    return c;
  }
  void skip_space() {
    while (!at_end() && is_space(peek())) next();
  }
  template <class Test>
  std::string take_while(Test test) {
    std::string out;
    while (!at_end() && test(peek())) out += next();
    return out;
  }

 private:
  std::string_view rest_;
  Place here_;
};

struct Tag {
  std::string value;
  Place place;  // of the value
};

std::optional<std::array<int, 2>> parse_result(const std::string& text, const Place& place) {
  if (text == "*") return std::nullopt;
  const auto dash = std::min(text.find('-'), text.size() - 1);
  const std::array parts = {text.substr(0, dash), text.substr(dash + 1)};
  std::array<int, 2> seeds{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (parts[i].empty() || parts[i].size() > 3 || !std::all_of(parts[i].begin(), parts[i].end(), is_digit))
      throw Error(place, fmt::format("'{}' is not a result: that is seeds, as in 26-11, or *", shown(text)));
    seeds[i] = std::stoi(parts[i]);
  }
  return seeds;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const FindGame& find, const GameDef* given, Budget* budget)
      : in_(text, file), find_(find), given_(given), budget_(budget) {}

  std::vector<Record> games() {
    std::vector<Record> records;
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      if (budget_ == nullptr) own_ = Budget();
      records.push_back(game());
    }
    return records;
  }

 private:
  using Tags = std::map<std::string, Tag>;

  Record game() {
    const Place begun = in_.here();
    Tags tags = read_tags();
    spend(begun);
    Record record;
    record.def = find_def(tags);
    record.start = read_start(tags, record.def);
    if (const auto result = tags.extract("Result"))
      record.result = parse_result(result.mapped().value, result.mapped().place);

    Game game(record.def, record.start);
    record.start = game.start();
    moves_ = 0;
    line(game, record.line, 0);
    if (result_) record.result = parse_result(result_->value, result_->place);
    result_.reset();
    if (game.ending()) record.result = game.ending()->seeds;
    for (auto& [name, tag] : tags) record.tags[name] = std::move(tag.value);
    return record;
  }

  Tags read_tags() {
    Tags tags;
    for (in_.skip_space(); in_.peek() == '['; in_.skip_space()) {
      const Place place = in_.here();
      const auto expect = [&](char c) {
        in_.skip_space();
        if (in_.peek() != c) throw Error(in_.here(), "a tag is written [Name \"value\"]");
        in_.next();
      };
      expect('[');
      in_.skip_space();
      const std::string name =
          in_.take_while([](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
      if (name.empty()) throw Error(in_.here(), "a tag is written [Name \"value\"]");
      expect('"');
      Tag tag{.value = {}, .place = in_.here()};
      tag.value = until('"', "the tag's value is not closed", '\n');
      expect(']');
      if (!tags.emplace(name, std::move(tag)).second)
        throw Error(place, fmt::format("the tag {} is given twice", shown(name)));
    }
    return tags;
  }

  // Reads on behind `closing`; a backslash takes `closing` and itself literally.
  std::string until(char closing, const char* complaint, char forbidden = '\0') {
    const Place opened = in_.here();
    std::string text;
    while (!in_.at_end() && !(forbidden != '\0' && in_.peek() == forbidden)) {
      char c = in_.next();
      if (c == closing) return text;
      if (c == '\\' && (in_.peek() == closing || in_.peek() == '\\') && !in_.at_end()) c = in_.next();
      text += c;
    }
    throw Error(opened, complaint);
  }

  GameDef find_def(Tags& tags) const {
    const auto variant = tags.extract("Variant"), rules = tags.extract("Rules");
    if (!variant)
      throw Error(in_.here(),
                  fmt::format("no tag says which game this is: [Variant \"{}\"], for example", default_game));
    const Tag& named = variant.mapped();
    if (given_ != nullptr) {
      if (named.value == given_->name || named.value == given_->ogn_name()) return *given_;
      throw Error(named.place, fmt::format("this is a game of {}, not of {}", shown(named.value, 60), given_->name));
    }
    const Tag& wanted = rules ? rules.mapped() : named;
    try {
      return find_(rules ? wanted.value : name_from_ogn(wanted.value));
    } catch (const Error& e) {
      throw Error(wanted.place, e.what());
    }
  }

  static Position read_start(Tags& tags, const GameDef& def) {
    const auto fen = tags.extract("FEN");
    if (!fen) return start_position(def.rules);
    try {
      return parse_position(fen.mapped().value, def.rules);
    } catch (const Error& e) {
      Place place = fen.mapped().place;
      place.column += std::max(e.place().column - 1, 0);
      throw Error(place, e.message());
    }
  }

  // Reads a line from the game's present position on and plays it; the caller takes the moves back if it wants to.
  // Returns how many they were.
  int line(Game& game, Elements& line, int depth) {
    int played = 0;
    for (in_.skip_space(); !in_.at_end() && in_.peek() != ')' && in_.peek() != '['; in_.skip_space()) {
      const Place place = in_.here();
      if (in_.peek() == '{') {
        comment(line);
      } else if (in_.peek() == '(') {
        if (played == 0) throw Error(place, "a variation needs a move before it");
        variation(game, line, depth + 1);
      } else if (auto word = read_word(); !word.empty() && is_result(word)) {
        if (depth > 0) throw Error(place, "a result ends the game, not a variation");
        result_ = Tag{word, place};
        return played;
      } else if (!word.empty()) {
        move(game, line, word, place);
        ++played;
      }
    }
    if (depth == 0 && in_.peek() == ')') throw Error(in_.here(), "there is no variation to close");
    return played;
  }

  void comment(Elements& line) {
    in_.next();
    std::string text;
    for (const char c : until('}', "the comment is not closed")) {
      if (!is_space(c) && !is_control(c))
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    if (!text.empty()) line.push_back({.kind = Element::Kind::comment, .comment = text});
  }

  void variation(Game& game, Elements& line, int depth) {
    const Place opened = in_.here();
    if (depth > deepest_variation)
      throw Error(opened, fmt::format("variations are nested more than {} deep", deepest_variation));
    in_.next();
    Element element{.kind = Element::Kind::variation};
    const Move replaced = game.plies().back().move;
    undo(game, opened);
    int played = this->line(game, element.variation, depth);
    if (in_.peek() != ')') throw Error(opened, "the variation is not closed");
    in_.next();
    if (played == 0) throw Error(opened, "the variation has no move");
    for (; played > 0; --played) undo(game, opened);
    game.play(replaced);
    line.push_back(std::move(element));
  }

  // A move or a result; a move number in front of it is passed over, and may be all there is.
  std::string read_word() {
    std::string word = in_.take_while(
        [](char c) { return !is_space(c) && std::string_view("{}()[]").find(c) == std::string_view::npos; });
    if (word.empty())
      throw Error(in_.here(), fmt::format("'{}' has no meaning here", shown(std::string(1, in_.peek()))));
    const auto digits = std::find_if_not(word.begin(), word.end(), is_digit);
    if (digits == word.begin() || digits == word.end() || *digits != '.') return word;
    return std::string(std::find_if(digits, word.end(), [](char c) { return c != '.'; }), word.end());
  }

  static bool is_result(const std::string& word) { return word == "*" || is_digit(word.front()); }

  void move(Game& game, Elements& line, const std::string& word, const Place& place) {
    if (++moves_ > most_moves) throw Error(place, fmt::format("a game with more than {} moves", most_moves));
    const std::string_view text = std::string_view(word).substr(0, word.find('+'));
    const std::string_view taken = std::string_view(word).substr(text.size());
    if (taken == "+" || taken.find_first_not_of("0123456789", 1) != taken.npos)
      throw Error(place, fmt::format("'{}': a number of seeds follows +", shown(word)));
    spend(place);
    try {
      line.push_back({.move = play_move(game, text)});
    } catch (const IllegalMove& e) {
      throw Error(place, e.message());
    }
  }

  void undo(Game& game, const Place& place) {
    spend(place);
    game.undo();
  }

  void spend(const Place& place) {
    try {
      (budget_ != nullptr ? *budget_ : own_).spend();
    } catch (const Error& e) {
      throw Error(place, e.message());
    }
  }

  Cursor in_;
  const FindGame& find_;
  const GameDef* given_;
  Budget* budget_;             // of all the games
  Budget own_;                 // of one game, if there is no other
  int moves_ = 0;              // of the present game
  std::optional<Tag> result_;  // as it stands behind the moves
};

}  // namespace

std::vector<Record> read_ogn(std::string_view text, const std::string& file, const FindGame& find, const GameDef* given,
                             Budget* budget) {
  return Reader(text, file, find, given, budget).games();
}

}  // namespace sow
