#include "db/builder.h"

#include "db/acyclic.h"
#include "db/retrograde.h"
#include "db/sweep.h"

namespace sow {
namespace {

template <int W, template <int> class Method>
class BuilderOf final : public LevelBuilder {
 public:
  explicit BuilderOf(std::unique_ptr<AnyKernel> kernel)
      : kernel_(std::move(kernel)), method_(static_cast<const Kernel<W>&>(*kernel_)) {}

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) override {
    done = 0;
    if (!table.index().occurs(table.max_seeds() + 1)) {
      if (!stop) table.add_level();
      return;
    }
    method_.build_level(table, threads, stop, done);
  }
  double work_bytes() const override { return method_.work_bytes(); }
  // The small levels of many states take longer.
  std::uint64_t boards_per_second() const override {
    return kernel_->rules().owns() ? SweepMethod<W>::boards_per_second : Method<W>::boards_per_second;
  }

 private:
  std::unique_ptr<AnyKernel> kernel_;
  Method<W> method_;
};

template <int W>
std::unique_ptr<LevelBuilder> make_builder(std::unique_ptr<AnyKernel> kernel) {
  const Ruleset& rules = kernel->rules();
  if (AcyclicMethod<W>::fits(rules)) return std::make_unique<BuilderOf<W, AcyclicMethod>>(std::move(kernel));
  if (RetrogradeMethod<W>::fits(rules)) return std::make_unique<BuilderOf<W, RetrogradeMethod>>(std::move(kernel));
  return std::make_unique<BuilderOf<W, SweepMethod>>(std::move(kernel));
}

}  // namespace

std::unique_ptr<LevelBuilder> make_level_builder(const Ruleset& rules, int max_seeds) {
  auto kernel = make_kernel(rules, max_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) { return make_builder<W>(std::move(kernel)); });
}

}  // namespace sow
