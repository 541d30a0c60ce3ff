// Many positions looked up in a database: lines of diagrams in, lines of bounds out.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "db/database.h"

namespace sow {

class ProbeBatch {
 public:
  virtual ~ProbeBatch() = default;

  // Takes whole lines, a position each, and adds "diagram low high" to the answer for each of them, in their order: the margin
  // of the mover from there lies between the two. Of a position with more seeds than the database has, that is all its seeds
  // either way. Empty lines are passed over. Throws Error with the number of the line that is wrong, counted over all calls;
  // what comes before it is answered.
  virtual void answer(std::string_view lines, std::string& out) = 0;

  // Positions answered so far.
  virtual std::uint64_t answered() const = 0;
};

// Levels with few seeds are held in memory, as far as `use` has room for them. `file` is what errors call the input.
std::unique_ptr<ProbeBatch> make_probe_batch(const GameDef& game, const DatabaseUse& use, int threads,
                                             const std::string& file);

}  // namespace sow
