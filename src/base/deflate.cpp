#include "base/deflate.h"

#include <boost/beast/zlib/deflate_stream.hpp>

#include "base/error.h"

namespace sow {

std::string deflate(std::string_view bytes, CompressionLevel level) {
  namespace zlib = boost::beast::zlib;
  constexpr int window_bits = 15, memory_level = 8;
  constexpr std::size_t slack = 16;
  zlib::deflate_stream stream;
  stream.reset(static_cast<int>(level), window_bits, memory_level, zlib::Strategy::normal);
  std::string out(stream.upper_bound(bytes.size()) + slack, '\0');
  zlib::z_params params;
  params.next_in = bytes.data();
  params.avail_in = bytes.size();
  params.next_out = out.data();
  params.avail_out = out.size();
  boost::beast::error_code code;
  stream.write(params, zlib::Flush::finish, code);
  if (code != zlib::error::end_of_stream) throw Error("compression failed: " + code.message());
  out.resize(params.total_out);
  return out;
}

}  // namespace sow
