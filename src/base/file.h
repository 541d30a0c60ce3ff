// An open file. All user files are opened through this class.
//
// Opening never blocks, and by default only regular files are accepted: reading a FIFO could block forever and a device
// could be endless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sow {

class File {
 public:
  enum class Kind { regular, any };

  // `flags` are passed to open(2). Error messages show `name`, or the path if it is empty. All members throw Error.
  File(const std::string& path, int flags, Kind kind = Kind::regular, const std::string& name = "");
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;
  ~File();

  int descriptor() const { return fd_; }
  std::uint64_t size() const;

  // Returns the number of bytes read, which is less than `bytes` only at the end of the file.
  std::size_t read_at(std::uint64_t offset, void* to, std::size_t bytes) const;
  void write_at(std::uint64_t offset, const void* from, std::size_t bytes);
  // Writes at the current position, or at the end of the file if it was opened with O_APPEND.
  void write(std::string_view text);
  void truncate(std::uint64_t bytes);
  // Locks the file until it is closed. Returns false if another process has locked it.
  bool try_lock();
  // fsync: when it returns, the data survives a power failure.
  void sync();
  // The same for the name of a file that was created or renamed. `path` is its path.
  void sync_name(const std::string& path) const;

  // Throws an Error with the reason from errno.
  [[noreturn]] void fail(const char* verb) const;

 private:
  std::string name_;
  int fd_ = -1;
};

}  // namespace sow
