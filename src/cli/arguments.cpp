// The only file that knows CLI11.
#include "cli/arguments.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <concepts>
#include <type_traits>

#include "base/error.h"
#include "base/suggest.h"
#include "base/wrap.h"
#include "cli/help.h"
#include "cli/terminal.h"

namespace sow {
namespace {

std::int64_t read_number(const Argument& argument, const std::string& text) {
  if (const auto number = parse_number(text, argument.least, argument.most)) return *number;
  throw CLI::ValidationError(
      argument.name, fmt::format("a number from {} to {}, not '{}'", argument.least, argument.most, shown(text)));
}

// What a variable holds before the command line is read is its default, and help tells it.
std::string default_text(const std::string& value) { return value; }
std::string default_text(bool) { return ""; }
std::string default_text(std::integral auto value) { return fmt::format("{}", value); }
std::string default_text(const std::vector<std::string>&) { return ""; }
template <class T>
std::string default_text(const std::optional<T>&) {
  return "";
}

void note_defaults(Command& command) {
  for (Argument& argument : command.arguments)
    if (argument.default_words.empty() && !argument.is_required)
      argument.default_words = std::visit([](auto* variable) { return default_text(*variable); }, argument.variable);
  for (Command& sub : command.commands) note_defaults(sub);
}

// One parser option for each kind of variable.

CLI::Option* add(CLI::App& app, const Argument& argument, bool& value) { return app.add_flag(argument.name, value); }

CLI::Option* add(CLI::App& app, const Argument& argument, std::vector<std::string>& values) {
  auto* option = app.add_option(argument.name, values);
  if (argument.most_values > 0) option->expected(argument.least_values, argument.most_values);
  return option;
}

template <class T>
CLI::Option* add(CLI::App& app, const Argument& argument, T& value) {
  return app.add_option(argument.name, [&](const CLI::results_t& texts) {
    if constexpr (std::same_as<T, std::string>)
      value = texts.front();
    else
      value = read_number(argument, texts.front());
    return true;
  });
}

void build(CLI::App& app, const Command& command) {
  for (const Argument& argument : command.arguments) {
    auto* option = std::visit([&](auto* variable) { return add(app, argument, *variable); }, argument.variable);
    option->required(argument.is_required);
    for (const auto& other : argument.excluded) option->excludes(app.get_option(other));
  }
  if (!command.commands.empty()) app.require_subcommand(0, 1);
  for (const Command& sub : command.commands) build(*app.add_subcommand(sub.name, sub.help), sub);
}

// The innermost command that the command line names.
struct Chosen {
  const Command& command;
  const CLI::App& app;
  std::string full_name;  // "sow rules list"
};

Chosen chosen(const Command& command, const CLI::App& app, const std::string& full_name) {
  const auto named = app.get_subcommands();
  if (named.empty()) return {command, app, full_name};
  const std::string& name = named.front()->get_name();
  return chosen(*command.find(name), *named.front(), full_name + " " + name);
}

std::string unknown_command(const Command& command, const std::string& name) {
  return fmt::format("no command '{}'{}", shown(name), did_you_mean(name, command_names(command)));
}

// What is wrong with the command line, with a suggestion for a word that nothing expects.
std::string complaint(const Chosen& it, const CLI::ParseError& e) {
  const auto left = it.app.remaining();
  if (left.empty()) return shown(e.what(), 300);
  const std::string& word = left.front();
  if (!word.starts_with('-') && !it.command.commands.empty()) return unknown_command(it.command, word);
  std::vector<std::string> options = {"--help"};
  for (const Argument& argument : it.command.arguments)
    if (argument.is_option()) options.push_back(argument.name);
  return fmt::format("nothing expects '{}'{}", shown(word),
                     word.starts_with("--") ? did_you_mean(word.substr(0, word.find('=')), options) : "");
}

}  // namespace

Argument& Command::option(const Option& option, Variable variable) {
  Argument& argument = positional("--" + std::string(option.name), variable, std::string(option.help));
  argument.value_name = option.value;
  if (option.most > 0) argument.range(option.least, option.most);
  std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::integral<T>)
          *value = option.default_value.value_or(*value);
        else if constexpr (std::same_as<T, std::string>)
          argument.default_words = value->empty() ? option.default_words : "";
      },
      variable);
  return argument;
}

const Command* Command::find(std::string_view its_name) const {
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const Command& command) { return command.name == its_name; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command& sub : command.commands) names.push_back(sub.name);
  return names;
}

const Command& find_command(const Command& program, const std::vector<std::string>& path) {
  const Command* command = &program;
  for (const std::string& name : path) {
    const Command* const sub = command->find(name);
    if (sub == nullptr) throw Error(unknown_command(*command, name));
    command = sub;
  }
  return *command;
}

int run_command_line(Command& program, int argc, char** argv) {
  note_defaults(program);
  CLI::App app(program.help, program.name);
  if (!program.version.empty()) app.set_version_flag("-V,--version", program.version);
  build(app, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    fmt::print("{}\n", program.version);
    return 0;
  } catch (const CLI::CallForHelp&) {
    const Chosen it = chosen(program, app, program.name);
    fmt::print("{}", help_text(it.command, it.full_name));
    return 0;
  } catch (const CLI::ParseError& e) {
    const Chosen it = chosen(program, app, program.name);
    fmt::print(stderr, "{}",
               wrapped(fmt::format("{}: {} (see {} --help)\n", it.full_name, complaint(it, e), it.full_name),
                       columns_of(STDERR_FILENO)));
    return exit_bad_input;
  }
  const Chosen it = chosen(program, app, program.name);
  if (it.command.run) return it.command.run();
  fmt::print("{}", help_text(it.command, it.full_name));
  return 0;
}

}  // namespace sow
