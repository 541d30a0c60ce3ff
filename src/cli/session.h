// A game played at the terminal: the dialogue of `sow play`.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/archive.h"
#include "cli/line_input.h"
#include "cli/terminal.h"
#include "match/player_spec.h"
#include "search/engine.h"

namespace sow {

class Session {
 public:
  struct Setup {
    std::array<PlayerSpec, 2> who;  // South, North
    std::uint64_t seed = 0;
    std::string save;          // where the game is kept at the end, if anywhere
    DatabaseUse database;      // for engines at full strength, and for hints
    EvaluationUse evaluation;  // for engines that name none, and for hints
  };

  Session(Game game, Archive archive, Setup setup);

  // Plays until the game, the input or the user's patience ends, and saves. Returns the exit code.
  int run();

 private:
  struct Command;
  static const std::array<Command, 13> commands;

  void put(const std::string& text);  // as it is
  void say(const std::string& text);  // lines broken between words to fit the terminal
  void show_board();
  bool human_to_move() const;
  bool alone() const;  // no human plays
  bool goes_on() const;
  bool by_dialogue() const;                // a person at a terminal says what comes after the end
  std::optional<int> most_rounds() const;  // of the match, if their number is fixed
  bool has_next_round() const;
  void make_agents();

  void let_agent_move();
  void ask();
  void obey(const std::string& line);
  const Command* find_command(const std::string& word) const;
  std::vector<std::string> completions(std::string_view typed) const;
  void play(Move move);
  void after_change();

  void help(const std::string&);
  void undo(const std::string&);
  void redo(const std::string&);
  void give_hint(const std::string&);
  void save(const std::string& path);
  void load(const std::string& path);
  void resign(const std::string&);
  void next_round(const std::string&);
  void report_game(const std::string&);
  void board(const std::string&);
  void list_moves(const std::string&);
  void rules(const std::string&);
  void quit(const std::string&);

  bool offers(const Command& command) const;
  std::string ending_words() const;
  Record record() const;  // of the game so far
  int finish();

  Game game_;
  Archive archive_;
  Setup setup_;
  std::array<std::unique_ptr<Agent>, 2> agents_;  // null for a human
  std::vector<std::vector<Move>> undone_;         // what each undo took back, the last of them last
  std::optional<Fault> fault_;                    // by which a program lost, if one did
  std::string fault_comment_;                     // what it was, for the record, which has it already if loaded
  Engine adviser_;                                // gives hints and reports
  LineInput input_;
  Paint paint_;
  bool interactive_;
  bool left_ = false;  // the user has gone, or can no longer be heard or spoken to
};

}  // namespace sow
