#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

#include "cli/commit.h"

namespace sow {
namespace {

std::string compiler_text() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

std::string version_text() { return "sow " SOW_VERSION; }

std::string build_info() {
  constexpr std::string_view commit = SOW_COMMIT;
  return fmt::format("{}\ncommit: {}\nbuild: {}, {}\n", version_text(), commit.empty() ? "unknown" : commit,
                     compiler_text(), SOW_BUILD_OPTIONS);
}

}  // namespace sow
