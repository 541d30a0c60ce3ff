// A supervisor process between this process and an external program: it kills everything the program started.
#pragma once

namespace sow {

struct Supervised {
  char* const* words;  // null-terminated argv; the program is looked up in PATH
  int in, out, err;    // its standard streams
  int lifeline;        // read end of a pipe: end of file when the parent has died or wants the program killed
  int report;          // receives errno if the program cannot be started
};

// Call in a forked process. When the program exits or the lifeline closes, kills all descendants of the program,
// including those that left its process group or session, and exits with the program's status (SIGKILL if the lifeline
// closed). Async-signal-safe: no allocation, no locks.
[[noreturn]] void supervise(const Supervised& supervised);

}  // namespace sow
