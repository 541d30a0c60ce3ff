// Probes a database for arrays of boards: seeds in, bounds out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "board/margin.h"
#include "board/position.h"
#include "db/database.h"

namespace sow {

class ProbeArray {
 public:
  virtual ~ProbeArray() = default;

  // The highest level of the database; -1 if there is none.
  virtual int stored() const = 0;
  // Each row of `boards` has the seeds in the mover's pits and then in the opponent's pits; each row of `bounds` gets
  // the lower and upper bound of the mover's margin from there, which are ± all its seeds if the board has more seeds
  // than the database. Throws DamagedFile, and Error if a row has more seeds than a game can have.
  virtual void probe(const std::uint8_t* boards, std::size_t count, std::int16_t* bounds) const = 0;
  // The same for one position, with its state.
  virtual Margin probe(const Position& position) const = 0;
};

// Loads as many of the smallest levels into memory as `use` allows.
std::unique_ptr<ProbeArray> make_probe_array(const GameDef& game, const DatabaseUse& use, int threads);

}  // namespace sow
