// An open file. Whatever the program reads or writes of a user's is opened here.
//
// Opening never waits, and only regular files are opened unless a device is asked for: a FIFO in the place of a file would
// hold the program up, a device might never end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sow {

class File {
 public:
  enum class Kind { regular, any };

  // `flags` are those of open(2); messages call the file `name`, or by its path. Throws Error, as all of this does.
  File(const std::string& path, int flags, Kind kind = Kind::regular, const std::string& name = "");
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;
  ~File();

  int descriptor() const { return fd_; }
  std::uint64_t size() const;

  // Returns how many bytes there were: fewer only where the file ends.
  std::size_t read_at(std::uint64_t offset, void* to, std::size_t bytes) const;
  void write_at(std::uint64_t offset, const void* from, std::size_t bytes);
  // Where the last one ended, or at the end of the file if it was opened so.
  void write(std::string_view text);
  void truncate(std::uint64_t bytes);
  // When it returns, what was written outlasts a power cut.
  void sync();

  // With the reason that the system gives in errno.
  [[noreturn]] void fail(const char* verb) const;

 private:
  std::string name_;
  int fd_ = -1;
};

}  // namespace sow
