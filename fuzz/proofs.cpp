// Saved proofs: a file must be read or rejected with one line, and reading it twice must give the same proofs. If the
// first byte is odd, the checksum is repaired, so that the checks behind it are reached.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstring>
#include <map>
#include <string>

#include "base/error.h"
#include "require.h"
#include "search/proof_file.h"

using namespace sow;

namespace {

constexpr std::uint64_t fingerprint = 1;
constexpr std::size_t header_bytes = 56, fingerprint_at = 16, checksum_at = 48;

void reseal(std::string& file) {
  if (file.size() < header_bytes || file.size() > header_bytes + (std::size_t{1} << 20)) return;
  std::memcpy(&file[fingerprint_at], &fingerprint, sizeof fingerprint);
  std::uint64_t sum = 0;
  if (file.size() > header_bytes) sum = XXH3_64bits_withSeed(&file[header_bytes], file.size() - header_bytes, sum);
  sum = XXH3_64bits_withSeed(file.data(), checksum_at, sum);
  std::memcpy(&file[checksum_at], &sum, sizeof sum);
}

using Proofs = std::map<std::uint64_t, std::string>;
Proofs read(const std::string& path) {
  ProofTable table(ProofCode(24, 6), 1'000'000, 1 << 16);
  read_proofs(path, fingerprint, table);
  Proofs proofs;
  table.for_each(1, [&](std::uint64_t number, const Proof& p) {
    fuzz::require(number < 1'000'000 && table.code().valid(p), "a valid proof");
    proofs[number] = fmt::format("{} {} {} {}", p.low, p.high, p.move, p.effort);
  });
  return proofs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 1) reseal(bytes);
  const int fd = memfd_create("proofs", 0);
  fuzz::require(fd >= 0 && write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "a file");
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  try {
    fuzz::require(read(path) == read(path), "the same proofs");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  close(fd);
  return 0;
}
