#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdio>

#include "base/error.h"
#include "base/suggest.h"
#include "board/names.h"
#include "cli/interrupt.h"
#include "cli/report_text.h"
#include "game/explain.h"
#include "game/play_moves.h"
#include "game/rounds.h"
#include "match/game_result.h"
#include "study/hint.h"

namespace sow {

// What can be typed besides a move.
struct Session::Command {
  std::string_view name, argument, help;
  void (Session::*run)(const std::string& argument);
  std::string_view short_name = {}, other_name = {};

  bool takes_file() const { return !argument.empty(); }
};

const std::array<Session::Command, 13> Session::commands = {{
    {"help", "", "this list", &Session::help, "?"},
    {"board", "", "show the board again", &Session::board},
    {"moves", "", "what you can play, and what it would do", &Session::list_moves},
    {"hint", "", "a good move, and what it is worth", &Session::give_hint},
    {"undo", "", "take back your last move", &Session::undo},
    {"redo", "", "play again what undo took back", &Session::redo},
    {"report", "", "what each move so far has cost", &Session::report_game},
    {"rules", "", "the rules of this game", &Session::rules},
    {"save", "[FILE]", "keep the game so far", &Session::save},
    {"load", "FILE", "go on with a game that was kept", &Session::load},
    {"resign", "", "give up", &Session::resign},
    {"next", "", "begin the next round", &Session::next_round},
    {"quit", "", "leave", &Session::quit, "q", "exit"},
}};

namespace {

constexpr std::size_t longest_typed_line = 1000;

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::string lower(std::string text) {
  for (char& c : text) c = std::tolower(static_cast<unsigned char>(c));
  return text;
}

std::string sentence(std::string text) {
  text[0] = std::toupper(static_cast<unsigned char>(text[0]));
  return text + (text.ends_with('?') ? "\n" : ".\n");
}

std::string_view loser_did(Fault fault) {
  switch (fault) {
    case Fault::illegal_move: return "broke the rules";
    case Fault::time: return "ran out of time";
    case Fault::crash: return "crashed";
  }
  return "";
}

bool resigned(const Game& game) { return game.ending() && game.ending()->reason == EndReason::resigned; }

}  // namespace

Session::Session(Game game, Archive archive, Setup setup)
    : game_(std::move(game)),
      archive_(std::move(archive)),
      setup_(std::move(setup)),
      fault_(fault_of(archive_.record())),
      adviser_({.database = setup_.database, .evaluation = setup_.evaluation}),
      input_(longest_typed_line, interrupted, [this](std::string_view typed) { return completions(typed); }),
      paint_(wants_colour() ? board_paint() : nullptr),
      interactive_(input_is_terminal()) {
  require_fit(setup_.evaluation, game_.def());
  make_agents();
}

// Each round has players of its own: another program may know one board only, and dice should not fall as before.
void Session::make_agents() {
  const std::uint64_t seed = setup_.seed + static_cast<std::uint64_t>(std::max(0, game_.def().round - 1));
  for (std::size_t side = 0; side < 2; ++side)
    if (!is_human(setup_.who[side]))
      agents_[side] = make_agent(setup_.who[side], {.seed = 2 * seed + side,
                                                    .stop = &interrupted,
                                                    .database = setup_.database,
                                                    .evaluation = setup_.evaluation});
}

int Session::run() {
  catch_interrupts();
  say(fmt::format("{}: South is {}, North is {}.{}\n", game_.def().title, player_title(setup_.who[0]),
                  player_title(setup_.who[1]), alone() ? "" : " Type a pit to play it, or help."));
  after_change();
  while (goes_on()) {
    if (game_.ending() && !by_dialogue()) {
      next_round("");
    } else if (game_.ending() || human_to_move()) {
      ask();
    } else {
      let_agent_move();
    }
  }
  return finish();
}

// A person at a terminal may still take back, save or load when the game is over.
bool Session::goes_on() const {
  return !left_ && !interrupted && (!game_.ending() || by_dialogue() || has_next_round());
}
bool Session::by_dialogue() const { return interactive_ && !alone(); }

std::optional<int> Session::most_rounds() const {
  const auto& tags = archive_.record().tags;
  const auto tag = tags.find("Rounds");
  int most = 0;
  if (tag == tags.end()) return std::nullopt;
  std::from_chars(tag->second.data(), tag->second.data() + tag->second.size(), most);
  return most > 0 ? std::optional(most) : std::nullopt;
}

bool Session::has_next_round() const {
  return game_.ending() && game_.def().round > 0 && end_round(game_, most_rounds()).next;
}

bool Session::human_to_move() const { return agents_[index(game_.position().mover)] == nullptr; }
bool Session::alone() const { return agents_[0] != nullptr && agents_[1] != nullptr; }

void Session::say(const std::string& text) { put(fitted(text)); }

void Session::put(const std::string& text) {
  const bool heard = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!heard) left_ = true;
}

void Session::show_board() {
  // Nobody is to move when the game is over.
  const Paint paint = [&](Ink ink, std::optional<Player> player, const std::string& text) {
    if (ink == Ink::mover && game_.ending()) return std::string();
    return paint_ ? paint_(ink, player, text) : text;
  };
  put("\n" + fitted_picture(game_.rules(), game_.position(), paint));
}

// The board, when somebody is to look at it, and the result, when there is one.
void Session::after_change() {
  if (game_.ending() || human_to_move() || alone()) show_board();
  if (!game_.ending()) return;
  say(ending_words() + "\n");
  if (game_.def().round > 0) say(explain_round(game_.rules(), end_round(game_, most_rounds())));
}

std::string Session::ending_words() const {
  return fault_ ? explain_ending(game_, loser_did(*fault_)) : explain_ending(game_);
}

void Session::play(Move move) {
  const Position before = game_.position();
  play_move(game_, move);
  undone_.clear();
  say(explain_move(game_.rules(), before, move, game_.ending().has_value()) + "\n");
  if (const auto decision = explain_decision(game_); !decision.empty()) say(decision + "\n");
  after_change();
}

// A program that fails loses.
void Session::let_agent_move() {
  const Player mover = game_.position().mover;
  try {
    const Move move = agents_[index(mover)]->choose(game_);
    if (move != no_move && !interrupted) play(move);
  } catch (const Forfeit& forfeit) {
    fault_ = forfeit.fault();
    fault_comment_ = fmt::format("{} {}", player_name(mover), forfeit.what());
    say(fault_comment_ + ".\n");
    game_.resign(mover);
    after_change();
  }
}

void Session::ask() {
  const auto line = input_.ask(has_next_round() ? "next, report, undo, save, load or quit> "
                               : game_.ending() ? "report, undo, save, load or quit> "
                                                : fmt::format("{}> ", player_name(game_.position().mover)));
  if (!line) {
    say("\n");
    left_ = true;
    return;
  }
  if (!interactive_) say(shown(line->text, 72) + "\n");  // so that the output reads like the dialogue it was
  if (line->too_long) return say(fmt::format("A line has at most {} bytes.\n", input_.longest()));
  try {
    obey(trimmed(line->text));
  } catch (const Error& e) {
    say(e.place().file.empty() ? sentence(e.what()) : fmt::format("{}.\n", e.what()));
  }
}

// A letter that names a pit of this game is a move, not a command.
const Session::Command* Session::find_command(const std::string& word) const {
  const bool pit = word.size() == 1 && word[0] >= 'a' && word[0] < 'a' + game_.rules().pits_per_player();
  for (const Command& command : commands)
    if (word == command.name || !pit && word == command.short_name || word == command.other_name) return &command;
  return nullptr;
}

void Session::obey(const std::string& line) {
  if (line.empty()) return;
  const auto space = line.find_first_of(" \t");
  const std::string word = lower(line.substr(0, space));
  const std::string argument = space == std::string::npos ? "" : trimmed(line.substr(space));
  if (const Command* const command = find_command(word)) {
    if (!command->takes_file() && !argument.empty()) throw Error(fmt::format("{} stands alone", command->name));
    return (this->*command->run)(argument);
  }
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  const std::string meant = did_you_mean(word, names);
  Move move = no_move;
  try {
    move = parse_typed_move(word, game_.rules(), game_.position().mover, game_.moves());
  } catch (const Error& e) {
    if (!meant.empty()) throw Error(fmt::format("there is no command '{}'{}", shown(word), meant));
    if (argument.empty()) throw Error(fmt::format("{}; help lists the commands", e.message()));
  }
  if (!argument.empty()) throw Error("one move or one command a line, please; help lists the commands");
  play(move);
}

// Moves and commands, and files after a command that takes one.
std::vector<std::string> Session::completions(std::string_view typed) const {
  const auto space = typed.find_last_of(' ');
  const std::string begun(typed.substr(space == std::string_view::npos ? 0 : space + 1));
  if (space != std::string_view::npos) {
    const std::string first = trimmed(typed);
    const Command* const command = find_command(lower(first.substr(0, first.find(' '))));
    return command != nullptr && command->takes_file() ? matching_paths(begun) : std::vector<std::string>();
  }
  std::vector<std::string> found;
  const auto offer = [&](std::string_view word) {
    if (lower(std::string(word)).starts_with(lower(begun))) found.emplace_back(word);
  };
  for (MoveSet rest = game_.moves(); rest != 0; rest &= rest - 1)
    offer(move_text(game_.rules(), game_.position(), std::countr_zero(rest)));
  for (const Command& command : commands)
    if (offers(command)) offer(command.name);
  return found;
}

void Session::help(const std::string&) {
  std::string text = fmt::format("A letter or number under or over a pit plays it: {}.\n",
                                 pit_range(game_.rules(), game_.position().mover));
  for (const Command& command : commands) {
    if (!offers(command)) continue;
    std::string names(command.name);
    for (const auto other : {command.short_name, command.other_name})
      if (!other.empty()) names += fmt::format(", {}", other);
    if (command.takes_file()) names += fmt::format(" {}", command.argument);
    text += fmt::format("  {:<14} {}\n", names, command.help);
  }
  say(text);
}

// Against a program a person takes back as far as their own last move; otherwise one move goes.
void Session::undo(const std::string&) {
  fault_.reset();
  if (resigned(game_)) {
    game_.undo();
    return after_change();
  }
  const auto& plies = game_.plies();
  const auto by_human = [&](const Game::Ply& ply) { return agents_[index(ply.before.mover)] == nullptr; };
  const auto last = std::find_if(plies.rbegin(), plies.rend(), by_human);
  if (last == plies.rend()) throw Error("there is nothing to take back");
  auto& moves = undone_.emplace_back();
  for (auto count = last - plies.rbegin() + 1; count > 0; --count) {
    moves.insert(moves.begin(), plies.back().move);
    game_.undo();
  }
  after_change();
}

void Session::redo(const std::string&) {
  if (undone_.empty()) throw Error("there is nothing to play again");
  for (const Move move : undone_.back()) {
    const Position before = game_.position();
    game_.play(move);
    say(explain_move(game_.rules(), before, move) + "\n");
  }
  undone_.pop_back();
  after_change();
}

void Session::give_hint(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  const Analysis analysis = adviser_.analyze(game_, hint_limits(interrupted));
  if (!interrupted) say(hint(game_, analysis.lines.front()) + ".\n");
}

void Session::save(const std::string& path) {
  const std::string& to = path.empty() ? setup_.save : path;
  if (to.empty()) throw Error("save needs the name of a file");
  archive_.save(to, record());
  say(fmt::format("Saved as {}.\n", to));
}

void Session::load(const std::string& path) {
  if (path.empty()) throw Error("load needs the name of a file");
  Archive archive = Archive::load(path, nullptr);
  Game game = replay(archive.record());
  require_fit(setup_.evaluation, game.def());
  archive_ = std::move(archive);
  game_ = std::move(game);
  undone_.clear();
  fault_ = fault_of(archive_.record());
  fault_comment_.clear();
  say(fmt::format("{}, {} played.\n", game_.def().title, count_of(game_.plies().size(), "move")));
  after_change();
}

void Session::resign(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  game_.resign(game_.position().mover);
  undone_.clear();
  say(ending_words() + "\n");
  if (game_.def().round > 0) say(explain_round(game_.rules(), end_round(game_, most_rounds())));
}

void Session::next_round(const std::string&) {
  if (game_.def().round == 0) throw Error("this game is no round of a match");
  if (!game_.ending()) throw Error("the round is not over");
  const auto next = end_round(game_, most_rounds()).next;
  if (!next) throw Error("the match is over");
  archive_.begin_round(record(), next->def.round);
  game_ = Game(next->def, next->start);
  undone_.clear();
  make_agents();
  after_change();
}

// Rounds are not spoken of where there are none.
bool Session::offers(const Command& command) const {
  return command.run != &Session::next_round || game_.def().round > 0;
}

void Session::report_game(const std::string&) {
  if (game_.plies().empty()) throw Error("no move has been played yet");
  if (const auto judged = judge_game(game_, adviser_, report_limits(interrupted)))
    say(report_text(game_, *judged, columns_of(STDOUT_FILENO)));
}

void Session::board(const std::string&) { show_board(); }

void Session::list_moves(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  for (MoveSet rest = game_.moves(); rest != 0; rest &= rest - 1) {
    say(explain_move(game_.rules(), game_.position(), std::countr_zero(rest)) + "\n");
  }
}

void Session::rules(const std::string&) { say(describe(game_.rules())); }

void Session::quit(const std::string&) { left_ = true; }

// A game that a program lost by a fault says so; one that went on since then no longer does.
Record Session::record() const {
  Record record = make_record(game_, &archive_.record());
  set_fault(record, fault_);
  if (fault_ && !fault_comment_.empty())
    record.line.push_back({.kind = Element::Kind::comment, .comment = fault_comment_});
  return record;
}

int Session::finish() {
  if (interrupted) say("\nInterrupted.\n");
  int code = interrupted || std::ferror(stdout) != 0 ? 1 : 0;
  if (setup_.save.empty()) return code;
  try {
    save("");
  } catch (const Error& e) {
    // The game must not be lost with the file.
    fmt::print(stderr, "{}\nThe game was:\n\n{}", e.what(), to_ogn(record()));
    code = 1;
  }
  return code;
}

}  // namespace sow
