#include "server/gzip.h"

#include <boost/crc.hpp>

#include "base/deflate.h"

namespace sow {
namespace {

// RFC 1952: magic number, deflate, no flags, no modification time, no extra flags, unknown OS.
constexpr std::string_view gzip_header("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);

void add_little_endian(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 0xff);
}

}  // namespace

std::string gzip(std::string_view text) {
  std::string out = std::string(gzip_header) + deflate(text, CompressionLevel::normal);
  boost::crc_32_type sum;
  sum.process_bytes(text.data(), text.size());
  add_little_endian(out, sum.checksum());
  add_little_endian(out, static_cast<std::uint32_t>(text.size()));
  return out;
}

}  // namespace sow
