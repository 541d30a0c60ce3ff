// Where databases are, as a command is told or as the system has it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "db/database.h"

namespace sow {

// Adds --db to a command that uses databases.
void add_database_option(CLI::App& command, std::string& folder);

// Databases in this folder, or in the user's data folder if it is empty; warnings go to standard error.
DatabaseUse database_use(const std::string& folder);

}  // namespace sow
