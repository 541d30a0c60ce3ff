#include "cluster/build.h"

#include <fmt/format.h>

#include <filesystem>

#include "cluster/checkpoint.h"
#include "cluster/method.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

// A level's values in the order of the file, on the first rank.
class BlockStream {
 public:
  BlockStream(World& world, const Holdings::Level& level) : world_(world), level_(level) {}

  std::span<const std::int8_t> values(std::uint64_t first, std::size_t count) {
    if (world_.ranks() == 1) return {&level_.values[first], count};
    if (first == 0) begin();
    values_.clear();
    while (values_.size() < count) {
      if (used_ == block_.size()) fetch();
      const std::size_t take = std::min(count - values_.size(), block_.size() - used_);
      values_.insert(values_.end(), &block_[used_], &block_[used_] + take);
      used_ += take;
    }
    return values_;
  }
  void end() { tell(0); }

 private:
  void begin() {
    tell(1);
    block_.clear();
    used_ = next_ = 0;
  }
  void tell(std::int8_t again) {
    for (int rank = 1; rank < world_.ranks(); ++rank) world_.send(rank, {&again, 1});
  }
  void fetch() {
    const Share& share = level_.share;
    block_.resize(share.boards_in_block(next_));
    used_ = 0;
    if (const int owner = share.owner_of_block(next_); owner != 0)
      world_.receive(owner, block_);
    else
      std::copy_n(&level_.values[share.place(next_ * share.block_boards())], block_.size(), block_.begin());
    ++next_;
    world_.alive();
  }

  World& world_;
  const Holdings::Level& level_;
  std::vector<std::int8_t> values_, block_;
  std::uint64_t next_ = 0;  // block
  std::size_t used_ = 0;    // of the block
};

class ClusterBuild {
 public:
  ClusterBuild(World& world, const Database& database, const ClusterBuildOptions& options, ClusterProgress& progress)
      : world_(world),
        database_(database),
        options_(options),
        progress_(progress),
        post_(world),
        holdings_(database.index(), database.kind(), world.rank(), world.ranks()),
        checkpoints_(world, database.folder()),
        method_(make_method(database.game().rules, options.seeds, post_, holdings_)) {}

  bool run() {
    while (holdings_.levels() < options_.seeds) {
      const int n = holdings_.levels() + 1;
      progress_.seeds = n;
      if (is_there(n) && read(n)) {
        leave(n, false);
        continue;
      }
      if (!build(n)) return false;
      write(n);
      checkpoints_.clear();
      leave(n, true);
    }
    return true;
  }

  const PostFigures& post() const { return post_.figures(); }

 private:
  // A level that lacks is told of if there are some above it.
  bool is_there(int n) const {
    if (world_.of_first(database_.levels() >= n ? 1 : 0) > 0) return true;
    std::error_code code;
    for (int above = n + 1; above <= options_.seeds; ++above)
      if (world_.first() && std::filesystem::exists(database_.level_path(above), code)) {
        say(database_.level_path(n) + " is missing; it is built again");
        break;
      }
    return false;
  }

  bool read(int n) {
    Holdings::Level& level = holdings_.add_level();
    std::string damage;
    try {
      const auto file = database_.open(n);
      level.share.each_block([&](std::uint64_t block, Share::Place place) { read_block(*file, level, block, place); });
    } catch (const DamagedFile& e) {
      damage = e.what();
    }
    damage = world_.any_text(damage);
    if (!damage.empty()) {
      say(damage + "; it is built again");
      holdings_.remove_last_level();
      return false;
    }
    if (holdings_.forced()) method_->find_replies();
    return true;
  }
  // The room for a last block that is short is as large as for any other.
  void read_block(const LevelFile& file, Holdings::Level& level, std::uint64_t block, Share::Place place) {
    constexpr std::size_t bytes = LevelFile::block_bytes;
    const std::uint64_t first = block * level.share.block_boards();
    for (std::uint64_t at = 0; at < level.share.boards_in_block(block); at += bytes)
      file.read_block((first + at) / bytes, &level.values[place + at]);
    world_.alive();
  }

  bool build(int n) {
    Holdings::Level& level = holdings_.add_level();
    method_->begin_level();
    std::string problem;
    int step = checkpoints_.restore(n, level.share, method_->state(), problem).value_or(0);
    if (!problem.empty()) {
      say(problem + "; the level is begun again");
      step = 0;
      holdings_.remove_last_level();
      holdings_.add_level();
      method_->begin_level();
    }
    if (step > 0) say(fmt::format("{} seeds go on from a checkpoint at step {} of {}", n, step, method_->steps()));
    const std::uint64_t before = progress_.done;
    while (method_->step(step++)) {
      progress_.done = before + level.share.boards() * std::min(step, method_->steps()) / method_->steps();
      if (!pause({n, step}, level.share)) return false;
    }
    method_->finish_level();
    return true;
  }

  // Between two supersteps: a checkpoint if it is time for one, which the first rank decides. False if the work is to end.
  bool pause(const Stage& stage, const Share& share) {
    const bool due =
        world_.first() && Clock::now() - last_checkpoint_ >= std::chrono::seconds(options_.checkpoint_seconds);
    const auto wishes = world_.sum({due ? 1u : 0u, options_.stop->load() ? 1u : 0u});
    if (wishes[0] + wishes[1] > 0) {
      checkpoints_.save(stage, share, method_->state());
      last_checkpoint_ = Clock::now();
    }
    return wishes[1] == 0;
  }

  // The first rank writes; the others hand it their blocks in the order of the file, as often as it goes over them.
  void write(int n) {
    const Holdings::Level& level = holdings_.last();
    if (!world_.first()) return hand_over(level);
    BlockStream stream(world_, level);
    const int threads =
        std::max(1u, std::thread::hardware_concurrency());  // the other ranks have nothing to do meanwhile
    database_.write_level(
        n, [&](std::uint64_t first, std::size_t count) { return stream.values(first, count); }, threads);
    stream.end();
  }
  void hand_over(const Holdings::Level& level) {
    for (std::int8_t again = 0; world_.receive(0, {&again, 1}), again != 0;)
      level.share.each_block([&](std::uint64_t block, Share::Place place) {
        world_.send(0, {&level.values[place], level.share.boards_in_block(block)});
      });
  }

  void leave(int n, bool built) {
    const std::uint64_t size = database_.index().size(n);
    finished_ += size;
    progress_.done = finished_;
    if (!built) progress_.there += size;
  }
  void say(const std::string& text) const {
    if (world_.first() && options_.say) options_.say(text);
  }

  World& world_;
  const Database& database_;
  const ClusterBuildOptions& options_;
  ClusterProgress& progress_;
  Post post_;
  Holdings holdings_;
  Checkpoints checkpoints_;
  std::unique_ptr<LevelMethod> method_;
  std::uint64_t finished_ = 0;
  Clock::time_point last_checkpoint_ = Clock::now();
};

}  // namespace

bool build_on_cluster(World& world, const Database& database, const ClusterBuildOptions& options,
                      ClusterProgress& progress, ClusterFigures& figures) {
  ClusterBuild build(world, database, options, progress);
  const bool finished = build.run();
  figures = {progress.done - progress.there, build.post()};
  return finished;
}

ClusterNeeds cluster_needs(const Database& database, int seeds, int ranks, int there) {
  constexpr double program_bytes = 80e6;  // with MPI, and what writing a level takes
  constexpr double disk_bytes = 0.5;      // a board of a level; measured in docs/databases.md
  const Index& index = database.index();
  const bool forced = database.kind() == DatabaseKind::forced;
  const MethodFigures method = method_figures(database.game().rules);
  ClusterNeeds needs;
  needs.most_places = method.most_places;
  double sides = 0;
  for (int n = 0; n <= seeds; ++n) {
    needs.level_places = Share(index.size(n), 0, ranks).most_own_places();
    needs.places += needs.level_places;
    needs.boards += index.size(n);
    if (n > there) needs.missing += index.size(n);
    sides += static_cast<double>(index.sides(n));
  }
  const bool builds = seeds > there;
  needs.memory = static_cast<double>(needs.places) * (forced ? 2 : 1) +
                 (builds ? static_cast<double>(needs.level_places) * method.work_bytes : 0) +
                 sides * method.side_bytes + static_cast<double>(Post::memory(ranks)) + program_bytes;
  const auto missing = static_cast<double>(needs.missing);
  needs.levels = missing * disk_bytes;
  needs.checkpoint = builds ? static_cast<double>(index.size(seeds)) * (1 + method.kept_bytes + (forced ? 1 : 0)) : 0;
  needs.sent = missing * method.bytes_sent * (ranks - 1) / ranks;
  needs.seconds = missing * method.nanoseconds * 1e-9 / ranks;
  return needs;
}

}  // namespace sow
