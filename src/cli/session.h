// A game played in the terminal: the dialogue of `sow play`.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/archive.h"
#include "cli/autosave.h"
#include "cli/line_input.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "match/player_spec.h"

namespace sow {

class Session {
 public:
  struct Setup {
    std::array<PlayerSpec, 2> who;  // South, North
    std::uint64_t seed = 0;
    std::string save;        // file to save the game to at the end; may be empty
    bool force = false;      // replace that file, whatever it contains
    SearchOptions search;    // for hints; databases and evaluation also for players without their own
    Autosave autosave = {};  // the file of a resumed game, or a new one
  };
  // Tags of an autosaved game: the players as in --south and --north, and the file of --save.
  static constexpr const char *south_tag = "SouthPlayer", *north_tag = "NorthPlayer", *save_tag = "SaveTo";

  // Throws Error, for example if `save` is a file that must not be replaced.
  Session(Game game, Archive archive, Setup setup);

  // Plays until the game or the input ends or the user leaves, then saves. Returns the exit code.
  int run();

 private:
  struct Command;
  static const std::array<Command, 14> commands;

  void put(const std::string& text);  // prints the text unchanged
  void say(const std::string& text);  // prints the text wrapped to the terminal
  void show_board();
  bool human_to_move() const;
  bool is_watching() const;  // no human plays
  bool is_running() const;
  bool is_dialogue() const;  // a person at a terminal decides what happens next
  bool is_unfinished() const;
  std::optional<int> max_rounds() const;  // number of rounds in the match, if limited
  bool has_next_round() const;
  void make_agent_of(std::size_t side);
  void make_agents();

  void let_agent_move();
  void ask();
  void interrupted_at_prompt();
  bool canceled();  // whether Ctrl-C was pressed; if so, prints a message
  void execute(const std::string& line);
  const Command* find_command(const std::string& word) const;
  std::vector<std::string> completions(std::string_view typed) const;
  void play(Move move);
  void after_change();
  void announce_end();
  bool answer_offer(const std::string& word);

  void help(const std::string&);
  void undo(const std::string&);
  void redo(const std::string&);
  void give_hint(const std::string&);
  void save(const std::string& path);
  void force_save(const std::string& path);
  void save_to(const std::string& path, bool forced, const std::string& how);
  void load(const std::string& path);
  void resign(const std::string&);
  void next_round(const std::string&);
  void report_game(const std::string&);
  void board(const std::string&);
  void list_moves(const std::string&);
  void rules(const std::string&);
  void quit(const std::string&);

  bool is_available(const Command& command) const;
  Record record() const;  // record of the game so far
  void autosave();
  int finish();

  Game game_;
  Archive archive_;
  Setup setup_;
  Autosave autosave_;
  std::string autosave_problem_;                  // why autosave failed, if it did
  std::array<std::unique_ptr<Agent>, 2> agents_;  // null for a human
  std::vector<std::vector<Move>> undone_;         // moves taken back by each undo, latest last
  std::string fault_comment_;                     // why a program lost, for the record; empty for a loaded game
  Engine engine_;                                 // for hints, reports, and the players' databases
  LineInput input_;
  Paint paint_;
  bool interactive_;      // standard input is a terminal
  bool offered_ = false;  // two people are asked whether to end the game at a repetition
  bool paused_ = false;   // the user has canceled the opponent's search
  bool warned_ = false;   // the last key was Ctrl-C on an empty line; another one leaves
  bool left_ = false;     // the user has left, or the output is closed
  bool left_by_signal_ = false;
};

}  // namespace sow
