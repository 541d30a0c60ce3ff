// sow help, and --help of every command.
#include "cli/help.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "base/wrap.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace sow {
namespace {

constexpr std::size_t usual_columns = 80;

// Columns of the entries: all explanations of a command begin under each other.
std::string table(const char* title, const std::vector<Entry>& entries, std::size_t label_width) {
  if (entries.empty()) return "";
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& [label, explanation] : entries)
    text += fmt::format("  {:<{}}  {}\n", label, label_width, explanation);
  return text;
}

std::vector<Entry> positional_entries(const Command& command) {
  std::vector<Entry> entries;
  for (const Argument& argument : command.arguments)
    if (!argument.is_option()) entries.push_back(argument_entry(argument));
  return entries;
}

std::vector<Entry> command_entries(const Command& command) {
  std::vector<Entry> entries;
  for (const Command& sub : command.commands) entries.emplace_back(sub.name, sub.help);
  return entries;
}

}  // namespace

std::string usage_text(const Command& command, const std::string& full_name) {
  std::string text = full_name + " [OPTIONS]";
  if (!command.commands.empty()) text += " [COMMAND]";
  for (const Argument& argument : command.arguments) {
    if (argument.is_option() && argument.is_required) text += fmt::format(" {} {}", argument.name, argument.value_name);
    if (argument.is_option()) continue;
    const std::string word = argument.name + (argument.is_list() ? "…" : "");
    text += argument.is_required ? " " + word : " [" + word + "]";
  }
  return text;
}

Entry argument_entry(const Argument& argument) {
  constexpr std::int64_t nobody_gets_there = 1'000'000'000;
  std::string label = argument.name, text = argument.help;
  if (argument.is_option() && !argument.is_flag()) label += " " + argument.value_name;
  if (argument.most < nobody_gets_there) text += fmt::format(" ({} to {})", argument.least, argument.most);
  for (const std::string& other : argument.excluded) text += fmt::format(", not with {}", other);
  if (!argument.default_words.empty()) text += fmt::format("; {} if not given", argument.default_words);
  return {label, text};
}

std::vector<Entry> option_entries(const Command& command) {
  std::vector<Entry> entries = {{"-h, --help", "show this help"}};
  if (!command.version.empty()) entries.emplace_back("-V, --version", "show the version");
  for (const Argument& argument : command.arguments)
    if (argument.is_option()) entries.push_back(argument_entry(argument));
  return entries;
}

std::vector<std::string> footer_blocks(const Command& command) {
  std::vector<std::string> blocks;
  std::istringstream footer(command.footer);
  bool joins = false;
  for (std::string line; std::getline(footer, line);) {
    const bool plain = !line.empty() && line[0] != ' ';
    if (plain && joins)
      blocks.back() += " " + line;
    else if (!line.empty())
      blocks.push_back(line);
    joins = plain;
  }
  return blocks;
}

std::string help_text(const Command& command, const std::string& full_name) {
  const auto positionals = positional_entries(command), options = option_entries(command),
             commands = command_entries(command);
  std::size_t label_width = 0;
  for (const auto* entries : {&positionals, &options, &commands})
    for (const Entry& entry : *entries) label_width = std::max(label_width, text_width(entry.first));
  std::string text = fmt::format("{}\n\nUsage: {}\n", command.help, usage_text(command, full_name));
  text += table("Arguments", positionals, label_width);
  text += table("Options", options, label_width);
  text += table("Commands", commands, label_width);
  for (const std::string& block : footer_blocks(command)) text += (block[0] == ' ' ? "" : "\n") + block + "\n";
  const std::size_t columns = columns_of(STDOUT_FILENO);
  return wrapped(text, columns > 0 ? columns : usual_columns);
}

void add_help(Command& program) {
  const auto path = std::make_shared<std::vector<std::string>>();
  Command& command = program.command("help", "The help of a command, as --help shows it");
  command.positional("COMMAND", path.get(), "the command, as in rules list").offers(command_names(program));
  command.run = [path, &program] {
    std::string full_name = program.name;
    for (const std::string& name : *path) full_name += " " + name;
    fmt::print("{}", help_text(find_command(program, *path), full_name));
    return 0;
  };
}

}  // namespace sow
