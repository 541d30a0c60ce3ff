// Declarative command lines: commands have arguments bound to variables, and subcommands. The parser, its error
// messages, help, completions, and man pages are all generated from the declaration.
//
//   Command& command = program.command("analyze", "Score every legal move of a position");
//   command.positional("GAME", &options->game, "game to analyze");
//   command.option("--save", &options->file, "output file").value("FILE");
//   command.option(options::threads, &options->threads);
//   command.run = [options] { return analyze(*options); };
//
// The initial value of a variable is the argument's default; help shows it. An optional has no default.
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
  std::string name;  // "GAME" is positional, "--save" an option; a bool option is a flag
  Variable variable;
  std::string help;
  std::string value_name = {};                                           // placeholder for the value, such as "FILE"
  std::string default_text = {};                                         // shown in help
  std::int64_t min = 0, max = std::numeric_limits<std::int64_t>::max();  // range of a number
  std::size_t min_values = 0, max_values = 0;                            // length of a list; 0: any
  bool is_required = false;
  std::vector<std::string> excluded = {};     // options this one cannot be combined with
  std::vector<std::string> completions = {};  // words offered by shell completion

  bool is_option() const { return name.starts_with('-'); }
  bool is_flag() const { return std::holds_alternative<bool*>(variable); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(variable); }
  // The placeholder for its value, such as "FILE".
  const std::string& placeholder() const { return is_option() ? value_name : name; }

  Argument& value(std::string text) { return value_name = std::move(text), *this; }
  Argument& range(std::int64_t from, std::int64_t to) { return min = from, max = to, *this; }
  Argument& count(std::size_t from, std::size_t to) { return min_values = from, max_values = to, *this; }
  Argument& defaults_to(std::string text) { return default_text = std::move(text), *this; }
  Argument& required() { return is_required = true, *this; }
  Argument& excludes(std::string option) { return excluded.push_back(std::move(option)), *this; }
  Argument& completes_to(std::vector<std::string> words) { return completions = std::move(words), *this; }
};

struct Command {
  std::string name, help;
  std::deque<Argument> arguments = {};  // a deque, so that references stay valid
  std::deque<Command> commands = {};
  std::string footer = {};        // printed at the end of the help
  std::function<int()> run = {};  // returns the exit code; a command without it prints its help
  std::string version = {};       // "sow 0.2.0"; empty: no option --version
  std::string build = {};         // printed by --version, if not empty
  std::string alias = {};         // another spelling of the name, not shown in help

  // The subcommand with this name or alias, or null.
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
  // An engine option. A number that is not optional is set to the option's default.
  Argument& option(const Option& option, Variable variable);
};

inline constexpr int exit_failed = 1, exit_bad_input = 2;

std::vector<std::string> command_names(const Command& command);

// Follows a path of command names, such as {"rules", "list"}. Throws Error with a suggestion.
const Command& find_command(const Command& program, const std::vector<std::string>& path);

// Parses the command line and runs the selected command. Prints usage errors to standard error. Returns the exit code.
int run_command_line(Command& program, int argc, char** argv);

}  // namespace sow
