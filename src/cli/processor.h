// Checks that the processor supports the instruction sets the program was compiled for.
#pragma once

#include <string>
#include <vector>

namespace sow {

// The name of a required instruction set that this processor lacks, or null. Call it first: otherwise the program would
// crash on an illegal instruction.
const char* missing_instructions();

// The path of the same program compiled for newer processors like this one, lib/sow/ARCH/sow beside this program's bin
// folder; empty if there is none or it does not apply.
std::string faster_program();

// The instruction sets of this processor that matter to Sow.
std::vector<std::string> instruction_sets();

}  // namespace sow
