// Whether this machine's processor has what the program was compiled for.
#pragma once

namespace sow {

// The name of an instruction set that the program uses and this processor lacks; null if it has all. To be called first:
// without it, the program would die of an illegal instruction somewhere.
const char* missing_instructions();

}  // namespace sow
