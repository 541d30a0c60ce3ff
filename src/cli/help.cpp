// sow help, and --help of every command.
#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "base/wrap.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace sow {
namespace {

constexpr std::size_t default_columns = 80;

// The explanations of all tables of a command are aligned.
std::string table(const char* title, const std::vector<Entry>& entries, std::size_t label_width) {
  if (entries.empty()) return "";
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& [label, explanation] : entries)
    text += fmt::format("  {:<{}}  {}\n", label, label_width, explanation);
  return text;
}

// "A", "A or B", "A, B, or C"
std::string listed(const std::vector<std::string>& words) {
  std::string text = words.front();
  for (std::size_t i = 1; i < words.size(); ++i)
    text += (words.size() > 2 ? ", " : " ") + (i + 1 < words.size() ? words[i] : "or " + words[i]);
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
  constexpr std::int64_t effectively_unlimited = 1'000'000'000;
  std::string label = argument.name;
  if (argument.is_option() && !argument.is_flag()) label += " " + argument.value_name;
  std::vector<std::string> notes;
  if (argument.max < effectively_unlimited) notes.push_back(fmt::format("{}–{}", argument.min, argument.max));
  if (!argument.default_text.empty()) notes.push_back("default: " + argument.default_text);
  if (!argument.excluded.empty()) notes.push_back("not with " + listed(argument.excluded));
  std::string text = argument.help;
  if (!notes.empty()) text += fmt::format(" ({})", fmt::join(notes, ", "));
  return {label, text};
}

std::vector<Entry> option_entries(const Command& command) {
  std::vector<Entry> entries = {{"-h, --help", "print this help"}};
  if (!command.version.empty()) entries.emplace_back("-V, --version", "print the version");
  for (const Argument& argument : command.arguments)
    if (argument.is_option()) entries.push_back(argument_entry(argument));
  return entries;
}

std::vector<std::string> footer_blocks(const Command& command) {
  std::vector<std::string> blocks;
  std::istringstream footer(command.footer);
  bool in_paragraph = false;
  for (std::string line; std::getline(footer, line);) {
    const bool plain = !line.empty() && line[0] != ' ';
    if (plain && in_paragraph)
      blocks.back() += " " + line;
    else if (!line.empty())
      blocks.push_back(line);
    in_paragraph = plain;
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
  return wrapped(text, columns > 0 ? columns : default_columns);
}

void add_help(Command& program) {
  const auto path = std::make_shared<std::vector<std::string>>();
  Command& command = program.command("help", "Print the help of a command");
  command.positional("COMMAND", path.get(), "command, such as play or rules list").completes_to(command_names(program));
  command.run = [path, &program] {
    std::string full_name = program.name;
    for (const std::string& name : *path) full_name += " " + name;
    fmt::print("{}", help_text(find_command(program, *path), full_name));
    return 0;
  };
}

}  // namespace sow
