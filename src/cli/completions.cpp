// sow completions: what a shell needs to complete command lines, made from the tables of commands and arguments.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/help.h"
#include "match/player_spec.h"
#include "rules/catalog.h"

namespace sow {
namespace {

// What may stand for the value of an argument.
struct Values {
  std::vector<std::string> words = {};
  bool files = false, folders = false;
};

Values values_of(const Argument& argument) {
  const std::string& word = argument.value_word();
  if (!argument.choices.empty()) return {argument.choices};
  if (word == "GAME") return {.words = builtin_names(), .files = true};
  if (word == "FILE" || word == "POSITION") return {.files = true};
  if (word == "FOLDER") return {.folders = true};
  if (word != "WHO") return {};
  std::vector<std::string> players;
  for (const PlayerKind& kind : player_kinds()) players.push_back(std::string(kind.name) + (kind.command ? ":" : ""));
  return {.words = players};
}

// Calls with every command and its full name, the program first.
template <class Visit>
void walk(const Command& command, const std::string& full_name, const Visit& visit) {
  visit(command, full_name);
  for (const Command& sub : command.commands) walk(sub, full_name + " " + sub.name, visit);
}

// In single quotes, as every shell reads them.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string paths(const Command& program, const char* separator) {
  std::vector<std::string> names;
  walk(program, program.name, [&](const Command& command, const std::string& full_name) {
    if (&command != &program) names.push_back(in_quotes(full_name));
  });
  return fmt::format("{}", fmt::join(names, separator));
}

// --- bash: the words and kinds of files that fit, chosen by the command and by the word before.

std::string bash_values(const Values& values) {
  std::string text;
  if (!values.words.empty())
    text += fmt::format(" words={}", in_quotes(fmt::format("{}", fmt::join(values.words, " "))));
  if (values.files) text += " files=-f";
  if (values.folders) text += " files=-d";
  return text.empty() ? " :" : text;
}

std::string bash_script(const Command& program) {
  std::string options, after;
  walk(program, program.name, [&](const Command& command, const std::string& full_name) {
    std::string names = command.version.empty() ? "--help" : "--help --version";
    Values positional{.words = command_names(command)};
    for (const Argument& argument : command.arguments) {
      const Values values = values_of(argument);
      if (argument.is_option()) names += " " + argument.name;
      if (argument.is_option() && !argument.is_flag())
        after += fmt::format("    {})\n     {} ;;\n", in_quotes(full_name + " " + argument.name), bash_values(values));
      if (argument.is_option()) continue;
      positional.words.insert(positional.words.end(), values.words.begin(), values.words.end());
      positional.files |= values.files;
    }
    options += fmt::format("    {})\n      options={}{} ;;\n", in_quotes(full_name), in_quotes(names),
                           bash_values(positional));
  });
  return fmt::format(R"(# Completion of sow for bash, made by: sow completions bash
_sow() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path=sow word words= files= options=
  if [[ $current == = ]]; then current=; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  COMPREPLY=()
  [[ $current == : || $before == : ]] && return
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$path $word" in
    {}) path="$path $word" ;;
    esac
  done
  case "$path $before" in
{}    *)
  case "$path" in
{}  esac ;;
  esac
  [[ $current == -* ]] && words=$options files=
  mapfile -t COMPREPLY < <(
    compgen -W "$words" -- "$current"
    [[ $files ]] && compgen $files -- "$current"
  )
  [[ $files ]] && compopt -o filenames
  return 0
}}
complete -F _sow sow
)",
                     paths(program, " | "), after, options);
}

// --- zsh: a function for each command.

std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_values(const Argument& argument) {
  const Values values = values_of(argument);
  std::string action;
  if (!values.words.empty()) action = zsh_text(fmt::format("compadd -- {}", fmt::join(values.words, " ")));
  if (values.files) action += action.empty() ? "_files" : "; _files";
  if (values.folders) action = "_files -/";
  return fmt::format("{}:{}", argument.value_word(), action.empty() ? " " : "{ " + action + " }");
}

std::string zsh_argument(const Argument& argument) {
  const std::string help = zsh_text(argument_entry(argument).second);
  if (argument.is_flag()) return in_quotes(fmt::format("{}[{}]", argument.name, help));
  if (argument.is_option()) return in_quotes(fmt::format("{}=[{}]:{}", argument.name, help, zsh_values(argument)));
  return in_quotes((argument.is_list() ? "*:" : ":") + zsh_values(argument));
}

std::string zsh_function(std::string full_name) {
  for (char& c : full_name)
    if (c == ' ') c = '_';
  return "_" + full_name;
}

std::string zsh_script(const Command& program) {
  std::string text = "#compdef sow\n# Completion of sow for zsh, made by: sow completions zsh\n";
  walk(program, program.name, [&](const Command& command, const std::string& full_name) {
    text += fmt::format("\n{}() {{\n  local line state\n  _arguments -C", zsh_function(full_name));
    text += " \\\n    '(-h --help)'{-h,--help}'[show this help]'";
    if (!command.version.empty()) text += " \\\n    '(-V --version)'{-V,--version}'[show the version]'";
    for (const Argument& argument : command.arguments) text += " \\\n    " + zsh_argument(argument);
    if (command.commands.empty()) {
      text += "\n}\n";
      return;
    }
    text += " \\\n    '1: :->command' '*:: :->rest'\n  case $state in\n  command)\n    local -a commands=(";
    for (const Command& sub : command.commands) text += "\n      " + in_quotes(sub.name + ":" + zsh_text(sub.help));
    text += ")\n    _describe command commands ;;\n  rest)\n    case $line[1] in\n";
    for (const Command& sub : command.commands)
      text += fmt::format("    {}) {} ;;\n", sub.name, zsh_function(full_name + " " + sub.name));
    text += "    esac ;;\n  esac\n}\n";
  });
  return text + "\nif [[ $funcstack[1] == _sow ]]; then _sow \"$@\"; else compdef _sow sow; fi\n";
}

// --- fish: a line for each command and argument.

std::string fish_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_argument(const Argument& argument) {
  const Values values = values_of(argument);
  std::string text;
  if (argument.is_option()) text += fmt::format(" -l {}", argument.name.substr(2));
  if (argument.is_option() && !argument.is_flag()) text += " -r";
  if (values.files) text += " -F";
  if (!values.words.empty()) text += " -a " + fish_text(fmt::format("{}", fmt::join(values.words, " ")));
  if (values.folders) text += " -a '(__fish_complete_directories)'";
  return text;
}

std::string fish_script(const Command& program) {
  std::string text = fmt::format(R"(# Completion of sow for fish, made by: sow completions fish
function __sow_path
  set -l path sow
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case {}
        set path "$path $word"
    end
  end
  echo $path
end
complete -c sow -f
complete -c sow -s h -l help -d 'show this help'
)",
                                 paths(program, " "));
  walk(program, program.name, [&](const Command& command, const std::string& full_name) {
    const std::string here = fmt::format("complete -c sow -n 'test (__sow_path) = \"{}\"'", full_name);
    if (!command.version.empty()) text += here + " -s V -l version -d 'show the version'\n";
    for (const Command& sub : command.commands)
      text += fmt::format("{} -a {} -d {}\n", here, sub.name, fish_text(sub.help));
    for (const Argument& argument : command.arguments) {
      const std::string completes = fish_argument(argument);
      if (!completes.empty())
        text += fmt::format("{}{} -d {}\n", here, completes,
                            fish_text(argument.is_option() ? argument_entry(argument).second : argument.name));
    }
  });
  return text;
}

using Script = std::string (*)(const Command& program);
const std::map<std::string, Script> shells = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

}  // namespace

void add_completions(Command& program) {
  const auto shell = std::make_shared<std::string>();
  Command& command = program.command("completions", "What bash, zsh or fish needs to complete command lines of sow");
  std::vector<std::string> names;
  for (const auto& [name, script] : shells) names.push_back(name);
  command.positional("SHELL", shell.get(), "bash, zsh or fish").required().offers(names);
  command.footer =
      "cmake --install puts them where the shells look. By hand, in bash:\n"
      "  source <(sow completions bash)\n";
  command.run = [shell, &program] {
    const auto found = shells.find(*shell);
    if (found == shells.end()) throw Error(fmt::format("no shell '{}'; there are bash, zsh and fish", shown(*shell)));
    fmt::print("{}", found->second(program));
    return 0;
  };
}

}  // namespace sow
