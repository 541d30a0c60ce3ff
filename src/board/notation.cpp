#include "board/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "base/error.h"
#include "board/names.h"
#include "board/owners.h"

namespace sow {
namespace {

struct Token {
  std::string text;
  int line, column;
};

// Splits at whitespace and around parentheses; # starts a comment.
std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1, column = 0;
  bool comment = false, in_word = false;
  for (const char c : text) {
    ++column;
    if (c == '\n') {
      ++line;
      column = 0;
      comment = in_word = false;
      continue;
    }
    if (c == '#') comment = true;
    if (comment) continue;
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0, bracket = c == '(' || c == ')';
    if (space || bracket) in_word = false;
    if (space) continue;
    if (in_word) {
      tokens.back().text += c;
    } else {
      tokens.push_back({std::string(1, c), line, column});
      in_word = !bracket;
    }
  }
  return tokens;
}

constexpr const char* closed_pit = "-";

class PositionReader {
 public:
  PositionReader(const Ruleset& rules, const std::string& file) : rules_(rules), file_(file) {}

  Position read(std::string_view text) {
    const auto tokens = tokenize(text);
    if (tokens.empty()) throw Error(Location{file_}, "the position is empty");
    if (tokens[0].text == "(") return finish(round_list(tokens), tokens[0]);
    if (tokens[0].text.find('-', 1) != std::string::npos) return finish(diagram(tokens), tokens[0]);
    return finish(picture(tokens), tokens[0]);
  }

 private:
  [[noreturn]] void fail(const Token& at, const std::string& message) const {
    throw Error(Location{file_, at.line, at.column}, message);
  }

  // A number of seeds, followed by s or n if South or North owns the pit. A closed pit is written "-".
  std::uint8_t pit_number(const Token& token, Hole hole, Position& p) const {
    if ((rules_.closed[hole.side] >> hole.pit & 1) != 0) {
      if (token.text != closed_pit && number(token) != 0) fail(token, "a closed pit cannot hold seeds");
      return 0;
    }
    const char last = token.text.empty() ? ' ' : token.text.back();
    if (last != 's' && last != 'n') return number(token);
    if (!rules_.owns()) fail(token, "pits cannot be owned in this game");
    const std::size_t owner = last == 's' ? 0 : 1;
    if (!can_own(rules_, hole.side == owner, hole.pit)) fail(token, "this pit cannot be owned by that player");
    p.owned[owner] |= bit_of(hole);
    const std::uint8_t seeds = number({token.text.substr(0, token.text.size() - 1), token.line, token.column});
    if (seeds > 0 && !rules_.own.keep) fail(token, "an owned pit cannot hold seeds in this game");
    return seeds;
  }

  std::uint8_t opening_turns(const Token& token) const {
    const std::uint8_t turns = number(token);
    if (turns > rules_.opening.turns)
      fail(token, fmt::format("the opening has only {} turns, not {}", rules_.opening.turns, turns));
    return turns;
  }

  // Number of values after the seed counts.
  std::size_t state_numbers() const { return (rules_.opening.turns > 0 ? 1u : 0u) + (rules_.has_marks() ? 1u : 0u); }

  std::uint8_t mark(const Token& token) const {
    const std::uint8_t mark = number(token);
    const unsigned known = (rules_.undo ? 0u : Position::first_barred | Position::last_barred) |
                           (rules_.again_once ? unsigned{Position::extra_turn} : 0u);
    if ((mark & ~known) != 0) fail(token, fmt::format("{} is not a valid mark in this game", mark));
    return mark;
  }

  std::uint8_t number(const Token& token) const {
    constexpr std::size_t max_digits = 3;
    if (token.text.size() > 1 && token.text[0] == '-') fail(token, "a hole cannot hold a negative number of seeds");
    if (token.text.empty() ||
        !std::all_of(token.text.begin(), token.text.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      fail(token, fmt::format("'{}' is not a number of seeds", shown(token.text)));
    if (token.text.size() > max_digits || std::stoi(token.text) > max_seeds)
      fail(token, fmt::format("a hole can hold at most {} seeds", max_seeds));
    return static_cast<std::uint8_t>(std::stoi(token.text));
  }

  std::optional<Player> player(const Token& token) const {
    if (token.text == "S") return Player::south;
    if (token.text == "N") return Player::north;
    return std::nullopt;
  }

  // Converts a position seen by South to one seen by the mover.
  static Position seen_by(Position p, Player mover) {
    if (mover == Player::north) p.turn();
    return p;
  }

  Position diagram(const std::vector<Token>& tokens) const {
    if (tokens.size() > 1) fail(tokens[1], "a diagram must be a single word");
    std::vector<Token> fields;
    int column = tokens[0].column;
    std::string text = tokens[0].text + "-";
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = text.find('-', begin);
      fields.push_back({text.substr(begin, end - begin), tokens[0].line, column + static_cast<int>(begin)});
      begin = end + 1;
    }
    const int n = rules_.pits_per_player();
    const bool opening = rules_.opening.turns > 0;
    const std::size_t wanted = 2u * static_cast<unsigned>(n) + 3u + state_numbers();
    if (fields.size() != wanted)
      fail(tokens[0], fmt::format("a diagram of this game needs {} fields, not {}", wanted, fields.size()));
    Position p;
    std::size_t next = 0;
    for (std::size_t side = 0; side < 2; ++side)
      for (int i = 0; i < n; ++i) {
        const Hole hole = pit(static_cast<int>(side), i);
        p.pits[side][i] = pit_number(fields[next++], hole, p);
      }
    for (auto& store : p.store) store = number(fields[next++]);
    if (opening) p.opening = opening_turns(fields[next++]);
    if (rules_.has_marks()) p.mark = mark(fields[next++]);
    const auto mover = player(fields[next]);
    if (!mover) fail(fields[next], "the last field of a diagram must be S or N");
    return seen_by(p, *mover);
  }

  Position round_list(const std::vector<Token>& tokens) const {
    std::size_t next = 1;
    std::vector<const Token*> numbers;
    while (next < tokens.size() && tokens[next].text != ")") numbers.push_back(&tokens[next++]);
    if (next == tokens.size()) fail(tokens.back(), "missing closing parenthesis");
    const auto& close = tokens[next++];
    const int n = rules_.pits_per_player();
    const bool opening = rules_.opening.turns > 0;
    const std::size_t wanted = 2u * static_cast<unsigned>(n) + (rules_.has_stores() ? 2u : 0u) + state_numbers();
    if (numbers.size() != wanted)
      fail(numbers.size() > wanted ? *numbers[wanted] : close,
           fmt::format("a list for this game needs {} numbers, not {}", wanted, numbers.size()));
    Position p;
    std::size_t at = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      for (int i = 0; i < n; ++i) {
        const Hole hole = pit(static_cast<int>(side), i);
        p.pits[side][i] = pit_number(*numbers[at++], hole, p);
      }
      if (rules_.has_stores()) p.store[side] = number(*numbers[at++]);
    }
    if (opening) p.opening = opening_turns(*numbers[at++]);
    if (rules_.has_marks()) p.mark = mark(*numbers[at++]);
    Player mover = Player::south;
    if (next < tokens.size()) {
      const auto named = player(tokens[next]);
      if (!named) fail(tokens[next], "only S or N may follow the list");
      mover = *named;
      if (++next < tokens.size()) fail(tokens[next], "nothing may follow the mover");
    }
    return seen_by(p, mover);
  }

  static std::optional<Player> picture_mover(std::string_view word) {
    if (word == "South" || word == "S") return Player::south;
    if (word == "North" || word == "N") return Player::north;
    return std::nullopt;
  }

  // "South to move, opening 2": turns left in the opening.
  std::uint8_t picture_opening(const std::vector<Token>& line) const {
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      if (line[i].text == "opening") return opening_turns(line[i + 1]);
    return 0;
  }

  // "South to move, mark 2": Position::mark.
  std::uint8_t picture_mark(const std::vector<Token>& line) const {
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      if (line[i].text == "mark" && rules_.has_marks()) return mark(line[i + 1]);
    return 0;
  }

  // Lines of labels (all words start with a letter) are ignored; "South" and "North" name the mover.
  Position picture(const std::vector<Token>& tokens) const {
    std::vector<std::vector<Token>> lines;
    Player mover = Player::south;
    std::uint8_t opening = 0, previous_mark = 0;
    for (std::size_t i = 0; i < tokens.size();) {
      std::vector<Token> line;
      for (const int at = tokens[i].line; i < tokens.size() && tokens[i].line == at; ++i) line.push_back(tokens[i]);
      const std::string& first = line[0].text;
      const bool labels = line.size() > 1 && line[1].text.size() == 1;  // only letters: S and N are pits
      if (const auto named = labels ? std::nullopt : picture_mover(first)) {
        mover = *named;
        opening = picture_opening(line);
        previous_mark = picture_mark(line);
      } else if (std::isalpha(static_cast<unsigned char>(first[0])) == 0) {
        lines.push_back(std::move(line));
      } else if (!std::all_of(line.begin(), line.end(), [](const Token& t) {
                   return std::isalpha(static_cast<unsigned char>(t.text[0])) != 0;
                 })) {
        fail(line[0], "a line must contain either seeds or labels");
      }
    }
    const std::size_t wanted = rules_.rows + (rules_.has_stores() ? 1u : 0u);
    if (lines.empty())
      fail(tokens[0],
           fmt::format("not a position; expected something like {}", sow::diagram(rules_, start_position(rules_))));
    if (lines.size() != wanted)
      fail(lines.back()[0],
           fmt::format("a picture of this game needs {} lines of numbers, not {}", wanted, lines.size()));
    const auto need = [&](const std::vector<Token>& line, std::size_t n) {
      if (line.size() != n)
        fail(line.size() > n ? line[n] : line.back(),
             fmt::format("this line needs {} numbers, not {}", n, line.size()));
    };
    const Layout layout(rules_);
    Position p;  // seen by South
    std::size_t next = 0;
    for (int row = 0; row < rules_.rows; ++row) {
      if (row == (rules_.rows + 1) / 2 && rules_.has_stores()) {
        const auto& stores = lines[next++];
        need(stores, 2);
        p.store[layout.left_store()] = number(stores[0]);
        p.store[1 - layout.left_store()] = number(stores[1]);
      }
      const auto& line = lines[next++];
      need(line, rules_.pits);
      for (int column = 0; column < rules_.pits; ++column) {
        const Hole hole = layout.rows()[row][column];
        p.pits[hole.side][hole.pit] = pit_number(line[column], hole, p);
      }
    }
    p.opening = opening;
    p.mark = previous_mark;
    return seen_by(p, mover);
  }

  Position finish(const Position& p, const Token& at) const {
    if (p.total() > max_seeds)
      fail(at, fmt::format("{} seeds in total; at most {} are supported", p.total(), max_seeds));
    if (p.total() == 0) fail(at, "the position has no seeds");
    if (!rules_.has_stores() && p.store != std::array<std::uint8_t, 2>{}) fail(at, "this game has no stores");
    if (rules_.owns()) check_owners(p, at);
    return p;
  }

  void check_owners(const Position& p, const Token& at) const {
    for (const PitSet owned : p.owned)
      if (!within_own_limit(rules_, std::popcount(owned)))
        fail(at, fmt::format("a player can own at most {} pits in this game, not {}", rules_.own.max_pits,
                             std::popcount(owned)));
    if (!can_own(rules_, Layout(rules_), p.owned)) fail(at, "the players cannot own these pits at the same time");
  }

  const Ruleset& rules_;
  const std::string& file_;
};

constexpr int max_cell = 6, max_margin = 4;  // columns in the picture

// Width of a pit in the picture: the preferred width, or less to fit into `columns`, but numbers never touch.
int cell_width(const Ruleset& rules, const Position& p, int columns) {
  int max_count = 0;
  for (const auto& side : p.pits) max_count = std::max<int>(max_count, *std::max_element(side.begin(), side.end()));
  const int min_width = static_cast<int>(std::to_string(max_count).size()) + (rules.owns() ? 2 : 1);
  const auto fits = [&](int width) {
    return std::min(width, max_margin) + width * (rules.pits + rules.has_stores()) <= columns;
  };
  int width = max_cell;
  while (columns > 0 && width > min_width && !fits(width)) --width;
  return width;
}

}  // namespace

std::string_view player_name(Player player) { return player == Player::south ? "South" : "North"; }

std::string_view owner_letter(const Position& p, Hole hole) {
  if (!p.is_owned(hole)) return "";
  const bool owned_by_mover = (p.owned[0] & bit_of(hole)) != 0;
  return owned_by_mover == (p.mover == Player::south) ? "s" : "n";
}

std::string diagram(const Ruleset& rules, const Position& p) {
  fmt::memory_buffer text;
  const auto put = [&](int n, std::string_view owner) {
    const fmt::format_int digits(n);
    text.append(digits.data(), digits.data() + digits.size());
    text.append(owner.data(), owner.data() + owner.size());
    text.push_back('-');
  };
  for (const Player player : both_players)
    for (int i = 0; i < rules.pits_per_player(); ++i) {
      const std::size_t side = p.side_of(player);
      put(p.pits[side][i], owner_letter(p, pit(static_cast<int>(side), i)));
    }
  for (const Player player : both_players) put(p.store_of(player), "");
  if (rules.opening.turns > 0) put(p.opening, "");
  if (rules.has_marks()) put(p.mark, "");
  text.push_back(p.mover == Player::south ? 'S' : 'N');
  return fmt::to_string(text);
}

std::string round_list(const Ruleset& rules, const Position& p) {
  std::string text;
  for (const Player player : {Player::south, Player::north}) {
    for (int i = 0; i < rules.pits_per_player(); ++i) {
      const std::size_t side = p.side_of(player);
      text += fmt::format("{}{}{}", text.empty() ? "" : " ", p.pits[side][i],
                          owner_letter(p, pit(static_cast<int>(side), i)));
    }
    if (rules.has_stores()) text += fmt::format(" {}", p.store_of(player));
  }
  if (rules.opening.turns > 0) text += fmt::format(" {}", p.opening);
  if (rules.has_marks()) text += fmt::format(" {}", p.mark);
  return fmt::format("({}) {}", text, p.mover == Player::south ? "S" : "N");
}

std::string picture(const Ruleset& rules, const Position& p, const Paint& paint, int columns) {
  const int width = cell_width(rules, p, columns), margin = std::min(width, max_margin);
  const Layout layout(rules);
  const int max_label = static_cast<int>(pit_label(rules, Player::north, rules.pits_per_player() - 1).size());
  const auto ink = [&](Ink kind, std::optional<Player> owner, const std::string& text) {
    return paint ? paint(kind, owner, text) : text;
  };
  const auto label_row = [&](int row) {
    std::string line(margin, ' ');
    for (int column = 0; column < rules.pits; ++column) {
      const Hole hole = layout.rows()[row][column];
      const Player owner = Player(hole.side);
      const std::string label = pit_label(rules, owner, hole.pit);
      line += fmt::format("{:>{}}", max_label < width ? label : pit_letter(owner, hole.pit), width);
    }
    return ink(Ink::label, std::nullopt, line) + "\n";
  };
  const auto seed_row = [&](int row) {
    std::string line(margin, ' ');
    for (int column = 0; column < rules.pits; ++column) {
      const Hole hole = layout.rows()[row][column];
      const Player owner = Player(hole.side);
      const std::size_t side = p.side_of(owner);
      const int n = p.pits[side][hole.pit];
      const std::string_view letter = owner_letter(p, pit(static_cast<int>(side), hole.pit));
      if ((rules.closed[index(owner)] >> hole.pit & 1) != 0)
        line += ink(Ink::empty, owner, fmt::format("{:>{}}", closed_pit, width));
      else
        line += ink(n > 0 ? Ink::count : Ink::empty, owner, fmt::format("{:>{}}{}", n, width - letter.size(), letter));
    }
    return line + "\n";
  };
  std::string text = label_row(0);
  for (int row = 0; row < rules.rows; ++row) {
    if (row == (rules.rows + 1) / 2 && rules.has_stores()) {
      const Player left = Player(layout.left_store());
      text += ink(Ink::store, left, fmt::format("{:>{}}", p.store_of(left), margin));
      text += std::string(static_cast<std::size_t>(width * rules.pits), ' ');
      text += ink(Ink::store, other(left), fmt::format("{:>{}}", p.store_of(other(left)), width)) + "\n";
    }
    if (rules.four_rows() && row == 2) text += label_row(2);
    text += seed_row(row);
    if (rules.rows > 2 && row == 1) text += label_row(1);
  }
  text += label_row(rules.rows - 1);
  std::string mover = fmt::format("{} to move", player_name(p.mover));
  if (p.opening > 0) mover += fmt::format(", opening {}", p.opening);
  if (p.mark > 0) mover += fmt::format("{} mark {}", p.opening > 0 ? " and" : ",", p.mark);
  return text + ink(Ink::mover, p.mover, mover) + "\n";
}

Position parse_position(std::string_view text, const Ruleset& rules, const std::string& file) {
  return PositionReader(rules, file).read(text);
}

std::string move_text(const Ruleset& rules, const Position& position, Move move) {
  const Player mover = position.mover;
  if (!rules.reverses()) return pit_letter(mover, move);
  const Layout layout(rules);
  const Choice& choice = layout.moves()[move];
  const std::string letter = pit_letter(mover, choice.from.pit);
  return choice.one_of_two ? letter + (choice.backward() ? "<" : ">") : letter;
}

namespace {

// The direction sign at the end of a move, if any.
std::optional<char> sign_of(std::string_view text) {
  if (text.size() > 1 && (text.back() == '>' || text.back() == '<')) return text.back();
  return std::nullopt;
}

// The move that sows this pit in the direction of the sign.
Move move_of(const Ruleset& rules, Player mover, int pit, std::optional<char> sign) {
  const std::string letter = pit_letter(mover, pit);
  const Layout layout(rules);
  const bool choice = layout.moves()[layout.move_of(pit, false)].one_of_two;
  if (sign && !choice) throw Error(fmt::format("{} can be sown in one direction only: write {}", letter, letter));
  if (!sign && choice)
    throw Error(fmt::format("{} can be sown in either direction: write {}> or {}<", letter, letter, letter));
  return layout.move_of(pit, sign == '<');
}

}  // namespace

Move parse_move(std::string_view text, const Ruleset& rules, Player mover) {
  const char first = mover == Player::south ? 'A' : 'a';
  const char last = static_cast<char>(first + rules.pits_per_player() - 1);
  const auto sign = sign_of(text);
  const std::string_view letter = sign ? text.substr(0, text.size() - 1) : text;
  if (letter.size() != 1 || letter[0] < first || letter[0] > last)
    throw Error(fmt::format("'{}' is not a move for {}; use {} to {}", shown(text), player_name(mover), first, last));
  if (!sign && !rules.reverses()) return letter[0] - first;
  return move_of(rules, mover, letter[0] - first, sign);
}

Move parse_typed_move(std::string_view text, const Ruleset& rules, Player mover, MoveSet legal) {
  const auto sign = sign_of(text);
  const int pit = parse_typed_pit(sign ? text.substr(0, text.size() - 1) : text, rules, mover);
  const Layout layout(rules);
  const Move forward = layout.move_of(pit, false), backward = layout.move_of(pit, true);
  // The sign is optional if only one direction is legal.
  if (!sign && backward != no_move && has(legal, forward) != has(legal, backward))
    return has(legal, forward) ? forward : backward;
  return move_of(rules, mover, pit, sign);
}

int parse_typed_pit(std::string_view text, const Ruleset& rules, Player mover) {
  constexpr std::size_t max_name = 20;
  std::string lower(text.substr(0, max_name));
  for (auto& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (int i = 0; i < rules.pits_per_player(); ++i) {
    const std::string letter = pit_letter(Player::north, i), number = pit_number(rules, mover, i);
    if (lower == letter || lower == number || lower == letter + number) return i;
    const std::string theirs = pit_number(rules, other(mover), i);
    if (lower == theirs || lower == letter + theirs)
      throw Error(fmt::format("{} is {}'s pit", shown(text), player_name(other(mover))));
  }
  throw Error(fmt::format("'{}' is not a pit of {}; use {}", shown(text), player_name(mover), pit_range(rules, mover)));
}

}  // namespace sow
