// Probes a database for arrays of boards: seeds in, bounds out.
#pragma once

#include <atomic>
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
  struct Boards {
    std::size_t count = 0;
    const std::uint8_t* seeds = nullptr;   // each row: the mover's pits, and then the opponent's pits
    const std::uint8_t* owners = nullptr;  // of the same pits: 0 nobody, 1 the mover, 2 the opponent; null: nobody
  };
  // Each row of `bounds` gets the lower and upper bound of the mover's margin from there, which are ± all its seeds
  // if the database does not have the board. Throws DamagedFile, and Error if a row cannot occur in the game. Ends
  // early if stopped.
  virtual void probe(const Boards& boards, std::int16_t* bounds, const std::atomic<bool>& stop) const = 0;
  // The same for one position, with its state.
  virtual Margin probe(const Position& position) const = 0;
};

// Loads as many of the smallest levels into memory as `use` allows.
std::unique_ptr<ProbeArray> make_probe_array(const GameDef& game, const DatabaseUse& use, int threads);

}  // namespace sow
