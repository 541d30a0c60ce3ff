// A file of proven bounds: what the solver saves, so that an interrupted proof can be resumed.
//
//   header, 56 bytes     "SowProof" | version 4 | zero 4 | fingerprint of the rules 8 | nodes 8 | milliseconds 8 |
//                        number of boards 8 | checksum of the boards and the header 8
//   boards, 16 each      number of the board among all boards (db/index.h) 8 | lower bound 2 | upper bound 2 |
//                        best move, or -1 2 | binary logarithm of the nodes 2
//
// Numbers are little-endian. The checksum is XXH3 of each chunk of 65536 boards in turn, and then of the header, each
// seeded with the one before. It covers every byte, so damage anywhere is detected.
//
// Only bounds that took some work are saved: the rest is found again faster than it is read. The bounds are valid for
// every position of the game, and for every number of threads, hash size, and set of databases.
#pragma once

#include <cstdint>
#include <string>

#include "search/proof_table.h"

namespace sow {

// The work that went into a saved proof.
struct SolveWork {
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
};

// Writes the file atomically (base/new_file.h). Other threads may use the table meanwhile. Throws Error, in which case
// the old file is kept.
void write_proofs(const std::string& path, std::uint64_t fingerprint, const SolveWork& work, const ProofTable& table);

// Adds the bounds in the file to the table, which grows as needed. Throws DamagedFile, or Error if the file cannot be
// read or belongs to another game.
SolveWork read_proofs(const std::string& path, std::uint64_t fingerprint, ProofTable& table);

}  // namespace sow
