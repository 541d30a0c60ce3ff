// A large zeroed block of memory.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>

#include "base/platform.h"

namespace sow {

class NoMemory : public std::bad_alloc {
 public:
  explicit NoMemory(std::uint64_t bytes)
      : text_(fmt::format("out of memory: cannot allocate a table of {} MiB", bytes >> 20)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

struct ReleaseMemory {
  std::size_t bytes = 0;
  void operator()(void* p) const { release_memory(p, bytes); }
};

template <class T>
using HugeBlock = std::unique_ptr<T[], ReleaseMemory>;

template <class T>
HugeBlock<T> make_huge_block(std::uint64_t count) {
  if (count == 0) count = 1;  // the system cannot reserve nothing
  const auto bytes = static_cast<std::size_t>(count * sizeof(T));
  void* const p = bytes / sizeof(T) == count ? reserve_memory(bytes) : nullptr;
  if (p == nullptr) throw NoMemory(count * sizeof(T));
  return HugeBlock<T>(static_cast<T*>(p), ReleaseMemory{bytes});
}

}  // namespace sow
