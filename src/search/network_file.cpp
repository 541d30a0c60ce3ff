#include "search/network_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdlib>

#include "base/base64.h"
#include "base/error.h"
#include "base/parse_toml.h"

namespace sow {
namespace {

constexpr int network_format = 1;

using NetworkBytes = std::vector<std::uint8_t>;

// Calls visit(number) for each number of a network, in file order.
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

// Number of bytes of a network of this shape: visit_numbers() without the network.
std::size_t network_bytes(const NetworkShape& shape) {
  constexpr std::size_t numbers = sizeof(Network::Numbers);
  const std::size_t rows = static_cast<std::size_t>(shape.pits) * static_cast<std::size_t>(shape.contents());
  const std::size_t output = 2 * numbers + sizeof(Network::Output::bias);
  return numbers + rows * 2 * numbers + static_cast<std::size_t>(shape.stages) * output;
}

std::string network_checksum(const NetworkBytes& bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::string split_into_lines(const std::string& text) {
  constexpr std::size_t columns = 120;
  std::string lines;
  for (std::size_t i = 0; i < text.size(); i += columns) lines += text.substr(i, columns) + "\n";
  return lines;
}

class NetworkReader {
 public:
  NetworkReader(std::string_view text, std::string file) : file_(std::move(file)) {
    if (text.size() > max_network_file_bytes)
      fail(fmt::format("an evaluation file has at most {} bytes", max_network_file_bytes));
    table_ = parse_toml(text, file_);
  }

  [[noreturn]] void fail(const std::string& what) const { throw Error(fmt::format("{}: {}", shown(file_), what)); }

  [[noreturn]] void damaged(const std::string& what) const {
    throw DamagedFile(fmt::format("{}: the file is damaged: {}", shown(file_), what));
  }

  int number(const char* key, int min, int max) const {
    const auto value = table_[key].value<std::int64_t>();
    if (!value || *value < min || *value > max)
      fail(min == max ? fmt::format("'{}' must be {}", key, min)
                      : fmt::format("'{}' must be a number from {} to {}", key, min, max));
    return static_cast<int>(*value);
  }
  std::string text(const char* key) const {
    const auto value = table_[key].value<std::string>();
    if (!value) fail(fmt::format("'{}' must be a string", key));
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
      network_checksum(bytes), split_into_lines(to_base64(bytes)));
}

Network parse_network(std::string_view text, const std::string& file) {
  const NetworkReader reader(text, file);
  reader.number("format", network_format, network_format);
  const NetworkShape shape{.game = reader.text_or_nothing("game"),
                           .pits = reader.number("pits", 1, max_pits),
                           .counts = reader.number("counts", 2, max_seeds - 1),
                           .owned = reader.flag("owned"),
                           .seeds = reader.number("seeds", 1, max_seeds),
                           .stages = reader.number("stages", 1, 64)};
  const auto bytes = from_base64(reader.text("numbers"));
  if (!bytes || network_checksum(*bytes) != reader.text("checksum")) reader.damaged("wrong checksum");
  if (const std::size_t expected = network_bytes(shape); bytes->size() != expected)
    reader.damaged(fmt::format("{} bytes of numbers instead of {}", bytes->size(), expected));
  Network network(shape);  // allocated only after the file has proven to contain all its numbers
  std::size_t at = 0;
  visit_numbers(network, [&](auto& number) {
    std::uint32_t read = 0;
    for (std::size_t k = 0; k < sizeof number; ++k) read |= static_cast<std::uint32_t>((*bytes)[at++]) << 8 * k;
    number = static_cast<std::remove_reference_t<decltype(number)>>(read);
  });
  if (!network.is_safe()) reader.damaged("its numbers are too large");
  return network;
}

}  // namespace sow
