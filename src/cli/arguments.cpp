// The only file that includes CLI11.
#include "cli/arguments.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
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
  if (const auto number = parse_number(text, argument.min, argument.max)) return *number;
  throw CLI::ValidationError(
      argument.name, fmt::format("expected a number from {} to {}, got '{}'", argument.min, argument.max, shown(text)));
}

// The default as help shows it: the value of the variable before parsing.
std::string default_text(const std::string& value) { return value; }
std::string default_text(bool) { return ""; }
std::string default_text(std::integral auto value) { return fmt::format("{}", value); }
std::string default_text(const std::vector<std::string>&) { return ""; }
template <class T>
std::string default_text(const std::optional<T>&) {
  return "";
}

void record_defaults(Command& command) {
  for (Argument& argument : command.arguments)
    if (argument.default_text.empty() && !argument.is_required)
      argument.default_text = std::visit([](auto* variable) { return default_text(*variable); }, argument.variable);
  for (Command& sub : command.commands) record_defaults(sub);
}

// One overload for each type of variable.

CLI::Option* add(CLI::App& app, const Argument& argument, bool& value) { return app.add_flag(argument.name, value); }

CLI::Option* add(CLI::App& app, const Argument& argument, std::vector<std::string>& values) {
  auto* option = app.add_option(argument.name, values);
  if (argument.max_values > 0) option->expected(argument.min_values, argument.max_values);
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
  for (const Command& sub : command.commands) {
    CLI::App& sub_app = *app.add_subcommand(sub.name, sub.help);
    if (!sub.alias.empty()) sub_app.alias(sub.alias);
    build(sub_app, sub);
  }
}

// The innermost command named on the command line.
struct Selected {
  const Command& command;
  const CLI::App& app;
  std::string full_name;  // "sow rules list"
};

Selected selected(const Command& command, const CLI::App& app, const std::string& full_name) {
  const auto named = app.get_subcommands();
  if (named.empty()) return {command, app, full_name};
  const std::string& name = named.front()->get_name();
  return selected(*command.find(name), *named.front(), full_name + " " + name);
}

std::string unknown_command(const Command& command, const std::string& name) {
  return fmt::format("unknown command '{}'{}", shown(name), did_you_mean(name, command_names(command)));
}

// A word that no argument accepts.
std::string unexpected_word(const Command& command, const std::string& word) {
  if (!word.starts_with('-'))
    return command.commands.empty() ? fmt::format("unexpected argument '{}'", shown(word))
                                    : unknown_command(command, word);
  std::vector<std::string> options = {"--help"};
  for (const Argument& argument : command.arguments)
    if (argument.is_option()) options.push_back(argument.name);
  return fmt::format("unknown option '{}'{}", shown(word),
                     word.starts_with("--") ? did_you_mean(word.substr(0, word.find('=')), options) : "");
}

// The usage error in our own words; the parser's messages are not meant for users.
std::string usage_error(const Selected& it, const CLI::ParseError& e) {
  if (const auto left = it.app.remaining(); !left.empty()) return unexpected_word(it.command, left.front());
  const std::string what = e.what();
  const auto names = [&](const Argument& argument) {
    return what.starts_with(argument.name) && !std::isalnum(static_cast<unsigned char>(what[argument.name.size()]));
  };
  const auto found = std::find_if(it.command.arguments.begin(), it.command.arguments.end(), names);
  if (found == it.command.arguments.end()) {
    for (const Argument& argument : it.command.arguments)
      if (argument.is_flag() && dynamic_cast<const CLI::ConversionError*>(&e) != nullptr &&
          what.find(argument.name) != std::string::npos)
        return fmt::format("{} takes no value", argument.name);
    return shown(what, 300);
  }
  const Argument& argument = *found;
  if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr)
    return fmt::format("missing {}", argument.is_option() ? argument.name + " " + argument.value_name : argument.name);
  if (dynamic_cast<const CLI::ExcludesError*>(&e) != nullptr) {
    const auto space = what.rfind(' ');
    return fmt::format("{} and {} cannot be combined", argument.name, what.substr(space + 1));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) != nullptr) {
    const auto count = it.app.get_option(argument.name)->count();
    if (argument.is_list() && count > 0)
      return fmt::format("expected {} {} {} arguments, got {}", count < argument.min_values ? "at least" : "at most",
                         count < argument.min_values ? argument.min_values : argument.max_values, argument.name, count);
    return fmt::format("{} requires a value: {} {}", argument.name, argument.name, argument.value_name);
  }
  return shown(what, 300);
}

}  // namespace

Argument& Command::option(const Option& option, Variable variable) {
  Argument& argument = positional("--" + std::string(option.name), variable, std::string(option.help));
  argument.value_name = option.value;
  if (option.max > 0) argument.range(option.min, option.max);
  std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::integral<T>)
          *value = option.default_value.value_or(*value);
        else if constexpr (std::same_as<T, std::string>)
          argument.default_text = value->empty() ? option.default_words : "";
        else if constexpr (!std::same_as<T, bool>)
          argument.default_text = option.default_words;
      },
      variable);
  return argument;
}

const Command* Command::find(std::string_view its_name) const {
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command& command) {
    return command.name == its_name || (!command.alias.empty() && command.alias == its_name);
  });
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
  record_defaults(program);
  CLI::App app(program.help, program.name);
  if (!program.version.empty()) app.set_version_flag("-V,--version", program.version);
  build(app, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    fmt::print("{}", program.build.empty() ? program.version + "\n" : program.build);
    return 0;
  } catch (const CLI::CallForHelp&) {
    const Selected it = selected(program, app, program.name);
    fmt::print("{}", help_text(it.command, it.full_name));
    return 0;
  } catch (const CLI::ParseError& e) {
    const Selected it = selected(program, app, program.name);
    fmt::print(stderr, "{}",
               wrapped(fmt::format("{}: {} (see {} --help)\n", it.full_name, usage_error(it, e), it.full_name),
                       columns_of(STDERR_FILENO)));
    return exit_bad_input;
  }
  const Selected it = selected(program, app, program.name);
  if (it.command.run) return it.command.run();
  fmt::print("{}", help_text(it.command, it.full_name));
  return 0;
}

}  // namespace sow
