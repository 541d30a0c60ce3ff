#include "board/any_kernel.h"

#include "board/any_kernel_for.h"
#include "board/game_ids.h"

namespace sow {

#define SOW_DECLARE(id) std::unique_ptr<AnyKernel> make_kernel_##id(const Ruleset& rules, int total);
SOW_EACH_GAME(SOW_DECLARE)
#undef SOW_DECLARE

std::unique_ptr<AnyKernel> make_kernel(const Ruleset& rules, int total) {
#define SOW_TRY(id) \
  if (auto kernel = make_kernel_##id(rules, total)) return kernel;
  SOW_EACH_GAME(SOW_TRY)
#undef SOW_TRY
  return make_reference_kernel(rules);
}

std::unique_ptr<AnyKernel> make_reference_kernel(const Ruleset& rules) {
  return std::make_unique<AnyKernelFor<ReferenceKernel>>(ReferenceKernel(rules));
}

}  // namespace sow
