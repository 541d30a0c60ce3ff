// Stands between the program and the system: makes a call fail on purpose, and notes what is done to files.
//
// The linker sends the calls of the program here (--wrap, in tests/CMakeLists.txt); those of libraries go the usual way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sow::tests {

// Something that was done to files. `file` stays the same when a name changes.
struct FileCall {
  enum class Kind { create, write, truncate, sync, rename, unlink, sync_folder };
  Kind kind;
  int file = 0;
  std::string path = {}, data = {};
  std::uint64_t offset = 0;
};

// While it exists the n-th call of the kind fails: the disk is full, or the memory.
class Fault {
 public:
  enum class Of { files, memory };
  Fault(Of kind, int n);
  ~Fault();
  // Whether there were as many calls.
  bool happened() const;
};

// While it exists calls are noted.
class Recording {
 public:
  Recording();
  ~Recording();
  std::vector<FileCall> calls() const;
};

}  // namespace sow::tests
