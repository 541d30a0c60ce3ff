// Ctrl-C and the other signals that ask a program to stop. They set a flag that long-running code polls.
#pragma once

#include <atomic>

namespace sow {

// Set by SIGINT, SIGTERM, and SIGHUP.
extern std::atomic<bool> interrupted;

// Installs the handlers. A second signal kills the program. A closed output becomes a write error.
void catch_interrupts();

// The same for a dialogue, which can recover from Ctrl-C: clear_interrupt() resets the flag. Pressing Ctrl-C three
// times without a reset kills the program. SIGTERM and SIGHUP also set `terminated`, which stays set.
void catch_interrupts_in_dialogue();
extern std::atomic<bool> terminated;
void clear_interrupt();

}  // namespace sow
