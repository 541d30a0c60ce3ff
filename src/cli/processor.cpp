#include "cli/processor.h"

// This file is compiled for the plainest processor of its kind, so that it runs everywhere. CMake tells what the others
// were compiled for (SOW_NEEDS_…).
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

}  // namespace sow
