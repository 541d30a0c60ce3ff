#include "cli/engine_arguments.h"

#include "cli/shared_arguments.h"

namespace sow {

void EngineArguments::add_files_to(Command& command, std::string_view default_evaluation) {
  command.option(options::db, &db);
  command.option(options::evaluation.with_default(default_evaluation), &evaluation);
}

void EngineArguments::add_to(Command& command, std::string_view hash_help, std::string_view default_evaluation) {
  command.option(options::hash.with_help(hash_help), &hash);
  add_files_to(command, default_evaluation);
}

void EngineArguments::add_with_threads_to(Command& command, std::string_view threads_help, std::string_view hash_help) {
  add_threads(command, threads, threads_help);
  add_to(command, hash_help);
}

SearchOptions EngineArguments::search_options() const {
  SearchOptions options = EngineSettings::search_options();
  options.database = database_use(db);
  return options;
}

}  // namespace sow
