#include "cli/interrupt.h"

#include <csignal>

namespace sow {
namespace {

constexpr int max_unanswered = 2;  // how often a dialogue may ignore Ctrl-C before the next one kills it

std::atomic<int> unanswered = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "signal handlers use them");

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;  // never SA_RESTART: a signal must end the wait for input
  sigaction(signal, &action, nullptr);
}

}  // namespace

std::atomic<bool> interrupted = false, terminated = false;

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    handle(
        signal, [](int) { interrupted = true; }, SA_RESETHAND);
  std::signal(SIGPIPE, SIG_IGN);
}

void catch_interrupts_in_dialogue() {
  catch_interrupts();
  const auto terminate = [](int) { terminated = interrupted = true; };
  for (const int signal : {SIGTERM, SIGHUP}) handle(signal, terminate, SA_RESETHAND);
  const auto interrupt = [](int signal) {
    interrupted = true;
    if (++unanswered >= max_unanswered) std::signal(signal, SIG_DFL);
  };
  handle(SIGINT, interrupt, 0);
}

void clear_interrupt() {
  if (terminated) return;
  interrupted = false;
  if (unanswered.exchange(0) >= max_unanswered) catch_interrupts_in_dialogue();
}

}  // namespace sow
