#include "faults/shim.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

namespace sow::tests {
namespace {

std::atomic<int> files_left{0}, memory_left{0};  // number of calls until one fails; 0: none fails

bool fails_now(std::atomic<int>& left) { return left > 0 && --left == 0; }

// Allocations of the shim itself do not fail and are not counted.
thread_local bool inside = false;
struct Inside {
  Inside() { inside = true; }
  ~Inside() { inside = false; }
};

bool disk_fails() {
  if (!fails_now(files_left)) return false;
  errno = ENOSPC;
  return true;
}

std::mutex mutex;  // protects the variables below
bool recording = false;
std::vector<FileCall> recorded;
std::map<int, int> file_of;          // by descriptor
std::map<std::string, int> file_at;  // by path
std::atomic<int> files_seen{0};

void record(FileCall call) {
  const std::lock_guard lock(mutex);
  if (recording) recorded.push_back(std::move(call));
}

int file_behind(int fd) {
  const std::lock_guard lock(mutex);
  return file_of[fd];
}

}  // namespace

Fault::Fault(Of kind, int n) { (kind == Of::files ? files_left : memory_left) = n; }
Fault::~Fault() { files_left = memory_left = 0; }
bool Fault::happened() const { return files_left == 0 && memory_left == 0; }

Recording::Recording() {
  const std::lock_guard lock(mutex);
  recorded.clear();
  recording = true;
}
Recording::~Recording() {
  const std::lock_guard lock(mutex);
  recording = false;
}
std::vector<FileCall> Recording::calls() const {
  const std::lock_guard lock(mutex);
  return recorded;
}

}  // namespace sow::tests

using namespace sow::tests;
using Kind = FileCall::Kind;

extern "C" {

int __real_open(const char* path, int flags, ...);
ssize_t __real_write(int fd, const void* data, size_t bytes);
ssize_t __real_pwrite(int fd, const void* data, size_t bytes, off_t offset);
int __real_ftruncate(int fd, off_t bytes);
int __real_rename(const char* from, const char* to);
int __real_unlink(const char* path);
void* __real_mmap(void* at, size_t bytes, int protection, int flags, int fd, off_t offset);

int __wrap_open(const char* path, int flags, ...) {
  const Inside guard;
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, mode_t);
    va_end(list);
  }
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (writes && disk_fails()) return -1;
  const bool is_new = access(path, F_OK) != 0;
  const int fd = __real_open(path, flags, mode);
  if (fd < 0 || !writes) return fd;
  if (is_new) {
    const int file = ++files_seen;
    record({.kind = Kind::create, .file = file, .path = path});
    const std::lock_guard lock(mutex);
    file_at[path] = file;
  }
  const std::lock_guard lock(mutex);
  file_of[fd] = file_at[path];
  return fd;
}

// A full disk accepts part of the data.
ssize_t __wrap_write(int fd, const void* data, size_t bytes) {
  const Inside guard;
  const bool fails = disk_fails();
  struct stat before = {};
  fstat(fd, &before);
  const ssize_t n = __real_write(fd, data, fails ? bytes / 2 : bytes);
  if (n > 0)
    record({.kind = Kind::write,
            .file = file_behind(fd),
            .data = {static_cast<const char*>(data), static_cast<size_t>(n)},
            .offset = static_cast<std::uint64_t>(before.st_size)});
  if (fails) errno = ENOSPC;
  return fails ? -1 : n;
}

ssize_t __wrap_pwrite(int fd, const void* data, size_t bytes, off_t offset) {
  const Inside guard;
  const bool fails = disk_fails();
  const ssize_t n = __real_pwrite(fd, data, fails ? bytes / 2 : bytes, offset);
  if (n > 0)
    record({.kind = Kind::write,
            .file = file_behind(fd),
            .data = {static_cast<const char*>(data), static_cast<size_t>(n)},
            .offset = static_cast<std::uint64_t>(offset)});
  if (fails) errno = ENOSPC;
  return fails ? -1 : n;
}

int __wrap_ftruncate(int fd, off_t bytes) {
  const Inside guard;
  if (disk_fails()) return -1;
  record({.kind = Kind::truncate, .file = file_behind(fd), .offset = static_cast<std::uint64_t>(bytes)});
  return __real_ftruncate(fd, bytes);
}

// Does not really sync, which would take most of the time.
int __wrap_fsync(int fd) {
  const Inside guard;
  if (disk_fails()) return -1;
  struct stat status = {};
  fstat(fd, &status);
  const bool folder = S_ISDIR(status.st_mode);
  record({.kind = folder ? Kind::sync_folder : Kind::sync, .file = folder ? 0 : file_behind(fd)});
  return 0;
}

int __wrap_rename(const char* from, const char* to) {
  const Inside guard;
  if (disk_fails()) return -1;
  int file;
  {
    const std::lock_guard lock(mutex);
    file = file_at[to] = file_at[from];
    file_at.erase(from);
  }
  record({.kind = Kind::rename, .file = file, .path = to, .data = from});
  return __real_rename(from, to);
}

int __wrap_unlink(const char* path) {
  const Inside guard;
  record({.kind = Kind::unlink, .path = path});
  return __real_unlink(path);
}

void* __wrap_mmap(void* at, size_t bytes, int protection, int flags, int fd, off_t offset) {
  return fails_now(memory_left) ? MAP_FAILED : __real_mmap(at, bytes, protection, flags, fd, offset);
}

}  // extern "C"

// Not inlined: otherwise the compiler warns about mismatched malloc and delete. std::stable_sort uses the form that
// does not throw, which must match operator delete, too.
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return !inside && fails_now(memory_left) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* p = operator new(bytes, std::nothrow);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
