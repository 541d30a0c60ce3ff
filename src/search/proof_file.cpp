#include "search/proof_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "base/error.h"
#include "base/new_file.h"

namespace sow {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr char proof_magic[8] = {'S', 'o', 'w', 'P', 'r', 'o', 'o', 'f'};
constexpr std::uint32_t proof_format = 1;
constexpr int min_saved_effort = 6;  // 32 nodes
constexpr std::size_t boards_per_chunk = 65536;

struct ProofHeader {
  char magic[8];
  std::uint32_t version, zero;
  std::uint64_t fingerprint, nodes, time_ms, boards, checksum;
};
static_assert(sizeof(ProofHeader) == 56);

struct SavedBoard {
  std::uint64_t number;
  std::int16_t low, high, move, effort;
};
static_assert(sizeof(SavedBoard) == 16);

std::uint64_t add_checksum(std::uint64_t before, const std::vector<SavedBoard>& chunk) {
  return XXH3_64bits_withSeed(chunk.data(), chunk.size() * sizeof(SavedBoard), before);
}
std::uint64_t add_checksum(std::uint64_t before, const ProofHeader& header) {
  return XXH3_64bits_withSeed(&header, offsetof(ProofHeader, checksum), before);
}

class ProofReader {
 public:
  explicit ProofReader(const std::string& path) : path_(path), file_(path, O_RDONLY) {}

  [[noreturn]] void damaged(const std::string& what) const {
    throw DamagedFile(fmt::format("{} is damaged: {}", path_, what));
  }
  template <class T>
  void read(T* to, std::size_t count) {
    if (file_.read_at(offset_, to, count * sizeof(T)) != count * sizeof(T)) damaged("the file is truncated");
    offset_ += count * sizeof(T);
  }
  std::uint64_t size() const { return file_.size(); }

 private:
  std::string path_;
  File file_;
  std::uint64_t offset_ = 0;
};

ProofHeader read_proof_header(ProofReader& reader, const std::string& path, std::uint64_t fingerprint) {
  ProofHeader header;
  reader.read(&header, 1);
  if (!std::equal(std::begin(proof_magic), std::end(proof_magic), header.magic))
    throw Error(fmt::format("{} was not saved by `sow solve --save`", path));
  if (header.version != proof_format)
    throw Error(
        fmt::format("{} has format version {}, but this program reads version {}", path, header.version, proof_format));
  if (header.fingerprint != fingerprint) throw Error(fmt::format("{} belongs to a game with different rules", path));
  const std::uint64_t bytes = reader.size() - sizeof header;
  if (bytes % sizeof(SavedBoard) != 0 || bytes / sizeof(SavedBoard) != header.boards)
    reader.damaged(fmt::format("wrong size for {} boards", header.boards));
  return header;
}

}  // namespace

void write_proofs(const std::string& path, std::uint64_t fingerprint, const SolveWork& work, const ProofTable& table) {
  ProofHeader header{.magic = {},
                     .version = proof_format,
                     .zero = 0,
                     .fingerprint = fingerprint,
                     .nodes = work.nodes,
                     .time_ms = static_cast<std::uint64_t>(work.time_ms),
                     .boards = 0,
                     .checksum = 0};
  std::copy(std::begin(proof_magic), std::end(proof_magic), header.magic);
  NewFile part(path);
  std::vector<SavedBoard> chunk;
  chunk.reserve(boards_per_chunk);
  const auto write_chunk = [&] {
    part.file().write_at(sizeof header + header.boards * sizeof(SavedBoard), chunk.data(),
                         chunk.size() * sizeof(SavedBoard));
    header.boards += chunk.size();
    header.checksum = add_checksum(header.checksum, chunk);
    chunk.clear();
  };
  table.for_each(min_saved_effort, [&](std::uint64_t number, const Proof& p) {
    const auto field = [](int value) { return static_cast<std::int16_t>(value); };
    chunk.push_back({number, field(p.low), field(p.high), field(p.move), field(p.effort)});
    if (chunk.size() == boards_per_chunk) write_chunk();
  });
  if (!chunk.empty()) write_chunk();
  header.checksum = add_checksum(header.checksum, header);
  part.file().write_at(0, &header, sizeof header);
  part.finish();
}

SolveWork read_proofs(const std::string& path, std::uint64_t fingerprint, ProofTable& table) {
  ProofReader reader(path);
  const ProofHeader header = read_proof_header(reader, path, fingerprint);
  table.grow_for(header.boards);
  std::uint64_t checksum = 0;
  std::vector<SavedBoard> chunk;
  for (std::uint64_t rest = header.boards; rest > 0; rest -= chunk.size()) {
    chunk.resize(std::min<std::uint64_t>(rest, boards_per_chunk));
    reader.read(chunk.data(), chunk.size());
    checksum = add_checksum(checksum, chunk);
    for (const SavedBoard& b : chunk) {
      const Proof proof{b.low, b.high, b.move, b.effort};
      if (!table.code().valid(proof)) reader.damaged("invalid bounds");
      table.add(b.number, proof);
    }
  }
  if (add_checksum(checksum, header) != header.checksum) reader.damaged("wrong checksum");
  return {header.nodes, static_cast<std::int64_t>(header.time_ms)};
}

}  // namespace sow
