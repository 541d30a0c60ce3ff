// Ctrl-C, and its relatives that end a program politely: they set a flag, and whoever works or waits looks at it.
#pragma once

#include <atomic>

namespace sow {

// Set once the user wants to stop. A second Ctrl-C ends the program at once.
extern std::atomic<bool> interrupted;

// From now on signals set the flag, and a closed output is an error instead of the end.
void catch_interrupts();

}  // namespace sow
