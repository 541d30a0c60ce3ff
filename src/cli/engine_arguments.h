// The engine options that several commands share: --threads, --hash, --db, and --evaluation.
#pragma once

#include <string_view>

#include "cli/arguments.h"
#include "search/search_options.h"

namespace sow {

struct EngineArguments : EngineSettings {
  // Adds --db and --evaluation. `default_evaluation` is the default as shown in help.
  void add_files_to(Command& command, std::string_view default_evaluation = options::evaluation.default_words);
  // Adds --hash, --db, and --evaluation to a command that searches with one thread.
  void add_to(Command& command, std::string_view hash_help = options::hash.help,
              std::string_view default_evaluation = options::evaluation.default_words);
  // Adds --threads as well (default: all cores).
  void add_with_threads_to(Command& command, std::string_view threads_help = options::threads.help,
                           std::string_view hash_help = options::hash.help);

  // With the user's data folder as the default of --db, and warnings on standard error. Throws Error.
  SearchOptions search_options() const;
};

}  // namespace sow
