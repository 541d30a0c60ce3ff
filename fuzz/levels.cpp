// Level files: a file must be read or rejected, and reading it twice must give the same values. If the first byte is
// odd, the checksums are repaired, so that the checks behind them are reached.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "db/level_file.h"
#include "require.h"
#include "support/reseal.h"

using namespace sow;

namespace {

// The name in the header, so that the file is not rejected as another level.
LevelName name_in(const std::string& file) {
  constexpr std::uint64_t max_values = 5 * LevelFile::block_bytes;
  std::uint32_t seeds = 0;
  std::uint64_t fingerprint = 0, values = 1;
  if (file.size() >= 32) {
    std::memcpy(&seeds, &file[12], sizeof seeds);
    std::memcpy(&fingerprint, &file[16], sizeof fingerprint);
    std::memcpy(&values, &file[24], sizeof values);
  }
  return {fingerprint, static_cast<int>(seeds), std::clamp<std::uint64_t>(values, 1, max_values)};
}

std::vector<std::int8_t> read(const std::string& path, const LevelName& name) {
  std::vector<std::int8_t> values(name.values);
  LevelFile(path, name).read_all(values.data(), 1);
  return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 1) tests::reseal(bytes);
  const int fd = memfd_create("level", 0);
  fuzz::require(fd >= 0 && write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "a file");
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  const LevelName name = name_in(bytes);
  try {
    fuzz::require(read(path, name) == read(path, name), "the same values");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  close(fd);
  return 0;
}
