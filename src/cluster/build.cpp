#include "cluster/build.h"

#include <fmt/format.h>

#include <filesystem>

#include "cluster/checkpoint.h"
#include "cluster/method.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

// On the first rank: the values of a level in file order, received from their owners.
class BlockStream {
 public:
  BlockStream(World& world, const LocalLevels::Level& level) : world_(world), level_(level) {}

  std::span<const std::int8_t> values(std::uint64_t first, std::size_t count) {
    if (world_.ranks() == 1) return {&level_.values[first], count};
    if (first == 0) restart();
    values_.clear();
    while (values_.size() < count) {
      if (used_ == block_.size()) fetch();
      const std::size_t take = std::min(count - values_.size(), block_.size() - used_);
      values_.insert(values_.end(), &block_[used_], &block_[used_] + take);
      used_ += take;
    }
    return values_;
  }
  void end() { send_command(0); }

 private:
  void restart() {
    send_command(1);
    block_.clear();
    used_ = next_ = 0;
  }
  void send_command(std::int8_t again) {
    for (int rank = 1; rank < world_.ranks(); ++rank) world_.send(rank, {&again, 1});
  }
  void fetch() {
    const Share& share = level_.share;
    block_.resize(share.boards_in_block(next_));
    used_ = 0;
    if (const int owner = share.owner_of_block(next_); owner != 0)
      world_.receive(owner, block_);
    else
      std::copy_n(&level_.values[share.slot(next_ * share.block_boards())], block_.size(), block_.begin());
    ++next_;
    world_.heartbeat();
  }

  World& world_;
  const LocalLevels::Level& level_;
  std::vector<std::int8_t> values_, block_;
  std::uint64_t next_ = 0;  // next block to fetch
  std::size_t used_ = 0;    // values of block_ already returned
};

class ClusterBuild {
 public:
  ClusterBuild(World& world, const Database& database, const ClusterBuildOptions& options, ClusterProgress& progress)
      : world_(world),
        database_(database),
        options_(options),
        progress_(progress),
        mailbox_(world),
        levels_(database.index(), database.kind(), world.rank(), world.ranks()),
        checkpoints_(world, database.folder()),
        method_(make_method(database.game().rules, options.seeds, mailbox_, levels_)) {}

  bool run() {
    while (levels_.max_seeds() < options_.seeds) {
      const int n = levels_.max_seeds() + 1;
      progress_.seeds = n;
      if (exists(n) && read(n)) {
        finish(n, false);
        continue;
      }
      if (!build(n)) return false;
      write(n);
      checkpoints_.clear();
      finish(n, true);
    }
    return true;
  }

  const MailboxStats& mailbox() const { return mailbox_.stats(); }

 private:
  // Logs a missing level if there are larger ones.
  bool exists(int n) const {
    if (world_.from_first(database_.max_seeds() >= n ? 1 : 0) > 0) return true;
    std::error_code code;
    for (int above = n + 1; above <= options_.seeds; ++above)
      if (world_.first() && std::filesystem::exists(database_.level_path(above), code)) {
        log(database_.level_path(n) + " is missing; rebuilding it");
        break;
      }
    return false;
  }

  bool read(int n) {
    LocalLevels::Level& level = levels_.add_level();
    std::string damage;
    try {
      const auto file = database_.open(n);
      level.share.each_block([&](std::uint64_t block, Share::Slot slot) { read_block(*file, level, block, slot); });
    } catch (const DamagedFile& e) {
      damage = e.what();
    }
    damage = world_.first_text(damage);
    if (!damage.empty()) {
      log(damage + "; rebuilding it");
      levels_.remove_last_level();
      return false;
    }
    if (levels_.forced()) method_->find_replies();
    return true;
  }
  // A short last block has room for a full one.
  void read_block(const LevelFile& file, LocalLevels::Level& level, std::uint64_t block, Share::Slot slot) {
    constexpr std::size_t bytes = LevelFile::block_bytes;
    const std::uint64_t first = block * level.share.block_boards();
    for (std::uint64_t at = 0; at < level.share.boards_in_block(block); at += bytes)
      file.read_block((first + at) / bytes, &level.values[slot + at]);
    world_.heartbeat();
  }

  bool build(int n) {
    LocalLevels::Level& level = levels_.add_level();
    if (level.share.boards() == 0) return true;  // cannot occur
    method_->start_level();
    std::string problem;
    int step = checkpoints_.restore(n, level.share, method_->state(), problem).value_or(0);
    if (!problem.empty()) {
      log(problem + "; restarting the level");
      step = 0;
      levels_.remove_last_level();
      levels_.add_level();
      method_->start_level();
    }
    if (step > 0) log(fmt::format("resuming level {} from a checkpoint at step {} of {}", n, step, method_->steps()));
    const std::uint64_t before = progress_.done;
    while (method_->step(step++)) {
      progress_.done = before + level.share.boards() * std::min(step, method_->steps()) / method_->steps();
      if (!checkpoint_if_due({n, step}, level.share)) return false;
    }
    method_->finish_level();
    return true;
  }

  // Between two supersteps: saves a checkpoint if one is due (the first rank decides). Returns false if the build
  // should stop.
  bool checkpoint_if_due(const Stage& stage, const Share& share) {
    const bool due =
        world_.first() && Clock::now() - last_checkpoint_ >= std::chrono::seconds(options_.checkpoint_seconds);
    const auto votes = world_.sum({due ? 1u : 0u, options_.stop->load() ? 1u : 0u});
    if (votes[0] + votes[1] > 0) {
      checkpoints_.save(stage, share, method_->state());
      last_checkpoint_ = Clock::now();
    }
    return votes[1] == 0;
  }

  // The first rank writes the file. The others send it their blocks in file order, once per pass over the values.
  void write(int n) {
    const LocalLevels::Level& level = levels_.last();
    if (!world_.first()) return send_blocks(level);
    BlockStream stream(world_, level);
    const int threads = std::max(1u, std::thread::hardware_concurrency());  // the other ranks are idle
    database_.write_level(
        n, [&](std::uint64_t first, std::size_t count) { return stream.values(first, count); }, threads);
    stream.end();
  }
  void send_blocks(const LocalLevels::Level& level) {
    for (std::int8_t again = 0; world_.receive(0, {&again, 1}), again != 0;)
      level.share.each_block([&](std::uint64_t block, Share::Slot slot) {
        world_.send(0, {&level.values[slot], level.share.boards_in_block(block)});
      });
  }

  void finish(int n, bool built) {
    const std::uint64_t size = database_.index().size(n);
    finished_ += size;
    progress_.done = finished_;
    if (!built) progress_.existing += size;
  }
  void log(const std::string& text) const {
    if (world_.first() && options_.log) options_.log(text);
  }

  World& world_;
  const Database& database_;
  const ClusterBuildOptions& options_;
  ClusterProgress& progress_;
  Mailbox mailbox_;
  LocalLevels levels_;
  Checkpoints checkpoints_;
  std::unique_ptr<LevelMethod> method_;
  std::uint64_t finished_ = 0;
  Clock::time_point last_checkpoint_ = Clock::now();
};

}  // namespace

bool build_on_cluster(World& world, const Database& database, const ClusterBuildOptions& options,
                      ClusterProgress& progress, ClusterStats& stats) {
  ClusterBuild build(world, database, options, progress);
  const bool finished = build.run();
  stats = {progress.done - progress.existing, build.mailbox()};
  return finished;
}

ClusterNeeds cluster_needs(const Database& database, int seeds, int ranks, int existing) {
  constexpr double program_bytes = 80e6;  // including MPI and buffers for writing a level
  const Index& index = database.index();
  const bool forced = database.kind() == DatabaseKind::forced;
  const MethodCosts method = method_costs(database.game().rules);
  ClusterNeeds needs;
  needs.max_slots = method.max_slots;
  double sides = 0;
  for (int n = 0; n <= seeds; ++n) {
    needs.level_slots = Share(index.size(n), 0, ranks).max_slots();
    needs.slots += needs.level_slots;
    needs.boards += index.size(n);
    if (n > existing) needs.missing += index.size(n);
    sides += static_cast<double>(index.sides(n));
  }
  const bool builds = seeds > existing;
  needs.memory = static_cast<double>(needs.slots) * (forced ? 2 : 1) +
                 (builds ? static_cast<double>(needs.level_slots) * method.work_bytes : 0) + sides * method.side_bytes +
                 static_cast<double>(Mailbox::memory(ranks)) + program_bytes;
  const auto missing = static_cast<double>(needs.missing);
  needs.levels = missing * LevelFile::typical_bytes_per_board;
  needs.checkpoint =
      builds ? static_cast<double>(index.size(seeds)) * (1 + method.checkpoint_bytes + (forced ? 1 : 0)) : 0;
  needs.sent = missing * method.bytes_sent * (ranks - 1) / ranks;
  needs.seconds = missing * method.nanoseconds * 1e-9 / ranks;
  return needs;
}

}  // namespace sow
