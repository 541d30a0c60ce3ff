#include "base/supervise.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace sow {
namespace {

[[noreturn]] void become(const Supervised& program, pid_t supervisor) {
  setpgid(0, 0);  // Ctrl-C does not reach it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(EXIT_FAILURE);
  dup2(program.in, STDIN_FILENO);
  dup2(program.out, STDOUT_FILENO);
  dup2(program.err, STDERR_FILENO);
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvp(program.words[0], program.words);
  const int code = errno;
  [[maybe_unused]] const auto written = write(program.report, &code, sizeof code);
  _exit(EXIT_FAILURE);
}

// Kills the children of this process, as the system lists them: "123 456 ". False if there is no list.
bool kill_children() {
  const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return false;
  char text[4096];
  const auto size = read(list, text, sizeof text);
  close(list);
  pid_t child = 0;
  for (ssize_t i = 0; i < size; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else if (child > 0) {
      kill(child, SIGKILL);
      child = 0;
    }
  }
  return true;
}

// Whoever loses its parent becomes a child of this process: in the end there is nobody left.
void kill_descendants(pid_t program) {
  kill(-program, SIGKILL);
  constexpr int most_rounds = 10'000;
  for (int round = 0; round < most_rounds; ++round) {
    const int patience = kill_children() ? 0 : WNOHANG;
    if (waitpid(-1, nullptr, patience) <= 0) return;
  }
}

[[noreturn]] void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  constexpr rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(WTERMSIG(status), SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  raise(WTERMSIG(status));
  _exit(EXIT_FAILURE);
}

// Closes all files but one, so that the program's streams end with the program.
void close_others(int kept) {
  if (kept > 0) close_range(0, kept - 1, 0);
  close_range(kept + 1, ~0u, 0);
}

}  // namespace

void supervise(const Supervised& program) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t all, ends;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  const pid_t self = getpid(), child = fork();
  if (child == 0) become(program, self);
  close_others(program.lifeline);
  if (child < 0) _exit(EXIT_FAILURE);

  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  const int ended = signalfd(-1, &ends, SFD_CLOEXEC);
  int status = SIGKILL;
  for (;;) {
    pollfd watched[2] = {{program.lifeline, POLLIN, 0}, {ended, POLLIN, 0}};
    poll(watched, 2, -1);
    if (watched[0].revents != 0) break;
    signalfd_siginfo ignored;
    [[maybe_unused]] const auto n = read(ended, &ignored, sizeof ignored);
    pid_t who = 0;
    int how = 0;
    while ((who = waitpid(-1, &how, WNOHANG)) > 0 && who != child) continue;
    if (who != child) continue;
    status = how;
    break;
  }
  kill_descendants(child);
  end_like(status);
}

}  // namespace sow
