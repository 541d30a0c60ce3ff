#include "search/network_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdlib>

#include "base/base64.h"
#include "base/error.h"
#include "base/toml.h"

namespace sow {
namespace {

constexpr int network_format = 1;

using NetworkBytes = std::vector<std::uint8_t>;

// Calls visit(number) for every number of a network, in the order of the file.
template <class AnyNetwork, class Visit>
void visit_numbers(AnyNetwork& network, Visit&& visit) {
  const NetworkShape& shape = network.shape();
  for (auto& number : network.bias().near) visit(number);
  for (int pit = 0; pit < shape.pits; ++pit)
    for (int content = 0; content < shape.contents(); ++content) {
      for (auto& number : network.row(pit, content).near) visit(number);
      for (auto& number : network.row(pit, content).far) visit(number);
    }
  for (int stage = 0; stage < shape.stages; ++stage) {
    for (auto& number : network.output(stage).own) visit(number);
    for (auto& number : network.output(stage).opp) visit(number);
    visit(network.output(stage).bias);
  }
}

std::string network_checksum(const NetworkBytes& bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

// Base64 in lines of a readable length.
std::string base64_lines(const std::string& text) {
  constexpr std::size_t length = 120;
  std::string lines;
  for (std::size_t i = 0; i < text.size(); i += length) lines += text.substr(i, length) + "\n";
  return lines;
}

class NetworkReader {
 public:
  NetworkReader(std::string_view text, std::string file) : file_(std::move(file)) {
    if (text.size() > largest_network_file) fail("larger than an evaluation can be");
    try {
      table_ = toml::parse(text);
    } catch (const toml::parse_error& e) {
      fail(fmt::format("no evaluation: line {}: {}", e.source().begin.line, e.description()));
    }
  }

  [[noreturn]] void fail(const std::string& what) const { throw Error(fmt::format("{}: {}", shown(file_), what)); }

  int number(const char* key, int least, int most) const {
    const auto value = table_[key].value<std::int64_t>();
    if (!value || *value < least || *value > most)
      fail(fmt::format("'{}' is not a number from {} to {}", key, least, most));
    return static_cast<int>(*value);
  }
  std::string text(const char* key) const {
    const auto value = table_[key].value<std::string>();
    if (!value) fail(fmt::format("'{}' is not a text", key));
    return *value;
  }
  std::string text_or_nothing(const char* key) const { return table_[key].value_or(std::string()); }
  bool flag(const char* key) const { return table_[key].value_or(false); }

 private:
  std::string file_;
  toml::table table_;
};

}  // namespace

std::string network_text(const Network& network, std::string_view about) {
  NetworkBytes bytes;
  visit_numbers(network, [&](auto number) {
    for (std::size_t k = 0; k < sizeof number; ++k)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> 8 * k));
  });
  const NetworkShape& shape = network.shape();
  return fmt::format(
      "# {}\nformat = {}\ngame = \"{}\"\npits = {}\ncounts = {}\nowned = {}\nseeds = {}\nstages = {}\nchecksum = "
      "\"{}\"\n"
      "numbers = \"\"\"\n{}\"\"\"\n",
      about, network_format, shape.game, shape.pits, shape.counts, shape.owned, shape.seeds, shape.stages,
      network_checksum(bytes), base64_lines(to_base64(bytes)));
}

Network parse_network(std::string_view text, const std::string& file) {
  const NetworkReader reader(text, file);
  reader.number("format", network_format, network_format);
  const NetworkShape shape{.game = reader.text_or_nothing("game"),
                           .pits = reader.number("pits", 1, max_pits),
                           .counts = reader.number("counts", 2, max_seeds + 1),
                           .owned = reader.flag("owned"),
                           .seeds = reader.number("seeds", 1, max_seeds),
                           .stages = reader.number("stages", 1, 64)};
  Network network(shape);
  const auto bytes = from_base64(reader.text("numbers"));
  if (!bytes || network_checksum(*bytes) != reader.text("checksum"))
    reader.fail("damaged: its checksum is another one");
  std::size_t wanted = 0;
  visit_numbers(network, [&](auto number) { wanted += sizeof number; });
  if (bytes->size() != wanted) reader.fail(fmt::format("damaged: {} bytes instead of {}", bytes->size(), wanted));
  std::size_t at = 0;
  visit_numbers(network, [&](auto& number) {
    std::uint32_t read = 0;
    for (std::size_t k = 0; k < sizeof number; ++k) read |= static_cast<std::uint32_t>((*bytes)[at++]) << 8 * k;
    number = static_cast<std::remove_reference_t<decltype(number)>>(read);
  });
  if (!network.is_safe()) reader.fail("damaged: its numbers are too large");
  return network;
}

}  // namespace sow
