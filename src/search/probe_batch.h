// Probes a database for many positions: lines of diagrams in, lines of bounds out.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "db/database.h"

namespace sow {

class ProbeBatch {
 public:
  virtual ~ProbeBatch() = default;

  // Takes complete lines with one position each and appends "diagram low high" for each of them, in order: the bounds
  // of the mover's margin from there, which are ± all its seeds if the position has more seeds than the database. Skips
  // empty lines, and invalid ones after reporting them. Throws DamagedFile.
  virtual void answer(std::string_view lines, std::string& out) = 0;

  // Number of positions answered so far.
  virtual std::uint64_t answered() const = 0;
};

// Called for each invalid line, with an Error that names the file and the line number.
using BadLine = std::function<void(const Error&)>;

// Loads as many of the smallest levels into memory as `use` allows. `file` is the name of the input in errors.
std::unique_ptr<ProbeBatch> make_probe_batch(const GameDef& game, const DatabaseUse& use, int threads,
                                             const std::string& file, BadLine on_bad_line);

}  // namespace sow
