#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdio>

#include "base/error.h"
#include "board/names.h"
#include "cli/interrupt.h"
#include "game/explain.h"
#include "game/play_moves.h"
#include "study/hint.h"

namespace sow {

// What can be typed besides a move.
struct Session::Command {
  std::string_view name, argument, help;
  void (Session::*run)(const std::string& argument);
};

const std::array<Session::Command, 10> Session::commands = {{
    {"help", "", "this list", &Session::help},
    {"board", "", "show the board again", &Session::board},
    {"moves", "", "what you can play, and what it would do", &Session::list_moves},
    {"hint", "", "a good move, and what it is worth", &Session::give_hint},
    {"undo", "", "take back your last move", &Session::undo},
    {"rules", "", "the rules of this game", &Session::rules},
    {"save", "[FILE]", "keep the game so far", &Session::save},
    {"load", "FILE", "go on with a game that was kept", &Session::load},
    {"resign", "", "give up", &Session::resign},
    {"quit", "", "leave", &Session::quit},
}};

namespace {

constexpr std::size_t longest_line = 1000;

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string sentence(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".\n";
}

}  // namespace

Session::Session(Game game, Archive archive, Setup setup)
    : game_(std::move(game)),
      archive_(std::move(archive)),
      setup_(std::move(setup)),
      adviser_({.database = setup_.database}),
      input_(STDIN_FILENO, longest_line, interrupted),
      paint_(wants_colour() ? board_paint() : nullptr),
      interactive_(input_is_terminal()) {
  for (std::size_t side = 0; side < 2; ++side)
    if (!is_human(setup_.who[side]))
      agents_[side] = make_agent(setup_.who[side],
                                 {.seed = 2 * setup_.seed + side, .stop = &interrupted, .database = setup_.database});
}

int Session::run() {
  catch_interrupts();
  say(fmt::format("{}: South is {}, North is {}.", game_.def().title, player_text(setup_.who[0]),
                  player_text(setup_.who[1])));
  say(alone() ? "\n" : " Type a pit to play it, or help.\n");
  after_change();
  while (goes_on()) {
    if (game_.ending() || human_to_move()) {
      ask();
    } else {
      let_agent_move();
    }
  }
  return finish();
}

// A person at a terminal may still take back, save or load when the game is over.
bool Session::goes_on() const { return !left_ && !interrupted && (!game_.ending() || interactive_ && !alone()); }

bool Session::human_to_move() const { return agents_[index(game_.position().mover)] == nullptr; }
bool Session::alone() const { return agents_[0] != nullptr && agents_[1] != nullptr; }

void Session::say(const std::string& text) {
  const bool heard = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!heard) left_ = true;
}

void Session::show_board() {
  // Nobody is to move when the game is over.
  const Paint paint = [&](Ink ink, std::optional<Player> player, const std::string& text) {
    if (ink == Ink::mover && game_.ending()) return std::string();
    return paint_ ? paint_(ink, player, text) : text;
  };
  say("\n" + picture(game_.rules(), game_.position(), paint));
}

// The board, when somebody is to look at it, and the result, when there is one.
void Session::after_change() {
  if (game_.ending() || human_to_move() || alone()) show_board();
  if (game_.ending()) say(explain_ending(game_) + "\n");
}

void Session::play(Move move) {
  const Position before = game_.position();
  play_move(game_, move);
  say(explain_move(game_.rules(), before, move) + "\n");
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
    say(fmt::format("{} {}.\n", player_name(mover), forfeit.what()));
    game_.resign(mover);
    after_change();
  }
}

void Session::ask() {
  say(game_.ending() ? "undo, save, load or quit> " : fmt::format("{}> ", player_name(game_.position().mover)));
  const auto line = input_.next();
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

void Session::obey(const std::string& line) {
  if (line.empty()) return;
  const auto space = line.find_first_of(" \t");
  const std::string word = lower(line.substr(0, space));
  const std::string argument = space == std::string::npos ? "" : trimmed(line.substr(space));
  for (const Command& command : commands) {
    if (word != command.name) continue;
    if (command.argument.empty() && !argument.empty()) throw Error(fmt::format("{} stands alone", command.name));
    return (this->*command.run)(argument);
  }
  if (!argument.empty()) throw Error("one move or one command a line, please; help lists the commands");
  Move move = no_move;
  try {
    move = parse_typed_move(word, game_.rules(), game_.position().mover);
  } catch (const Error& e) {
    throw Error(fmt::format("{}; help lists the commands", e.message()));
  }
  play(move);
}

void Session::help(const std::string&) {
  const Player mover = game_.position().mover;
  const int last = game_.rules().pits_per_player() - 1;
  std::string text =
      fmt::format("A letter or number under or over a pit plays it: {} to {}, or {} to {}.\n", pit_letter(mover, 0),
                  pit_letter(mover, last), pit_number(game_.rules(), mover, 0), pit_number(game_.rules(), mover, last));
  for (const Command& command : commands)
    text += fmt::format("  {:<12} {}\n", fmt::format("{} {}", command.name, command.argument), command.help);
  say(text);
}

// Against a program a person takes back as far as the own last move; otherwise one move goes.
void Session::undo(const std::string&) {
  if (game_.ending() && game_.ending()->reason == EndReason::resigned) {
    game_.undo();
    return after_change();
  }
  const auto& plies = game_.plies();
  const auto by_human = [&](const Game::Ply& ply) { return agents_[index(ply.before.mover)] == nullptr; };
  const auto last = std::find_if(plies.rbegin(), plies.rend(), by_human);
  if (last == plies.rend()) throw Error("there is nothing to take back");
  for (auto count = last - plies.rbegin() + 1; count > 0; --count) game_.undo();
  after_change();
}

void Session::give_hint(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  const Analysis analysis = adviser_.analyze(game_, hint_limits(interrupted));
  if (!interrupted) say(hint(game_, analysis) + ".\n");
}

void Session::save(const std::string& path) {
  const std::string& to = path.empty() ? setup_.save : path;
  if (to.empty()) throw Error("save needs the name of a file");
  archive_.save(to, game_);
  say(fmt::format("Saved as {}.\n", to));
}

void Session::load(const std::string& path) {
  if (path.empty()) throw Error("load needs the name of a file");
  archive_ = Archive::load(path, nullptr);
  game_ = replay(archive_.record());
  say(fmt::format("{}, {} played.\n", game_.def().title, count_of(static_cast<int>(game_.plies().size()), "move")));
  after_change();
}

void Session::resign(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  game_.resign(game_.position().mover);
  say(explain_ending(game_) + "\n");
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

int Session::finish() {
  if (interrupted) say("\nInterrupted.\n");
  int code = interrupted || std::ferror(stdout) != 0 ? 1 : 0;
  if (setup_.save.empty()) return code;
  try {
    save("");
  } catch (const Error& e) {
    // The game must not be lost with the file.
    fmt::print(stderr, "{}\nThe game was:\n\n{}", e.what(), to_ogn(make_record(game_, &archive_.record())));
    code = 1;
  }
  return code;
}

}  // namespace sow
