// Network files: a file must be rejected or round-trip, with little time and memory. If the first byte is 'T', the rest
// is the text of a file. Otherwise the first bytes are the dimensions and the rest the numbers of a file with a valid
// checksum, so that the checks behind it are reached.
#include <fmt/format.h>
#include <xxhash.h>

#include <span>
#include <string>

#include "base/base64.h"
#include "base/error.h"
#include "require.h"
#include "search/network_file.h"

using namespace sow;

namespace {

constexpr std::size_t dimensions = 5;

std::string file_of(std::span<const std::uint8_t> data) {
  const auto numbers = data.subspan(dimensions);
  return fmt::format(
      "format = 1\ngame = \"x\"\npits = {}\ncounts = {}\nowned = {}\nseeds = {}\nstages = {}\nchecksum = \"{:016x}\"\n"
      "numbers = \"{}\"\n",
      data[0] % 32, data[1], data[2] % 2 == 1, data[3], data[4] % 80, XXH3_64bits(numbers.data(), numbers.size()),
      to_base64(numbers));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size <= dimensions) return 0;
  const std::string text =
      data[0] == 'T' ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1) : file_of(std::span(data, size));
  try {
    const Network network = parse_network(text, "fuzz.network");
    fuzz::require(network.is_safe(), "no sum can overflow");
    const std::string written = network_text(network, "fuzz");
    const Network again = parse_network(written, "written.network");
    fuzz::require(again.shape() == network.shape() && network_text(again, "fuzz") == written, "the same network");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  return 0;
}
