// LevelBuilder around a kernel known at compile time.
#pragma once

#include <type_traits>

#include "board/any_kernel_for.h"
#include "db/acyclic.h"
#include "db/builder.h"
#include "db/retrograde.h"
#include "db/sweep.h"

namespace sow {

template <class Kernel, template <class> class Method>
class BuilderFor final : public LevelBuilder {
 public:
  explicit BuilderFor(Kernel kernel) : kernel_(std::move(kernel)), method_(kernel_) {}

  void build_level(Margins& margins, int threads, const std::atomic<bool>& stop, BoardsDone& done) override {
    done = 0;
    method_.build_level(margins, threads, stop, done);
  }
  int work_bytes() const override { return Method<Kernel>::work_bytes; }
  std::uint64_t boards_a_second() const override {
    constexpr std::uint64_t slower = std::is_same_v<Kernel, ReferenceKernel> ? 20 : 1;
    return Method<Kernel>::boards_a_second / slower;
  }

 private:
  Kernel kernel_;
  Method<Kernel> method_;
};

// The best method for the kernel's rules. Fast kernels know what can be asked of them when they are compiled.
template <class Kernel>
std::unique_ptr<LevelBuilder> make_builder_for(Kernel kernel) {
  constexpr bool any = std::is_same_v<Kernel, ReferenceKernel>;
  constexpr auto never_repeats = [] {
    if constexpr (!any) return Kernel::shape.never_repeats;
    return false;
  }();
  if constexpr (any || never_repeats)
    if (kernel.rules().never_repeats()) return std::make_unique<BuilderFor<Kernel, AcyclicMethod>>(std::move(kernel));
  if constexpr (any || !never_repeats) {
    if (RetrogradeMethod<Kernel>::fits(kernel.rules()))
      return std::make_unique<BuilderFor<Kernel, RetrogradeMethod>>(std::move(kernel));
    return std::make_unique<BuilderFor<Kernel, SweepMethod>>(std::move(kernel));
  }
  return nullptr;
}

}  // namespace sow
