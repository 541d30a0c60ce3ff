// What differs between operating systems and the browser. No other header of the engine asks which platform it is
// compiled for.
//
//   jthread, atomic_ref  as in std
//   multiply_wide()      the 128-bit product of two 64-bit numbers
//   parse_decimal()      std::from_chars for a whole text
//   thread_time()        CPU time of the calling thread, or elapsed time where it is unknown
//   prefetch()           starts loading a cache line that will be read soon
//   can_prefetch         whether that costs next to nothing
//   reserve_memory()     large zeroed blocks; release_memory() and discard_memory() are its counterparts
//   Watch, checkpoint()  something to do regularly during long work: a thread, or else a call from inside the work
//   run_watched()        long work with regular reports to the calling thread
#pragma once

#ifdef __EMSCRIPTEN__
#include "base/platform/browser.h"
#else
#include "base/platform/posix.h"
#endif
