#include "cluster/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <cstdio>
#include <map>

#include "base/new_file.h"

namespace sow {
namespace {

constexpr std::string_view heading = "sow-cluster checkpoint ", version = "2\n";

std::string prefix_of(const Stage& stage) { return fmt::format("{:02}-{:04}-", stage.seeds, stage.step); }

[[noreturn]] void damaged(const std::filesystem::path& path, const char* what) {
  throw DamagedFile(fmt::format("{} is damaged: {}", path.string(), what));
}

std::size_t bytes_per_board(const Checkpoints::Arrays& arrays) {
  std::size_t bytes = 0;
  for (const SlotArray& array : arrays) bytes += array.width;
  return bytes;
}

}  // namespace

Checkpoints::Checkpoints(World& world, const std::filesystem::path& database)
    : world_(world), folder_(database / "checkpoint") {
  const std::string name = database.filename();
  identity_ = XXH3_64bits(name.data(), name.size());
  if (world.first()) remove_unfinished(folder_);
}

std::filesystem::path Checkpoints::part_path(const Stage& stage, int rank, int ranks) const {
  return folder_ / fmt::format("{}{:04}-of-{:04}.part", prefix_of(stage), rank, ranks);
}

std::uint64_t Checkpoints::checksum(const Stage& stage, std::uint64_t block, std::span<const std::int8_t> bytes) const {
  const std::uint64_t what[] = {identity_, static_cast<std::uint64_t>(stage.seeds),
                                static_cast<std::uint64_t>(stage.step), block};
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), XXH3_64bits(what, sizeof what));
}

std::string Checkpoints::manifest_text(const Manifest& m) const {
  const std::string text = fmt::format("{}{}seeds {}\nstep {}\nranks {}\nbytes {}\n", heading, version, m.stage.seeds,
                                       m.stage.step, m.ranks, m.bytes);
  return text + fmt::format("checksum {:016x}\n", XXH3_64bits_withSeed(text.data(), text.size(), identity_));
}

// The first rank reads the manifest and sends it to the others.
std::optional<Checkpoints::Manifest> Checkpoints::read_manifest() {
  constexpr const char* unreadable = "?";
  const auto path = folder_ / "manifest";
  std::error_code code;
  std::string text;
  if (world_.first() && std::filesystem::exists(path, code)) try {
      const File file(path, O_RDONLY);
      text.resize(256);
      text.resize(file.read_at(0, text.data(), text.size()));
      if (text.empty()) text = unreadable;
    } catch (const Error&) {  // the other ranks wait for the text
      text = unreadable;
    }
  text = world_.first_text(text);
  if (text.empty()) return std::nullopt;
  if (text.starts_with(heading) && !text.substr(heading.size()).starts_with(version))
    throw Error(path.string() + " was written by another version of sow-cluster");
  Manifest m;
  if (std::sscanf(text.c_str(), "sow-cluster checkpoint %*d seeds %d step %d ranks %d bytes %zu", &m.stage.seeds,
                  &m.stage.step, &m.ranks, &m.bytes) != 4 ||
      text != manifest_text(m) || m.ranks < 1)
    damaged(path, "wrong checksum");
  return m;
}

void Checkpoints::save(const Stage& stage, const Share& share, const Arrays& arrays) {
  std::error_code code;
  if (world_.first()) std::filesystem::create_directories(folder_, code);
  world_.sum(1);  // barrier: the folder exists, or writing a part will fail
  write_part(stage, share, arrays);
  world_.sum(1);  // barrier: all parts are written
  if (!world_.first()) return;
  NewFile manifest(folder_ / "manifest");
  manifest.file().write(manifest_text({stage, world_.ranks(), bytes_per_board(arrays)}));
  manifest.finish();
  remove_parts_except(prefix_of(stage));
}

void Checkpoints::write_part(const Stage& stage, const Share& share, const Arrays& arrays) {
  NewFile part(part_path(stage, world_.rank(), world_.ranks()));
  std::vector<std::int8_t> record;
  std::uint64_t end = 0;
  share.each_block([&](std::uint64_t block, Share::Slot slot) {
    const std::size_t boards = share.boards_in_block(block);
    record.clear();
    for (const SlotArray& array : arrays) {
      const auto part = array.part(slot, boards);
      record.insert(record.end(), part.begin(), part.end());
    }
    const std::uint64_t sum = checksum(stage, block, record);
    part.file().write_at(end, record.data(), record.size());
    part.file().write_at(end + record.size(), &sum, sizeof sum);
    end += record.size() + sizeof sum;
    world_.heartbeat();
  });
  part.finish();
}

std::optional<int> Checkpoints::restore(int seeds, const Share& share, const Arrays& arrays, std::string& problem) {
  problem.clear();
  std::optional<Manifest> manifest;
  try {
    manifest = read_manifest();
    if (manifest && manifest->stage.seeds != seeds) manifest.reset();  // from a level that has been finished since
    if (manifest) read_parts(*manifest, share, arrays);
  } catch (const Error& e) {
    problem = e.what();
  }
  problem = world_.first_text(problem);
  if (!problem.empty() || !manifest) return std::nullopt;
  return manifest->stage.step;
}

// Only the last block of a level can be short, so all earlier blocks in its file have full size.
void Checkpoints::read_parts(const Manifest& manifest, const Share& share, const Arrays& arrays) {
  const std::size_t board = bytes_per_board(arrays);
  if (manifest.bytes != board) damaged(folder_ / "manifest", "it belongs to another kind of game");
  const std::uint64_t full = board * share.block_boards() + sizeof(std::uint64_t);
  std::map<int, File> files;
  std::vector<std::int8_t> record;
  share.each_block([&](std::uint64_t block, Share::Slot slot) {
    const int owner = static_cast<int>(block % manifest.ranks);
    const auto path = part_path(manifest.stage, owner, manifest.ranks);
    const File& file = files.try_emplace(owner, path, O_RDONLY).first->second;
    const std::size_t boards = share.boards_in_block(block), bytes = board * boards;
    const std::uint64_t at = block / manifest.ranks * full;
    std::uint64_t sum = 0;
    record.resize(bytes);
    if (file.read_at(at, record.data(), bytes) != bytes || file.read_at(at + bytes, &sum, sizeof sum) != sizeof sum)
      damaged(path, "the file is truncated");
    if (sum != checksum(manifest.stage, block, record)) damaged(path, "wrong checksum in a block");
    const auto* from = record.data();
    for (const SlotArray& array : arrays) {
      const auto to = array.part(slot, boards);
      std::copy_n(from, to.size(), to.begin());
      from += to.size();
    }
    world_.heartbeat();
  });
}

void Checkpoints::clear() {
  world_.sum(1);  // barrier: nobody needs it anymore
  if (!world_.first()) return;
  std::error_code code;
  std::filesystem::remove(folder_ / "manifest", code);
  remove_parts_except("");
  std::filesystem::remove(folder_, code);  // fails if the folder contains other files
}

// Keeps the parts whose name starts with the prefix; an empty prefix keeps none.
void Checkpoints::remove_parts_except(const std::string& prefix) const {
  std::error_code code;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, code))
    if (entry.path().extension() == ".part" &&
        (prefix.empty() || !entry.path().filename().string().starts_with(prefix)))
      old.push_back(entry.path());
  for (const auto& path : old) std::filesystem::remove(path, code);
}

}  // namespace sow
