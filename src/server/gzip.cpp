#include "server/gzip.h"

#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>

#include "base/error.h"

namespace sow {

namespace zlib = boost::beast::zlib;

namespace {

// RFC 1952: a magic number, deflate, no flags, no time, no hint, an unknown system.
constexpr std::string_view gzip_header("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);

void add_little_endian(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 0xff);
}

}  // namespace

std::string gzip(std::string_view text) {
  zlib::deflate_stream deflate;
  std::string out(gzip_header);
  out.resize(gzip_header.size() + deflate.upper_bound(text.size()));
  zlib::z_params params;
  params.next_in = text.data();
  params.avail_in = text.size();
  params.next_out = out.data() + gzip_header.size();
  params.avail_out = out.size() - gzip_header.size();
  boost::beast::error_code code;
  deflate.write(params, zlib::Flush::finish, code);
  if (code != zlib::error::end_of_stream) throw Error("gzip: " + code.message());
  out.resize(out.size() - params.avail_out);
  boost::crc_32_type sum;
  sum.process_bytes(text.data(), text.size());
  add_little_endian(out, sum.checksum());
  add_little_endian(out, static_cast<std::uint32_t>(text.size()));
  return out;
}

}  // namespace sow
