#include "cli/database_option.h"

#include <fmt/format.h>

namespace sow {

void add_database_option(CLI::App& command, std::string& folder) {
  command.add_option("--db", folder, "folder of databases; the user's data folder if not given")->type_name("FOLDER");
}

DatabaseUse database_use(const std::string& folder) {
  DatabaseUse use;
  use.folder = folder.empty() ? default_database_folder() : folder;
  use.warn = [](const std::string& problem) { fmt::print(stderr, "sow: {}; it is not used\n", problem); };
  return use;
}

}  // namespace sow
