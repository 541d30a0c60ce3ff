// sow man: man pages, generated from the declared commands and arguments.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/help.h"

namespace sow {
namespace {

// Escapes text for roff, so that nothing in it is read as a request.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string entries_text(const std::vector<Entry>& entries) {
  std::string text;
  for (const auto& [label, explanation] : entries)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(label), roff(explanation));
  return text;
}

std::string arguments_text(const Command& command) {
  std::vector<Entry> entries;
  for (const Argument& argument : command.arguments)
    if (!argument.is_option()) entries.push_back(argument_entry(argument));
  const auto options = option_entries(command);
  entries.insert(entries.end(), options.begin(), options.end());
  return entries_text(entries);
}

// Paragraphs are filled; indented lines keep their line breaks.
std::string footer_text(const Command& command) {
  std::string text;
  bool list = false;
  for (const std::string& block : footer_blocks(command)) {
    const bool indented = block[0] == ' ';
    if (indented != list) text += indented ? ".PP\n.nf\n" : ".fi\n";
    if (!indented && !text.empty()) text += ".PP\n";
    text += roff(block) + "\n";
    list = indented;
  }
  return text + (list ? ".fi\n" : "");
}

std::string usage_roff(const Command& command, const std::string& full_name) {
  const std::string usage = usage_text(command, full_name);
  return fmt::format(".B {}\n{}\n", roff(full_name), roff(usage.substr(full_name.size() + 1)));
}

// The page of the program, or of one command and its subcommands.
std::string man_page(const Command& program, const Command& command) {
  const bool whole = &command == &program;
  const std::string page = whole ? program.name : program.name + "-" + command.name;
  const std::string full_name = whole ? program.name : program.name + " " + command.name;
  std::string text = fmt::format(".TH {} 1 \"\" \"{}\" \"Sow\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", upper(roff(page)),
                                 program.version, roff(page), roff(command.help));
  text += usage_roff(command, full_name);
  text += ".SH OPTIONS\n" + arguments_text(command);
  if (!command.commands.empty()) text += ".SH COMMANDS\n";
  for (const Command& sub : command.commands) {
    const std::string name = full_name + " " + sub.name;
    text += whole ? entries_text({{program.name + "-" + sub.name + "(1)", sub.help}})
                  : fmt::format(".SS {}\n{}.PP\n{}\n{}{}", roff(name), usage_roff(sub, name), roff(sub.help),
                                arguments_text(sub), footer_text(sub));
  }
  if (!command.footer.empty()) text += ".SH NOTES\n" + footer_text(command);
  if (!whole) text += fmt::format(".SH SEE ALSO\n.BR {} (1)\n", program.name);
  return text;
}

struct ManArguments {
  std::string command, folder;
};

void write_page(const std::string& path, const std::string& page) {
  require_replaceable(path, "a man page", [](std::string_view start) { return start.starts_with(".TH "); });
  write_text_file(path, page);
}

int print_or_write(const Command& program, const ManArguments& options) {
  if (options.folder.empty()) {
    fmt::print("{}", man_page(program, options.command.empty() ? program : find_command(program, {options.command})));
    return 0;
  }
  const std::filesystem::path folder = options.folder;
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) throw Error(Location{options.folder}, "cannot create the folder: " + code.message());
  write_page(folder / (program.name + ".1"), man_page(program, program));
  for (const Command& sub : program.commands)
    write_page(folder / fmt::format("{}-{}.1", program.name, sub.name), man_page(program, sub));
  return 0;
}

}  // namespace

void add_man(Command& program) {
  const auto options = std::make_shared<ManArguments>();
  Command& command = program.command("man", "Print the man pages");
  command.positional("COMMAND", &options->command, "command to document")
      .defaults_to("sow itself")
      .completes_to(command_names(program));
  command.option("--into", &options->folder, "write all pages to this folder instead").value("FOLDER");
  command.footer =
      "`cmake --install` installs all pages. To read one without installing it:\n  sow man play | man -l -\n";
  command.run = [options, &program] { return print_or_write(program, *options); };
}

}  // namespace sow
