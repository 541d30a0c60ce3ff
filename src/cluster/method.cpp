#include "cluster/method.h"

#include "cluster/backwards.h"
#include "cluster/in_order.h"
#include "cluster/sweeps.h"
#include "db/acyclic.h"
#include "db/retrograde.h"

namespace sow {
namespace {

// A method, with the kernel it needs, which is made first.
struct KernelOwner {
  std::unique_ptr<AnyKernel> owned;
};
template <int W, template <int> class Method>
class MethodOf final : KernelOwner, public Method<W> {
 public:
  MethodOf(std::unique_ptr<AnyKernel> kernel, Post& post, Holdings& holdings)
      : KernelOwner{std::move(kernel)}, Method<W>(static_cast<const Kernel<W>&>(*owned), post, holdings) {}
};

// Calls use with the method that fits the rules, as db/builder.cpp chooses it.
template <int W, class Use>
auto with_method(const Ruleset& rules, Use&& use) {
  if (AcyclicMethod<W>::fits(rules)) return use.template operator()<InOrder>();
  if (RetrogradeMethod<W>::fits(rules)) return use.template operator()<Backwards>();
  return use.template operator()<Sweeps>();
}

}  // namespace

MethodFigures method_figures(const Ruleset& rules) {
  return with_method<8>(rules, [&]<template <int> class Method>() { return Method<8>::figures(rules); });
}

std::unique_ptr<LevelMethod> make_method(const Ruleset& rules, int most_seeds, Post& post, Holdings& holdings) {
  auto kernel = make_kernel(rules, most_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) {
    return with_method<W>(rules, [&]<template <int> class Method>() -> std::unique_ptr<LevelMethod> {
      return std::make_unique<MethodOf<W, Method>>(std::move(kernel), post, holdings);
    });
  });
}

}  // namespace sow
