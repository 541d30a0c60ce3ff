#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "board/names.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/report_text.h"
#include "game/explain.h"
#include "game/play_moves.h"
#include "game/rounds.h"
#include "rules/description.h"
#include "study/hint.h"

namespace sow {

// Anything that can be typed besides a move.
struct Session::Command {
  std::string_view name, argument, help;
  void (Session::*run)(const std::string& argument);
  std::string_view short_name = {}, other_name = {};

  bool takes_file() const { return !argument.empty(); }
};

const std::array<Session::Command, 14> Session::commands = {{
    {"help", "", "list the commands", &Session::help, "?"},
    {"board", "", "show the board", &Session::board},
    {"moves", "", "list the legal moves and their effects", &Session::list_moves},
    {"hint", "", "suggest a move", &Session::give_hint},
    {"undo", "", "take back your last move", &Session::undo},
    {"redo", "", "replay the move you took back", &Session::redo},
    {"report", "", "show the mistakes made so far", &Session::report_game},
    {"rules", "", "explain the rules", &Session::rules},
    {"save", "[FILE]", "save the game; appends to an OGN file", &Session::save},
    {"save!", "[FILE]", "save the game and replace the file", &Session::force_save},
    {"load", "FILE", "load the last game of an OGN file", &Session::load},
    {"resign", "", "resign the game", &Session::resign},
    {"next", "", "start the next round", &Session::next_round},
    {"quit", "", "leave; continue later with sow play --resume", &Session::quit, "q", "exit"},
}};

namespace {

constexpr std::size_t max_typed_bytes = 1000;

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::string lower(std::string text) {
  for (char& c : text) c = std::tolower(static_cast<unsigned char>(c));
  return text;
}

std::string error_line(std::string text) {
  text[0] = std::toupper(static_cast<unsigned char>(text[0]));
  return text + (text.ends_with('?') ? "\n" : ".\n");
}

bool ended_by_players(const Game& game) { return game.ending() && ended_by_players(game.ending()->reason); }

}  // namespace

Session::Session(Game game, Archive archive, Setup setup)
    : game_(std::move(game)),
      archive_(std::move(archive)),
      setup_(std::move(setup)),
      autosave_(std::move(setup_.autosave)),
      engine_(setup_.search),
      input_(max_typed_bytes, interrupted, [this](std::string_view typed) { return completions(typed); }),
      paint_(wants_color() ? board_paint() : nullptr),
      interactive_(input_is_terminal()) {
  if (!setup_.save.empty() && !setup_.force) archive_.check_target(setup_.save, "--force");
  require_fit(setup_.search.evaluation, game_.def());
  make_agents();
}

// Each round has its own agents: an external program may support only one board size, and random choices should differ.
void Session::make_agent_of(std::size_t side) {
  const std::uint64_t seed = setup_.seed + static_cast<std::uint64_t>(std::max(0, game_.def().round - 1));
  agents_[side] = engine_.make_player(
      setup_.who[side], {.seed = 2 * seed + side, .stop = &interrupted, .warn = [this](const std::string& warning) {
                           say(fmt::format("Warning: {}\n", warning));
                         }});
}

void Session::make_agents() {
  for (std::size_t side = 0; side < 2; ++side)
    if (!is_human(setup_.who[side])) make_agent_of(side);
}

int Session::run() {
  is_dialogue() ? catch_interrupts_in_dialogue() : catch_interrupts();
  say(fmt::format("{}: {} (South) vs. {} (North)\n", game_.def().title, player_title(setup_.who[0]),
                  player_title(setup_.who[1])));
  if (!is_watching()) say("Type the letter of a pit to play it, or help for a list of commands.\n");
  after_change();
  while (is_running()) {
    if (game_.ending() && !offered_ && !is_dialogue()) {
      next_round("");
    } else if (game_.ending() || human_to_move() || paused_) {
      ask();
    } else {
      let_agent_move();
    }
  }
  return finish();
}

// After the end of the game a person at a terminal may still take back moves, save, or load. There, Ctrl-C does not end
// the session: the next prompt or search handles it, even if it arrives between two moves.
bool Session::is_running() const {
  return !left_ && !(is_dialogue() ? terminated : interrupted) &&
         (!game_.ending() || offered_ || is_dialogue() || has_next_round());
}
bool Session::is_dialogue() const { return interactive_ && !is_watching(); }

std::optional<int> Session::max_rounds() const {
  const auto& tags = archive_.record().tags;
  const auto tag = tags.find("Rounds");
  int max = 0;
  if (tag == tags.end()) return std::nullopt;
  std::from_chars(tag->second.data(), tag->second.data() + tag->second.size(), max);
  return max > 0 ? std::optional(max) : std::nullopt;
}

bool Session::has_next_round() const {
  return game_.ending() && game_.def().round > 0 && end_round(game_, max_rounds()).next;
}

bool Session::is_unfinished() const { return game_.ending() ? has_next_round() : !game_.plies().empty(); }

bool Session::human_to_move() const { return agents_[index(game_.position().mover)] == nullptr; }
bool Session::is_watching() const { return agents_[0] != nullptr && agents_[1] != nullptr; }

void Session::say(const std::string& text) { put(fitted(text)); }

void Session::put(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) left_ = true;
}

void Session::show_board() {
  // After the end of the game, there is no player to move.
  const Paint paint = [&](Ink ink, std::optional<Player> player, const std::string& text) {
    if (ink == Ink::mover && game_.ending()) return std::string();
    return paint_ ? paint_(ink, player, text) : text;
  };
  put("\n" + fitted_picture(game_.rules(), game_.position(), paint));
}

// Shows the board if somebody needs to see it, and the result if the game is over.
void Session::after_change() {
  paused_ = false;
  autosave();
  if (game_.ending() || human_to_move() || is_watching()) show_board();
  offered_ = game_.may_play_on() && agents_[0] == nullptr && agents_[1] == nullptr;
  if (game_.ending() && !offered_) announce_end();
}

// Whether the word answers the question at a repetition.
bool Session::answer_offer(const std::string& word) {
  const bool yes = word == "yes" || word == "y", no = word == "no" || word == "n";
  if (!offered_ || (!yes && !no)) return false;
  offered_ = false;
  if (no) game_.play_on();
  if (yes) announce_end();
  if (no) autosave();
  return true;
}

void Session::announce_end() {
  say(explain_ending(game_) + "\n");
  if (game_.def().round > 0) say(explain_round(game_.rules(), end_round(game_, max_rounds())));
}

// Saves after every move, so that nothing is lost in a crash, a closed window, or a power failure.
void Session::autosave() {
  if (!is_dialogue()) return;
  if (!is_unfinished()) return autosave_.remove();
  Record unfinished = record();
  unfinished.tags[south_tag] = player_text(setup_.who[0]);
  unfinished.tags[north_tag] = player_text(setup_.who[1]);
  if (!setup_.save.empty()) unfinished.tags[save_tag] = std::filesystem::absolute(setup_.save).string();
  try {
    autosave_.write(archive_.text(unfinished));
  } catch (const Error& e) {
    if (autosave_problem_.empty()) say(fmt::format("Warning: cannot autosave the game: {}\n", e.what()));
    autosave_problem_ = e.what();
  }
}

void Session::play(Move move) {
  const Position before = game_.position();
  play_move(game_, move);
  undone_.clear();
  say(explain_move(game_.rules(), before, move, game_.ending().has_value()) + "\n");
  if (const auto winner = decided_by_last_move(game_)) say(explain_decision(*winner) + "\n");
  after_change();
}

// A program that crashes, breaks the rules, or runs out of time loses.
void Session::let_agent_move() {
  const Player mover = game_.position().mover;
  try {
    const Move move = agents_[index(mover)]->choose(game_);
    if (canceled()) {
      paused_ = true;
      make_agent_of(index(mover));  // a program may still send the answer to the canceled search
    } else if (move != no_move && !interrupted) {
      play(move);
    }
  } catch (const Forfeit& forfeit) {
    fault_comment_ = fmt::format("{} {}", player_name(mover), forfeit.what());
    say(fault_comment_ + ".\n");
    game_.forfeit(mover, forfeit.reason());
    after_change();
  }
}

bool Session::canceled() {
  if (!interrupted || terminated || !is_dialogue()) return false;
  clear_interrupt();
  say("\nCanceled.\n");
  return true;
}

void Session::ask() {
  const std::string_view mover = player_name(game_.position().mover);
  const auto line = input_.ask(offered_           ? "The position repeats. End the game here? (yes or no)> "
                               : has_next_round() ? "next, report, undo, save, load, or quit> "
                               : game_.ending()   ? "report, undo, save, load, or quit> "
                               : paused_          ? fmt::format("{} is paused; press Enter to continue> ", mover)
                                                  : fmt::format("{}> ", mover));
  if (!line) {
    if (interrupted && !terminated && is_dialogue()) return interrupted_at_prompt();
    say("\n");
    if (std::exchange(offered_, false)) announce_end();
    left_ = true;
    return;
  }
  warned_ = false;
  if (!interactive_) say(shown(line->text, 72) + "\n");  // makes the output of a script read like a dialogue
  if (line->too_long) return say(fmt::format("Lines are limited to {} bytes.\n", input_.max_bytes()));
  try {
    execute(trimmed(line->text));
  } catch (const Error& e) {
    say(e.location().file.empty() ? error_line(e.what()) : fmt::format("{}.\n", e.what()));
  }
}

// Ctrl-C clears the line. On an empty line, the second Ctrl-C leaves.
void Session::interrupted_at_prompt() {
  clear_interrupt();
  say("^C\n");
  if (input_.discarded_text()) {
    warned_ = false;
  } else if (warned_) {
    left_ = left_by_signal_ = true;
  } else {
    warned_ = true;
    say("Press Ctrl-C again to leave, or type quit.\n");
  }
}

// A letter that names a pit is a move, not a command.
const Session::Command* Session::find_command(const std::string& word) const {
  const bool pit = word.size() == 1 && word[0] >= 'a' && word[0] < 'a' + game_.rules().pits_per_player();
  for (const Command& command : commands)
    if (word == command.name || !pit && word == command.short_name || word == command.other_name) return &command;
  return nullptr;
}

void Session::execute(const std::string& line) {
  if (line.empty()) {
    paused_ = false;
    return;
  }
  const auto space = line.find_first_of(" \t");
  const std::string word = lower(line.substr(0, space));
  const std::string argument = space == std::string::npos ? "" : trimmed(line.substr(space));
  if (const Command* const command = find_command(word)) {
    if (!command->takes_file() && !argument.empty()) throw Error(fmt::format("{} takes no argument", command->name));
    return (this->*command->run)(argument);
  }
  if (answer_offer(word)) return;
  if (offered_) throw Error("type yes to end the game, or no to play on");
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  const std::string suggestion = did_you_mean(word, names);
  Move move = no_move;
  try {
    move = parse_typed_move(word, game_.rules(), game_.position().mover, game_.moves());
  } catch (const Error& e) {
    if (!suggestion.empty()) throw Error(fmt::format("unknown command '{}'{}", shown(word), suggestion));
    if (argument.empty()) throw Error(fmt::format("{}; type help for a list of commands", e.message()));
  }
  if (!argument.empty()) throw Error("enter one move or command per line; type help for a list of commands");
  if (game_.ending()) throw Error("the game is over");
  if (paused_)
    throw Error(fmt::format("it is {}'s turn; press Enter to let it move", player_name(game_.position().mover)));
  play(move);
}

// Completes moves, commands, and file names.
std::vector<std::string> Session::completions(std::string_view typed) const {
  const auto space = typed.find_last_of(' ');
  const std::string word(typed.substr(space == std::string_view::npos ? 0 : space + 1));
  if (space != std::string_view::npos) {
    const std::string first = trimmed(typed);
    const Command* const command = find_command(lower(first.substr(0, first.find(' '))));
    return command != nullptr && command->takes_file() ? matching_paths(word) : std::vector<std::string>();
  }
  std::vector<std::string> found;
  const auto offer = [&](std::string_view text) {
    if (lower(std::string(text)).starts_with(lower(word))) found.emplace_back(text);
  };
  for (MoveSet rest = game_.moves(); rest != 0; rest &= rest - 1)
    offer(move_text(game_.rules(), game_.position(), std::countr_zero(rest)));
  for (const Command& command : commands)
    if (is_available(command)) offer(command.name);
  return found;
}

void Session::help(const std::string&) {
  std::string text =
      fmt::format("To play a pit, type its letter or number: {}.\n", pit_range(game_.rules(), game_.position().mover));
  for (const Command& command : commands) {
    if (!is_available(command)) continue;
    std::string names(command.name);
    for (const auto other : {command.short_name, command.other_name})
      if (!other.empty()) names += fmt::format(", {}", other);
    if (command.takes_file()) names += fmt::format(" {}", command.argument);
    text += fmt::format("  {:<14} {}\n", names, command.help);
  }
  say(text);
}

// Takes back everything since the last move by a human, including the replies of programs.
void Session::undo(const std::string&) {
  fault_comment_.clear();
  if (ended_by_players(game_)) {
    game_.undo();
    return after_change();
  }
  const auto& plies = game_.plies();
  const auto by_human = [&](const Game::Ply& ply) { return agents_[index(ply.before.mover)] == nullptr; };
  const auto last = std::find_if(plies.rbegin(), plies.rend(), by_human);
  if (last == plies.rend()) throw Error("there is no move to take back");
  auto& moves = undone_.emplace_back();
  for (auto count = last - plies.rbegin() + 1; count > 0; --count) {
    moves.insert(moves.begin(), plies.back().move);
    game_.undo();
  }
  after_change();
}

void Session::redo(const std::string&) {
  if (undone_.empty()) throw Error("there is no move to replay");
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
  const Hint hint = engine_.hint(game_, interrupted);
  if (!canceled() && !interrupted) say(explain_hint(game_, hint.line) + "\n");
}

void Session::save(const std::string& path) {
  save_to(path, path.empty() && setup_.force, path.empty() ? "save!" : "save! " + path);
}

void Session::force_save(const std::string& path) { save_to(path, true, ""); }

void Session::save_to(const std::string& path, bool forced, const std::string& how) {
  const std::string& to = path.empty() ? setup_.save : path;
  if (to.empty()) throw Error("save needs a file name");
  archive_.save(to, record(), forced, how);
  say(fmt::format("Saved to {}.\n", to));
}

void Session::load(const std::string& path) {
  if (path.empty()) throw Error("load needs a file name");
  Archive archive = Archive::load(path, nullptr);
  Game game = replay(archive.record());
  require_fit(setup_.search.evaluation, game.def());
  if (is_dialogue() && is_unfinished() && autosave_.is_current()) {
    say(fmt::format("Your unfinished game is kept in {}.\n", autosave_.path().string()));
    autosave_ = Autosave();
  }
  archive_ = std::move(archive);
  game_ = std::move(game);
  undone_.clear();
  fault_comment_.clear();
  say(fmt::format("Loaded {}, {} played.\n", game_.def().title, count_of(game_.plies().size(), "move")));
  after_change();
}

void Session::resign(const std::string&) {
  if (game_.ending()) throw Error("the game is over");
  game_.resign(game_.position().mover);
  undone_.clear();
  paused_ = false;
  autosave();
  announce_end();
}

void Session::next_round(const std::string&) {
  if (game_.def().round == 0) throw Error("this game is not played in rounds");
  if (!game_.ending()) throw Error("the round is not over yet");
  const auto next = end_round(game_, max_rounds()).next;
  if (!next) throw Error("the match is over");
  archive_.start_round(record(), next->def.round);
  game_ = Game(next->def, next->start);
  fault_comment_.clear();
  undone_.clear();
  make_agents();
  after_change();
}

// `next` is only for games played in rounds.
bool Session::is_available(const Command& command) const {
  return command.run != &Session::next_round || game_.def().round > 0;
}

void Session::report_game(const std::string&) {
  if (game_.plies().empty()) throw Error("no moves have been played yet");
  if (const auto judged = judge_game(game_, engine_, report_limits(interrupted)))
    say(report_text(game_, *judged, columns_of(STDOUT_FILENO)));
  else
    canceled();
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

// Includes a comment on why a program lost, if one just did.
Record Session::record() const {
  Record record = make_record(game_, &archive_.record());
  if (!fault_comment_.empty()) record.line.push_back({.kind = Element::Kind::comment, .comment = fault_comment_});
  return record;
}

int Session::finish() {
  if (interrupted) say("\nInterrupted.\n");
  int code = interrupted || left_by_signal_ || std::ferror(stdout) != 0 ? exit_failed : 0;
  const bool is_kept = is_dialogue() && is_unfinished() && autosave_.is_current();
  std::string problem = is_dialogue() && is_unfinished() && !is_kept && setup_.save.empty() ? autosave_problem_ : "";
  if (!setup_.save.empty()) try {
      save("");
    } catch (const Error& e) {
      problem = e.what();
    }
  if (!problem.empty()) {
    fmt::print(stderr, "{}\nThe game could not be saved. Here it is:\n\n{}", problem, archive_.text(record()));
    code = exit_failed;
  }
  if (is_kept) say("To continue this game, run: sow play --resume\n");
  return code;
}

}  // namespace sow
