// Command lines, declared: a command has arguments that are bound to variables, and commands of its own. arguments.cpp
// makes the parser, its help and its error messages from the declaration.
//
//   Command& command = program.command("analyze", "What every move is worth");
//   command.positional("GAME", &options->game, "a game");
//   command.option("--save", &options->file, "where to").value("FILE");
//   command.option(options::threads, &options->threads);
//   command.run = [options] { return analyze(*options); };
//
// A variable keeps its value if the argument is not given; help shows it as the default. An optional has none to show.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "search/options.h"

namespace sow {

using Variable = std::variant<std::string*, std::vector<std::string>*, bool*, int*, std::int64_t*, std::uint64_t*,
                              std::optional<int>*, std::optional<std::int64_t>*, std::optional<std::uint64_t>*>;

struct Argument {
  std::string name;  // "GAME" is a positional, "--save" an option; an option of a bool is a flag
  Variable variable;
  std::string help;
  std::string value_name = {};                                              // what stands for the value in help
  std::string default_words = {};                                           // in help, for a variable that is empty
  std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();  // of a number
  std::size_t least_values = 0, most_values = 0;                            // of a list; 0: any number
  bool is_required = false;
  std::vector<std::string> excluded = {};  // options that cannot be given as well
  std::vector<std::string> choices = {};   // words to offer when the value is completed, if not those of its name

  bool is_option() const { return name.starts_with('-'); }
  bool is_flag() const { return std::holds_alternative<bool*>(variable); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(variable); }
  // What its value is called: "FILE".
  const std::string& value_word() const { return is_option() ? value_name : name; }

  Argument& value(std::string text) { return value_name = std::move(text), *this; }
  Argument& range(std::int64_t from, std::int64_t to) { return least = from, most = to, *this; }
  Argument& count(std::size_t from, std::size_t to) { return least_values = from, most_values = to, *this; }
  Argument& otherwise(std::string words) { return default_words = std::move(words), *this; }
  Argument& required() { return is_required = true, *this; }
  Argument& excludes(std::string option) { return excluded.push_back(std::move(option)), *this; }
  Argument& offers(std::vector<std::string> words) { return choices = std::move(words), *this; }
};

struct Command {
  std::string name, help;
  std::deque<Argument> arguments = {};  // references to them stay valid
  std::deque<Command> commands = {};
  std::string footer = {};        // of the help
  std::function<int()> run = {};  // returns the exit code; without it, the help is shown
  std::string version = {};       // what --version prints, if there is such an option

  // Its command of that name, or null.
  const Command* find(std::string_view its_name) const;

  Command& command(std::string its_name, std::string its_help) {
    return commands.emplace_back(Command{std::move(its_name), std::move(its_help)});
  }
  Argument& positional(std::string its_name, Variable variable, std::string its_help) {
    return arguments.emplace_back(Argument{std::move(its_name), variable, std::move(its_help)});
  }
  Argument& option(std::string its_name, Variable variable, std::string its_help) {
    return positional(std::move(its_name), variable, std::move(its_help));
  }
  // An option of the engine. A number that is not optional gets its default.
  Argument& option(const Option& option, Variable variable);
};

inline constexpr int exit_failed = 1, exit_bad_input = 2;

std::vector<std::string> command_names(const Command& command);

// The command at the end of a path of names, such as {"rules", "list"}. Throws Error, with a suggestion.
const Command& find_command(const Command& program, const std::vector<std::string>& path);

// Reads the command line and runs the command it names. Returns the exit code; tells on standard error what is wrong with
// the command line.
int run_command_line(Command& program, int argc, char** argv);

}  // namespace sow
