#include <fmt/format.h>

#include <sstream>

#include "board/notation.h"
#include "game/record.h"

namespace sow {
namespace {

constexpr std::size_t max_column = 79;

std::string escaped(std::string_view text, char closing) {
  std::string out;
  for (const char c : text) {
    if (c == closing || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out;
}

// Collects the words of the move text, then wraps them into lines.
class MoveWriter {
 public:
  MoveWriter(const Record& record, Budget* budget) : game_(record.def, record.start), budget_(budget) {}

  // Writes a line that starts in the current position with this move number. Leaves the game unchanged.
  void line(const Elements& line, int number) {
    std::optional<Player> last;
    std::size_t played = 0;
    for (const Element& element : line) {
      switch (element.kind) {
        case Element::Kind::comment: comment(element.comment); break;
        case Element::Kind::variation: variation(element.variation, number); break;
        case Element::Kind::move: {
          const Player mover = game_.position().mover;
          if (last == Player::north && mover == Player::south) ++number;
          if (!last || last != mover && mover == Player::south)
            put(fmt::format("{}{}", number, mover == Player::south ? "." : "..."));
          move(element.move);
          last = mover;
          ++played;
          break;
        }
      }
    }
    for (; played > 0; --played) undo();
  }

  std::string wrapped(const std::string& result) {
    put(result);
    std::string text;
    std::size_t column = 0;
    for (const auto& word : words_) {
      const bool wrap = column > 0 && column + 1 + word.size() > max_column;
      if (column > 0) text += wrap ? '\n' : ' ';
      column = (wrap || column == 0 ? 0 : column + 1) + word.size();
      text += word;
    }
    return text + "\n";
  }

 private:
  void put(const std::string& word) {
    words_.push_back(open_ + word);
    open_.clear();
  }

  void move(Move move) {
    const std::string letter = move_text(game_.rules(), game_.position(), move);
    spend(budget_);
    game_.play(move);
    const int taken = game_.plies().back().taken;
    put(taken > 0 ? fmt::format("{}+{}", letter, taken) : letter);
  }

  void undo() {
    spend(budget_);
    game_.undo();
  }

  void comment(const std::string& text) {
    std::istringstream in(escaped(text, '}'));
    const std::size_t before = words_.size();
    for (std::string word; in >> word;) put(words_.size() == before ? '{' + word : word);
    if (words_.size() > before) words_.back() += '}';
  }

  void variation(const Elements& line, int number) {
    const Move replaced = game_.plies().back().move;
    undo();
    open_ += '(';
    this->line(line, number);
    words_.back() += ')';
    game_.play(replaced);
  }

  Game game_;
  Budget* budget_;
  std::vector<std::string> words_;
  std::string open_;  // parentheses to be written before the next word
};

}  // namespace

std::string to_ogn(const Record& record, Budget* budget) {
  const std::string result =
      record.result ? fmt::format("{}-{}", (*record.result)[0], (*record.result)[1]) : std::string("*");
  auto tags = record.tags;
  const GameDef& def = record.def;
  if (!def.spec.empty() && def.spec != def.name) tags["Rules"] = def.spec;
  if (record.start != start_position(def.rules)) tags["FEN"] = diagram(def.rules, record.start);

  std::string text;
  const auto tag = [&](std::string_view name, std::string_view value) {
    text += fmt::format("[{} \"{}\"]\n", name, escaped(value, '"'));
  };
  tag("Variant", def.ogn_name());
  constexpr std::array<std::array<std::string_view, 2>, 6> standard = {
      {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "-"}, {"South", "?"}, {"North", "?"}}};
  for (const auto& [name, unknown] : standard) {
    const auto known = tags.extract(std::string(name));
    tag(name, known ? std::string_view(known.mapped()) : unknown);
  }
  tag("Result", result);
  for (const auto& [name, value] : tags) tag(name, value);

  MoveWriter moves(record, budget);
  moves.line(record.line, 1);
  return text + "\n" + moves.wrapped(result);
}

}  // namespace sow
