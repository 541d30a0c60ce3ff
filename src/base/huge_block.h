// A large, zeroed block of memory on huge pages where the system has them: they halve the cost of random reads.
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string>

namespace sow {

class NoMemory : public std::bad_alloc {
 public:
  explicit NoMemory(std::size_t bytes)
      : text_(fmt::format("there is no memory for a table of {} MiB on this machine", bytes >> 20)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* p) const { munmap(p, bytes); }
};

template <class T>
using HugeBlock = std::unique_ptr<T[], Unmap>;

template <class T>
HugeBlock<T> make_huge_block(std::size_t count) {
  const std::size_t bytes = count * sizeof(T);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw NoMemory(bytes);
  madvise(p, bytes, MADV_HUGEPAGE);
  madvise(p, bytes, MADV_DONTFORK);  // processes that are forked have no use for it
  return HugeBlock<T>(static_cast<T*>(p), Unmap{bytes});
}

}  // namespace sow
