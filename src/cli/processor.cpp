#include "cli/processor.h"

#include <unistd.h>

#include <filesystem>

// This file is compiled for the baseline of the architecture, so that it runs everywhere. CMake defines SOW_NEEDS_… for
// the instruction sets that the other files use, or SOW_FASTER_ARCH if they use none.
namespace sow {

const char* missing_instructions() {
#if defined(__x86_64__)
  __builtin_cpu_init();
#ifdef SOW_NEEDS_AVX512F
  if (!__builtin_cpu_supports("avx512f")) return "AVX-512";
#endif
#ifdef SOW_NEEDS_AVX2
  if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
#ifdef SOW_NEEDS_BMI2
  if (!__builtin_cpu_supports("bmi2")) return "BMI2";
#endif
#ifdef SOW_NEEDS_SSE4_2
  if (!__builtin_cpu_supports("sse4.2")) return "SSE4.2";
#endif
#endif
  return nullptr;
}

std::string faster_program() {
#ifdef SOW_FASTER_ARCH
  __builtin_cpu_init();
  if (!__builtin_cpu_supports(SOW_FASTER_ARCH)) return "";
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  const auto faster = self.parent_path().parent_path() / "lib/sow" / SOW_FASTER_ARCH / "sow";
  if (!code && access(faster.c_str(), X_OK) == 0) return faster.string();
#endif
  return "";
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse4.2")) names.emplace_back("SSE4.2");
  if (__builtin_cpu_supports("bmi2")) names.emplace_back("BMI2");
  if (__builtin_cpu_supports("avx2")) names.emplace_back("AVX2");
  if (__builtin_cpu_supports("avx512f")) names.emplace_back("AVX-512");
#endif
  if (names.empty()) names.emplace_back("baseline");
  return names;
}

}  // namespace sow
