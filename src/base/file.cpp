#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace sow {
namespace {

// Repeats a system call while it is interrupted by signals.
template <class Call>
auto retry(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

bool is_failure(int code) { return code == ENOSPC || code == EDQUOT || code == EFBIG || code == EIO; }

[[noreturn]] void fail_with(const std::string& name, const char* verb, const std::string& reason) {
  throw Error(Location{name}, fmt::format("cannot {} the file: {}", verb, reason));
}

}  // namespace

File::File(const std::string& path, int flags, Kind kind, const std::string& name) : name_(name.empty() ? path : name) {
  const char* verb = (flags & O_ACCMODE) == O_RDONLY ? "read" : "write";
  fd_ = retry([&] { return open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666); });
  if (fd_ < 0) fail(verb);
  struct stat status = {};
  const bool known = fstat(fd_, &status) == 0;
  if (known && (kind == Kind::any || S_ISREG(status.st_mode))) {
    fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) & ~O_NONBLOCK);
    return;
  }
  const std::string reason = !known                    ? std::strerror(errno)
                             : S_ISDIR(status.st_mode) ? std::strerror(EISDIR)
                                                       : "it is a pipe or a device";
  close(fd_);
  fail_with(name_, verb, reason);
}

File::File(File&& other) noexcept : name_(std::move(other.name_)), fd_(std::exchange(other.fd_, -1)) {}

File::~File() {
  if (fd_ >= 0) close(fd_);
}

void File::fail(const char* verb) const {
  const int code = errno;
  if (is_failure(code))
    throw Failure(Location{name_}, fmt::format("cannot {} the file: {}", verb, std::strerror(code)));
  fail_with(name_, verb, std::strerror(code));
}

std::uint64_t File::size() const {
  struct stat status = {};
  if (fstat(fd_, &status) != 0) fail("read");
  return status.st_size;
}

std::size_t File::read_at(std::uint64_t offset, void* to, std::size_t bytes) const {
  std::size_t done = 0;
  while (done < bytes) {
    const auto n = retry([&] { return pread(fd_, static_cast<char*>(to) + done, bytes - done, offset + done); });
    if (n < 0) fail("read");
    if (n == 0) break;
    done += n;
  }
  return done;
}

void File::write_at(std::uint64_t offset, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const auto n =
        retry([&] { return pwrite(fd_, static_cast<const char*>(from) + done, bytes - done, offset + done); });
    if (n < 0) fail("write");
    done += n;
  }
}

void File::write(std::string_view text) {
  while (!text.empty()) {
    const auto n = retry([&] { return ::write(fd_, text.data(), text.size()); });
    if (n < 0) fail("write");
    text.remove_prefix(n);
  }
}

void File::truncate(std::uint64_t bytes) {
  if (retry([&] { return ftruncate(fd_, bytes); }) != 0) fail("write");
}

bool File::try_lock() {
  if (retry([&] { return flock(fd_, LOCK_EX | LOCK_NB); }) == 0) return true;
  if (errno != EWOULDBLOCK) fail("lock");
  return false;
}

void File::sync() {
  if (retry([&] { return fsync(fd_); }) != 0) fail("write");
}

void File::sync_name(const std::string& path) const {
  const auto folder = std::filesystem::path(path).parent_path();
  const int fd = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // the folder may be writable but not readable
  const bool synced =
      retry([&] { return fsync(fd); }) == 0 || errno == EINVAL;  // some file systems cannot sync folders
  const int reason = errno;
  close(fd);
  errno = reason;
  if (!synced) fail("write");
}

}  // namespace sow
