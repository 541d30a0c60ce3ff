#include "db/export_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "db/level_file.h"

namespace sow {
namespace {

constexpr std::string_view npy_magic("\x93NUMPY\x01\x00", 8);
constexpr const char *margin_name = "margin", *forced_name = "forced";
constexpr const char* first_side = "own";

class Exporter {
 public:
  Exporter(const Database& database, int seeds, const ExportOptions& options)
      : index_(database.index()),
        seeds_(seeds),
        options_(options),
        owners_(index_.states().count() > 1),
        value_name_(database.kind() == DatabaseKind::margin ? margin_name : forced_name) {}

  std::string header() const { return options_.format == ExportOptions::Format::npy ? npy_header() : csv_header(); }

  // Appends the row of a board; false if the board is left out.
  bool append(std::string& out, std::uint64_t number, int value) const {
    const bool csv = options_.format == ExportOptions::Format::csv;
    if (!options_.boards) {
      csv ? add_number(out, value, '\n') : out.push_back(static_cast<char>(value));
      return true;
    }
    const Position p = index_.position(seeds_, number);
    if (p.seeds_in_pits() != seeds_) return false;
    const auto add = [&](int cell) { csv ? add_number(out, cell, ',') : out.push_back(static_cast<char>(cell)); };
    for (int side = 0; side < 2; ++side)
      for (int pit = 0; pit < index_.pits(); ++pit) add(p.pits[side][pit]);
    if (owners_)
      for (int side = 0; side < 2; ++side)
        for (int pit = 0; pit < index_.pits(); ++pit) add(owner(p, side, pit));
    csv ? add_number(out, value, '\n') : out.push_back(static_cast<char>(value));
    return true;
  }

 private:
  static void add_number(std::string& out, int number, char end) {
    const fmt::format_int digits(number);
    out.append(digits.data(), digits.size());
    out.push_back(end);
  }

  static int owner(const Position& p, int side, int pit) {
    const PitSet bit = PitSet{1} << (32 * side + pit);
    return (p.owned[0] & bit) != 0 ? 1 : (p.owned[1] & bit) != 0 ? 2 : 0;
  }

  std::uint64_t rows() const {
    const std::uint64_t all = index_.size(seeds_);
    if (!options_.boards || !owners_) return all;
    std::uint64_t possible = 0;
    for (std::uint64_t i = 0; i < all; ++i) possible += index_.position(seeds_, i).seeds_in_pits() == seeds_ ? 1 : 0;
    return possible;
  }

  // Version 1.0 of the format: the magic string, the length of the description, and the description, padded to 64
  // bytes.
  std::string npy_header() const {
    std::string type = "'|i1'";
    if (options_.boards)
      type = fmt::format("[('board', '|u1', ({0},)), {1}('{2}', '|i1')]", 2 * index_.pits(),
                         owners_ ? fmt::format("('owner', '|u1', ({},)), ", 2 * index_.pits()) : "", value_name_);
    std::string text = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({},), }}", type, rows());
    constexpr std::size_t fixed = 10;
    text.resize((fixed + text.size() + 64) / 64 * 64 - fixed, ' ');
    text.back() = '\n';
    const auto length = static_cast<unsigned>(text.size());
    return std::string(npy_magic) + static_cast<char>(length & 255) + static_cast<char>(length >> 8) + text;
  }

  std::string csv_header() const {
    std::string text;
    if (options_.boards)
      for (const char* prefix : {"", "owner_"}) {
        if (*prefix != '\0' && !owners_) break;
        for (const char* side : {first_side, "opp"})
          for (int pit = 0; pit < index_.pits(); ++pit) text += fmt::format("{}{}{},", prefix, side, pit);
      }
    return text + value_name_ + "\n";
  }

  const Index& index_;
  const int seeds_;
  const ExportOptions& options_;
  const bool owners_;
  const std::string value_name_;
};

}  // namespace

bool is_export(ExportOptions::Format format, std::string_view start) {
  if (format == ExportOptions::Format::npy) return start.starts_with(npy_magic.substr(0, 6));
  const auto is_column = [&](const char* name) { return start.starts_with(name + std::string("\n")); };
  return is_column(margin_name) || is_column(forced_name) || start.starts_with(first_side + std::string("0,"));
}

std::uint64_t export_level(const Database& database, int seeds, const ExportOptions& options,
                           const std::function<void(std::string_view)>& write) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const auto file = database.open(seeds);
  const Exporter exporter(database, seeds, options);
  std::string out = exporter.header();
  std::array<std::int8_t, LevelFile::block_bytes> block;
  std::uint64_t rows = 0;
  for (std::size_t b = 0; b < file->blocks() && !(options.stop != nullptr && *options.stop); ++b) {
    file->read_block(b, block.data());
    const std::uint64_t first = b * block.size(), count = std::min<std::uint64_t>(block.size(), file->values() - first);
    for (std::uint64_t i = 0; i < count; ++i) rows += exporter.append(out, first + i, block[i]) ? 1 : 0;
    if (options.done != nullptr) *options.done += count;
    if (out.size() < piece) continue;
    write(out);
    out.clear();
  }
  write(out);
  return rows;
}

}  // namespace sow
