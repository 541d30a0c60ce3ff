// The resources of a search.
#pragma once

#include <cstddef>
#include <string>

#include "db/database_use.h"
#include "search/evaluation_use.h"
#include "search/options.h"

namespace sow {

struct SearchOptions {
  int threads = *options::threads.default_value;
  std::size_t hash_bytes = mebibytes(*options::hash.default_value);  // size of the transposition table
  DatabaseUse database = {};
  EvaluationUse evaluation = {};
};

// The same as the user writes them: on the command line, for a player, and as UCI options.
struct EngineSettings {
  int threads = *options::threads.default_value;
  int hash = *options::hash.default_value;  // MiB
  std::string db, evaluation;               // folder and file; may be empty

  // Loads the evaluation file. Throws Error.
  SearchOptions search_options() const {
    // Not one braced list: if its last element throws, g++ 12 destroys the folder twice.
    SearchOptions options{.threads = threads, .hash_bytes = mebibytes(hash)};
    options.database.folder = db;
    options.evaluation = read_evaluation(evaluation);
    return options;
  }

  bool operator==(const EngineSettings&) const = default;
};

}  // namespace sow
