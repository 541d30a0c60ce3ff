#include "base/deflate.h"

#include <boost/beast/zlib/deflate_stream.hpp>

#include "base/error.h"

namespace sow {

std::string deflated(std::string_view bytes, Effort effort) {
  namespace zlib = boost::beast::zlib;
  constexpr int window_bits = 15, memory = 8;
  zlib::deflate_stream stream;
  stream.reset(static_cast<int>(effort), window_bits, memory, zlib::Strategy::normal);
  std::string out(stream.upper_bound(bytes.size()) + 16, '\0');
  zlib::z_params params;
  params.next_in = bytes.data();
  params.avail_in = bytes.size();
  params.next_out = out.data();
  params.avail_out = out.size();
  boost::beast::error_code code;
  stream.write(params, zlib::Flush::finish, code);
  if (code != zlib::error::end_of_stream) throw Error("cannot compress: " + code.message());
  out.resize(params.total_out);
  return out;
}

}  // namespace sow
