#include "cluster/method.h"

#include "cluster/acyclic.h"
#include "cluster/retrograde.h"
#include "cluster/sweep.h"
#include "db/acyclic.h"
#include "db/retrograde.h"

namespace sow {
namespace {

// Base class, so that the kernel is constructed before the method.
struct KernelOwner {
  std::unique_ptr<AnyKernel> owned;
};
template <int W, template <int> class Method>
class MethodOf final : KernelOwner, public Method<W> {
 public:
  MethodOf(std::unique_ptr<AnyKernel> kernel, Mailbox& mailbox, LocalLevels& levels)
      : KernelOwner{std::move(kernel)}, Method<W>(static_cast<const Kernel<W>&>(*owned), mailbox, levels) {}
};

// Calls use() with the method for these rules, chosen as in db/builder.cpp. Here, retrograde analysis has no states.
template <int W, class Use>
auto with_method(const Ruleset& rules, Use&& use) {
  if (AcyclicMethod<W>::fits(rules)) return use.template operator()<ClusterAcyclic>();
  if (RetrogradeMethod<W>::fits(rules) && !rules.owns()) return use.template operator()<ClusterRetrograde>();
  return use.template operator()<ClusterSweep>();
}

}  // namespace

MethodCosts method_costs(const Ruleset& rules) {
  return with_method<8>(rules, [&]<template <int> class Method>() { return Method<8>::costs(rules); });
}

std::unique_ptr<LevelMethod> make_method(const Ruleset& rules, int max_seeds, Mailbox& mailbox, LocalLevels& levels) {
  auto kernel = make_kernel(rules, max_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) {
    return with_method<W>(rules, [&]<template <int> class Method>() -> std::unique_ptr<LevelMethod> {
      return std::make_unique<MethodOf<W, Method>>(std::move(kernel), mailbox, levels);
    });
  });
}

}  // namespace sow
