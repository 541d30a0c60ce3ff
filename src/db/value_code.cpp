#include "db/value_code.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <queue>

#include "base/parallel.h"

namespace sow {
namespace {

using Counts = std::vector<std::array<std::uint64_t, 256>>;  // [preceding value + 129, or 0 at the start][value + 128]

void count(std::span<const std::int8_t> block, Counts& counts) {
  for (std::size_t i = 0; i < block.size(); ++i)
    ++counts[i == 0 || i == block.size() / 2 ? 0 : block[i - 1] + 129][block[i] + 128];
}

// The length of each value's Huffman code, plus one; 0 for values that do not occur.
std::vector<std::uint8_t> huffman(std::vector<std::uint64_t> counts, int max_bits) {
  struct Node {
    std::uint64_t count;
    int number;  // first the values, then the inner nodes
    bool operator<(const Node& o) const { return count != o.count ? count > o.count : number > o.number; }
  };
  std::vector<std::uint8_t> lengths(counts.size());
  for (;;) {
    std::priority_queue<Node> queue;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) queue.push({counts[i], static_cast<int>(i)});
    if (queue.empty()) return lengths;
    std::vector<int> above(2 * counts.size(), -1);
    for (int next = static_cast<int>(counts.size()); queue.size() > 1; ++next) {
      const Node a = queue.top();
      queue.pop();
      const Node b = queue.top();
      queue.pop();
      above[a.number] = above[b.number] = next;
      queue.push({a.count + b.count, next});
    }
    int longest = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      int bits = 0;
      for (int at = above[i]; at >= 0; at = above[at]) ++bits;
      lengths[i] = static_cast<std::uint8_t>(bits + 1);
      longest = std::max(longest, bits);
    }
    if (longest <= max_bits) return lengths;
    for (auto& count : counts) count = (count + 1) / 2;  // flattening the distribution shortens the longest codes
  }
}

}  // namespace

// Writes bits starting with the lowest bit of each byte.
class ValueCode::Writer {
 public:
  explicit Writer(char* to) : begin_(to), to_(to) {}
  void write(std::uint64_t code, int bits) {
    word_ |= code << count_;
    count_ += bits;
    for (; count_ >= 8; count_ -= 8, word_ >>= 8) *to_++ = static_cast<char>(word_);
  }
  std::size_t finish() {
    if (count_ > 0) *to_++ = static_cast<char>(word_);
    return to_ - begin_;
  }

 private:
  char *begin_, *to_;
  std::uint64_t word_ = 0;
  int count_ = 0;
};

class ValueCode::Reader {
 public:
  static constexpr int at_once = 5;  // values decoded per refill
  static_assert(at_once * max_bits <= 56);

  explicit Reader(const char* from) : from_(from) {}
  void refill() {
    const char* const at = from_ + used_ / 8;
    std::memcpy(&word_, at, sizeof word_);
    word_ >>= used_ % 8;
  }
  std::uint8_t read(const Decoded* decoded) {
    const Decoded next = decoded[row_ << max_bits | (word_ & mask)];
    word_ >>= next.bits;
    used_ += next.bits;
    row_ = next.row;
    return next.row;
  }
  std::size_t bytes() const { return (used_ + 7) / 8; }

 private:
  const char* from_;
  std::uint64_t word_ = 0;
  std::size_t used_ = 0;
  std::uint32_t row_ = 0;
};

ValueCode::ValueCode(const ValueSource& source, std::uint64_t total, std::size_t block, int threads) {
  Counts counts(257);
  std::mutex mutex;
  int low = 127, high = -128;
  const std::uint64_t piece = block << 15;
  for (std::uint64_t first = 0; first < total; first += piece) {
    const auto values = source(first, std::min(piece, total - first));
    parallel(threads, (values.size() + block - 1) / block, 1 << 14, [&](std::uint64_t from, std::uint64_t to) {
      Counts mine(counts.size());
      for (; from < to; ++from)
        count(values.subspan(from * block, std::min<std::uint64_t>(block, values.size() - from * block)), mine);
      const std::lock_guard lock(mutex);
      for (std::size_t row = 0; row < counts.size(); ++row)
        for (std::size_t i = 0; i < counts[row].size(); ++i) counts[row][i] += mine[row][i];
    });
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    low = std::min<int>(low, *lowest);
    high = std::max<int>(high, *highest);
  }
  if (total == 0) low = high = 0;
  low_ = low;
  count_ = high - low + 1;
  for (int row = 0; row <= count_; ++row) {
    const auto& of_row = counts[row == 0 ? 0 : low_ + row + 128];
    const auto bits = huffman({of_row.begin() + low_ + 128, of_row.begin() + low_ + 128 + count_}, max_bits);
    lengths_.insert(lengths_.end(), bits.begin(), bits.end());
  }
  make_tables();
}

std::string ValueCode::text() const {
  std::string text{static_cast<char>(low_), static_cast<char>(count_)};
  return text.append(lengths_.begin(), lengths_.end());
}

bool ValueCode::read(std::span<const char> text) {
  if (text.size() < 2) return false;
  low_ = static_cast<std::int8_t>(text[0]);
  count_ = static_cast<std::uint8_t>(text[1]);
  if (count_ == 0 || low_ + count_ > 128 || text.size() != 2u + (count_ + 1u) * count_) return false;
  lengths_.assign(text.begin() + 2, text.end());
  return make_tables();
}

// Canonical codes: shorter codes first, then in the order of the values. Returns false unless each row in use is a
// complete prefix code.
bool ValueCode::make_tables() {
  codes_.assign(lengths_.size(), {});
  decoded_.assign((count_ + 1u) << max_bits, {1, 0});  // an unused row decodes to something and consumes nothing
  for (int row = 0; row <= count_; ++row) {
    const std::size_t first = std::size_t(row) * count_;
    std::uint32_t next = 0;  // next code, left-aligned in max_bits bits
    for (int bits = 0; bits <= max_bits; ++bits)
      for (int i = 0; i < count_; ++i) {
        if (lengths_[first + i] != bits + 1) continue;
        if (next > mask) return false;
        // Bits are read from the lowest up, so the code is reversed.
        std::uint32_t code = 0;
        for (int b = 0; b < bits; ++b) code |= (next >> (max_bits - 1 - b) & 1) << b;
        codes_[first + i] = {static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(bits)};
        for (std::uint32_t rest = code; rest <= mask; rest += 1u << bits)
          decoded_[row << max_bits | rest] = {static_cast<std::uint8_t>(i + 1), static_cast<std::uint8_t>(bits)};
        next += 1u << (max_bits - bits);
      }
    if (next != 0 && next != mask + 1) return false;
    for (int i = 0; i < count_; ++i)
      if (lengths_[first + i] > max_bits + 1) return false;
  }
  return true;
}

std::size_t ValueCode::pack(std::span<const std::int8_t> values, char* to) const {
  const std::size_t middle = values.size() / 2;
  const std::size_t first = pack_half(values.first(middle), to + half_bytes);
  const auto second_at = static_cast<std::uint16_t>(first);
  std::memcpy(to, &second_at, half_bytes);
  return half_bytes + first + pack_half(values.subspan(middle), to + half_bytes + first);
}
std::size_t ValueCode::pack_half(std::span<const std::int8_t> values, char* to) const {
  Writer writer(to);
  int row = 0;
  for (const int value : values) {
    const Code code = codes_[row * count_ + value - low_];
    writer.write(code.code, code.bits);
    row = value - low_ + 1;
  }
  return writer.finish();
}

bool ValueCode::unpack(std::span<const char> packed, std::span<std::int8_t> to) const {
  if (packed.size() < half_bytes) return false;
  std::uint16_t second_at;
  std::memcpy(&second_at, packed.data(), half_bytes);
  if (half_bytes + second_at > packed.size()) return false;
  Reader first(packed.data() + half_bytes), second(packed.data() + half_bytes + second_at);
  const Decoded* const decoded = decoded_.data();
  const std::size_t middle = to.size() / 2;
  const int before = low_ - 1;
  std::size_t i = 0;
  for (; i + Reader::at_once <= middle; i += Reader::at_once) {
    first.refill();
    second.refill();
    for (int k = 0; k < Reader::at_once; ++k) {
      to[i + k] = static_cast<std::int8_t>(before + first.read(decoded));
      to[middle + i + k] = static_cast<std::int8_t>(before + second.read(decoded));
    }
  }
  first.refill();
  second.refill();
  for (std::size_t k = i; k < middle; ++k) to[k] = static_cast<std::int8_t>(before + first.read(decoded));
  for (std::size_t k = middle + i; k < to.size(); ++k) to[k] = static_cast<std::int8_t>(before + second.read(decoded));
  return first.bytes() == second_at && half_bytes + second_at + second.bytes() == packed.size();
}

}  // namespace sow
