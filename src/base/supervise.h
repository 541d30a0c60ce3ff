// A process between this one and another program, which sees to it that nothing of that program outlives it.
#pragma once

namespace sow {

// What a forked process needs to start the program and watch over it.
struct Supervised {
  char* const* words;  // the program, looked for along PATH, and its arguments, up to a null
  int in, out, err;    // what becomes its standard streams
  int lifeline;        // is at its end when this process has died or wants the program to end
  int report;          // takes the error number if the program cannot be started
};

// To be called in a forked process. Ends when the program does, in the same way, or when the lifeline does; with it end
// all the processes that the program has started, also those that left its group or session. Allocates nothing and takes
// no lock: other threads of the process may have been anywhere when it forked.
[[noreturn]] void supervise(const Supervised& supervised);

}  // namespace sow
