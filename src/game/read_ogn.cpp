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

// A text and the current location in it.
class Cursor {
 public:
  Cursor(std::string_view text, const std::string& file) : rest_(text), here_{file, 1, 1} {}

  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  const Location& here() const { return here_; }

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
  Location here_;
};

struct Tag {
  std::string value;
  Location location;  // location of the value
};

std::optional<std::array<int, 2>> parse_result(const std::string& text, const Location& location) {
  constexpr std::size_t max_digits = 3;
  if (text == "*") return std::nullopt;
  const auto dash = std::min(text.find('-'), text.size() - 1);
  const std::array parts = {text.substr(0, dash), text.substr(dash + 1)};
  std::array<int, 2> seeds{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (parts[i].empty() || parts[i].size() > max_digits || !std::all_of(parts[i].begin(), parts[i].end(), is_digit))
      throw Error(location, fmt::format("'{}' is not a result; expected seeds such as 26-11, or *", shown(text)));
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
      if (budget_ == nullptr) own_budget_ = Budget();
      records.push_back(game());
    }
    return records;
  }

 private:
  using Tags = std::map<std::string, Tag>;

  Record game() {
    const Location start = in_.here();
    Tags tags = read_tags();
    spend(start);
    Record record;
    unfinished_ = false;
    record.def = find_def(tags);
    record.start = read_start(tags, record.def);
    if (const auto result = tags.extract("Result")) set_result(record, result.mapped());

    Game game(record.def, record.start);
    record.start = game.start();
    moves_ = 0;
    line(game, record.line, 0);
    if (result_) set_result(record, *result_);
    result_.reset();
    const bool played_on = game.may_play_on() && unfinished_;
    if (game.ending() && !played_on) record.result = game.ending()->seeds;
    for (auto& [name, tag] : tags) record.tags[name] = std::move(tag.value);
    return record;
  }

  void set_result(Record& record, const Tag& result) {
    record.result = parse_result(result.value, result.location);
    unfinished_ = !record.result;
  }

  Tags read_tags() {
    Tags tags;
    for (in_.skip_space(); in_.peek() == '['; in_.skip_space()) {
      const Location location = in_.here();
      const auto expect = [&](char c) {
        in_.skip_space();
        if (in_.peek() != c) throw Error(in_.here(), "expected a tag of the form [Name \"value\"]");
        in_.next();
      };
      expect('[');
      in_.skip_space();
      const std::string name =
          in_.take_while([](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
      if (name.empty()) throw Error(in_.here(), "expected a tag of the form [Name \"value\"]");
      expect('"');
      Tag tag{.value = {}, .location = in_.here()};
      tag.value = until('"', "missing closing quote", '\n');
      expect(']');
      if (!tags.emplace(name, std::move(tag)).second)
        throw Error(location, fmt::format("duplicate tag {}", shown(name)));
    }
    return tags;
  }

  // Reads up to and including `closing`. A backslash escapes `closing` and itself.
  std::string until(char closing, const char* error, char forbidden = '\0') {
    const Location opened = in_.here();
    std::string text;
    while (!in_.at_end() && !(forbidden != '\0' && in_.peek() == forbidden)) {
      char c = in_.next();
      if (c == closing) return text;
      if (c == '\\' && (in_.peek() == closing || in_.peek() == '\\') && !in_.at_end()) c = in_.next();
      text += c;
    }
    throw Error(opened, error);
  }

  GameDef find_def(Tags& tags) const {
    const auto variant = tags.extract("Variant"), rules = tags.extract("Rules");
    if (!variant)
      throw Error(in_.here(), fmt::format("missing tag for the game, for example [Variant \"{}\"]", default_game));
    const Tag& named = variant.mapped();
    if (given_ != nullptr) {
      constexpr std::size_t max_shown = 60;
      if (named.value == given_->name || named.value == given_->ogn_name()) return *given_;
      if (const auto dealt = deal_named(named)) return *dealt;
      throw Error(named.location,
                  fmt::format("this is a game of {}, not of {}", shown(named.value, max_shown), given_->name));
    }
    const Tag& source = rules ? rules.mapped() : named;
    try {
      return find_(rules ? source.value : name_from_ogn(source.value));
    } catch (const Error& e) {
      throw Error(source.location, e.what());
    }
  }

  // The given game with another random start.
  std::optional<GameDef> deal_named(const Tag& named) const {
    try {
      return named_deal(*given_, named.value);
    } catch (const Error& e) {
      throw Error(named.location, e.what());
    }
  }

  static Position read_start(Tags& tags, const GameDef& def) {
    const auto fen = tags.extract("FEN");
    if (!fen) return start_position(def.rules);
    try {
      return parse_position(fen.mapped().value, def.rules);
    } catch (const Error& e) {
      Location location = fen.mapped().location;
      location.column += std::max(e.location().column - 1, 0);
      throw Error(location, e.message());
    }
  }

  // Reads and plays a line from the current position of the game. Returns the number of moves, to undo them.
  int line(Game& game, Elements& line, int depth) {
    int played = 0;
    for (in_.skip_space(); !in_.at_end() && in_.peek() != ')' && in_.peek() != '['; in_.skip_space()) {
      const Location location = in_.here();
      if (in_.peek() == '{') {
        comment(line);
      } else if (in_.peek() == '(') {
        if (played == 0) throw Error(location, "a variation must follow a move");
        variation(game, line, depth + 1);
      } else if (auto word = read_word(); !word.empty() && is_result(word)) {
        if (depth > 0) throw Error(location, "a variation cannot have a result");
        result_ = Tag{word, location};
        return played;
      } else if (!word.empty()) {
        move(game, line, word, location);
        ++played;
      }
    }
    if (depth == 0 && in_.peek() == ')') throw Error(in_.here(), "unexpected closing parenthesis");
    return played;
  }

  void comment(Elements& line) {
    in_.next();
    std::string text;
    for (const char c : until('}', "missing closing brace of the comment")) {
      if (!is_space(c) && !is_control(c))
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    if (!text.empty()) line.push_back({.kind = Element::Kind::comment, .comment = text});
  }

  void variation(Game& game, Elements& line, int depth) {
    const Location opened = in_.here();
    if (depth > max_variation_depth)
      throw Error(opened, fmt::format("variations are nested more than {} levels deep", max_variation_depth));
    in_.next();
    Element element{.kind = Element::Kind::variation};
    const Move replaced = game.plies().back().move;
    undo(game, opened);
    int played = this->line(game, element.variation, depth);
    if (in_.peek() != ')') throw Error(opened, "missing closing parenthesis of the variation");
    in_.next();
    if (played == 0) throw Error(opened, "the variation has no moves");
    for (; played > 0; --played) undo(game, opened);
    game.play(replaced);
    line.push_back(std::move(element));
  }

  // A move or a result without its move number; empty if there is only a move number.
  std::string read_word() {
    std::string word = in_.take_while(
        [](char c) { return !is_space(c) && std::string_view("{}()[]").find(c) == std::string_view::npos; });
    if (word.empty()) throw Error(in_.here(), fmt::format("unexpected '{}'", shown(std::string(1, in_.peek()))));
    const auto digits = std::find_if_not(word.begin(), word.end(), is_digit);
    if (digits == word.begin() || digits == word.end() || *digits != '.') return word;
    return std::string(std::find_if(digits, word.end(), [](char c) { return c != '.'; }), word.end());
  }

  static bool is_result(const std::string& word) { return word == "*" || is_digit(word.front()); }

  void move(Game& game, Elements& line, const std::string& word, const Location& location) {
    if (++moves_ > max_record_moves)
      throw Error(location, fmt::format("the game has more than {} moves", max_record_moves));
    const std::string_view text = std::string_view(word).substr(0, word.find('+'));
    const std::string_view taken = std::string_view(word).substr(text.size());
    if (taken == "+" || taken.find_first_not_of("0123456789", 1) != taken.npos)
      throw Error(location, fmt::format("'{}': + must be followed by a number of seeds", shown(word)));
    spend(location);
    try {
      line.push_back({.move = play_move(game, text)});
    } catch (const IllegalMove& e) {
      throw Error(location, e.message());
    }
  }

  void undo(Game& game, const Location& location) {
    spend(location);
    game.undo();
  }

  void spend(const Location& location) {
    try {
      (budget_ != nullptr ? *budget_ : own_budget_).spend();
    } catch (const Error& e) {
      throw Error(location, e.message());
    }
  }

  Cursor in_;
  const FindGame& find_;
  const GameDef* given_;
  Budget* budget_;             // shared by all games
  Budget own_budget_;          // for the current game, if there is no shared one
  int moves_ = 0;              // moves in the current game, including variations
  std::optional<Tag> result_;  // result after the moves
  bool unfinished_ = false;    // the game has the result *
};

}  // namespace

std::vector<Record> read_ogn(std::string_view text, const std::string& file, const FindGame& find, const GameDef* given,
                             Budget* budget) {
  return Reader(text, file, find, given, budget).games();
}

}  // namespace sow
