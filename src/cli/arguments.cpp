// The only file that knows CLI11.
#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <concepts>
#include <type_traits>

#include "base/error.h"

namespace sow {
namespace {

std::int64_t read_number(const Argument& argument, const std::string& text) {
  if (const auto number = parse_number(text, argument.least, argument.most)) return *number;
  throw CLI::ValidationError(
      argument.name, fmt::format("a number from {} to {}, not '{}'", argument.least, argument.most, shown(text)));
}

// What help shows as the default of a variable.
std::string default_text(const std::string& value) { return value; }
std::string default_text(std::integral auto value) { return fmt::format("{}", value); }
template <class T>
std::string default_text(const std::optional<T>&) {
  return "";
}

// "plies to look ahead (1 to 60); no limit if not given"
std::string help_text(const Argument& argument) {
  constexpr std::int64_t nobody_gets_there = 1'000'000'000;
  std::string text = argument.help;
  if (argument.most < nobody_gets_there) text += fmt::format(" ({} to {})", argument.least, argument.most);
  if (!argument.default_words.empty()) text += fmt::format("; {} if not given", argument.default_words);
  return text;
}

// One parser option for each kind of variable.

CLI::Option* add(CLI::App& app, const Argument& argument, bool& value) {
  return app.add_flag(argument.name, value, argument.help);
}

CLI::Option* add(CLI::App& app, const Argument& argument, std::vector<std::string>& values) {
  auto* option = app.add_option(argument.name, values, argument.help)->type_name(argument.value_name);
  if (argument.most_values > 0) option->expected(argument.least_values, argument.most_values);
  return option;
}

template <class T>
CLI::Option* add(CLI::App& app, const Argument& argument, T& value) {
  const auto read = [&](const CLI::results_t& texts) {
    if constexpr (std::same_as<T, std::string>)
      value = texts.front();
    else
      value = read_number(argument, texts.front());
    return true;
  };
  auto* option = app.add_option(argument.name, read, help_text(argument))->type_name(argument.value_name);
  if (!argument.is_required) option->default_str(default_text(value));
  return option;
}

void build(CLI::App& app, const Command& command) {
  for (const Argument& argument : command.arguments) {
    auto* option = std::visit([&](auto* variable) { return add(app, argument, *variable); }, argument.variable);
    option->required(argument.is_required);
    for (const auto& other : argument.excluded) option->excludes(app.get_option(other));
  }
  if (!command.commands.empty()) app.require_subcommand(0, 1);
  for (const Command& sub : command.commands) build(*app.add_subcommand(sub.name, sub.help), sub);
  app.footer(command.footer);  // last, for commands inherit it when they are added
}

// The innermost command that the command line names.
struct Chosen {
  const Command* command;
  const CLI::App* app;
  std::string full_name;  // "sow rules list"
};

Chosen chosen(const Command& command, const CLI::App& app, const std::string& full_name) {
  const auto named = app.get_subcommands();
  if (named.empty()) return {&command, &app, full_name};
  const std::string& name = named.front()->get_name();
  const auto sub = std::find_if(command.commands.begin(), command.commands.end(),
                                [&](const Command& candidate) { return candidate.name == name; });
  return chosen(*sub, *named.front(), full_name + " " + name);
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

int run_command_line(const Command& program, int argc, char** argv) {
  CLI::App app(program.help, program.name);
  if (!program.version.empty()) app.set_version_flag("--version", program.version);
  build(app, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    const std::string command = chosen(program, app, program.name).full_name;
    fmt::print(stderr, "{}: {} (see {} --help)\n", command, shown(e.what(), 300), command);
    return exit_bad_input;
  }
  const Chosen it = chosen(program, app, program.name);
  if (it.command->run) return it.command->run();
  fmt::print("{}", it.app->help());
  return 0;
}

}  // namespace sow
