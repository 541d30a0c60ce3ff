// Fault injection: makes system calls and allocations fail on purpose, and records file operations.
//
// The linker redirects the program's calls (--wrap, in tests/CMakeLists.txt), but not those of libraries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sow::tests {

// A file operation. `file` identifies the file even if it is renamed.
struct FileCall {
  enum class Kind { create, write, truncate, sync, rename, unlink, sync_folder };
  Kind kind;
  int file = 0;
  std::string path = {}, data = {};
  std::uint64_t offset = 0;
};

// While this object exists, the n-th call of the kind fails: disk full, or out of memory.
class Fault {
 public:
  enum class Of { files, memory };
  Fault(Of kind, int n);
  ~Fault();
  // Whether there were at least n calls.
  bool happened() const;
};

// Records calls while it exists.
class Recording {
 public:
  Recording();
  ~Recording();
  std::vector<FileCall> calls() const;
};

}  // namespace sow::tests
