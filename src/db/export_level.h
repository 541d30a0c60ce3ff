// Exports a level of a database for other programs, as a NumPy array or as CSV.
//
// Without boards, the rows are the values in the order of the index. With boards, each row also has the seeds in the
// mover's pits and in the opponent's pits, and in games with owned pits the owner of each pit (0 nobody, 1 the mover, 2
// the opponent); impossible boards are left out.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "db/builder.h"
#include "db/database.h"

namespace sow {

struct ExportOptions {
  enum class Format { npy, csv };
  Format format = Format::npy;
  bool boards = false;
  const std::atomic<bool>* stop = nullptr;
  BoardsDone* done = nullptr;  // incremented as boards are written
};

// Whether the first bytes of a file are those of an export in this format.
bool is_export(ExportOptions::Format format, std::string_view start);

// Calls write() with consecutive pieces of the file. Returns the number of rows; fewer than announced in the header if
// stopped. Throws DamagedFile or Error.
std::uint64_t export_level(const Database& database, int seeds, const ExportOptions& options,
                           const std::function<void(std::string_view)>& write);

}  // namespace sow
