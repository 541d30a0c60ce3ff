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

[[noreturn]] void run_program(const Supervised& program, pid_t supervisor) {
  setpgid(0, 0);  // shields it from Ctrl-C
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

// Kills the children of this process, which Linux lists as "123 456 ". False if the list is not available.
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

// This process is a subreaper: orphaned descendants become its children, so repeatedly killing children reaches all.
void kill_descendants(pid_t program) {
  kill(-program, SIGKILL);
  constexpr int max_rounds = 10'000;
  for (int round = 0; round < max_rounds; ++round) {
    const int flags = kill_children() ? 0 : WNOHANG;
    if (waitpid(-1, nullptr, flags) <= 0) return;
  }
}

// Ends this process with the same exit code or signal.
[[noreturn]] void exit_like(int status) {
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

// Closes all files except one, so that the pipes close when the program exits.
void close_others(int kept) {
  if (kept > 0) close_range(0, kept - 1, 0);
  close_range(kept + 1, ~0u, 0);
}

}  // namespace

void supervise(const Supervised& program) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t all, child_exit;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  const pid_t self = getpid(), child = fork();
  if (child == 0) run_program(program, self);
  close_others(program.lifeline);
  if (child < 0) _exit(EXIT_FAILURE);

  sigemptyset(&child_exit);
  sigaddset(&child_exit, SIGCHLD);
  const int exits = signalfd(-1, &child_exit, SFD_CLOEXEC);
  int status = SIGKILL;
  for (;;) {
    pollfd watched[2] = {{program.lifeline, POLLIN, 0}, {exits, POLLIN, 0}};
    poll(watched, 2, -1);
    if (watched[0].revents != 0) break;
    signalfd_siginfo ignored;
    [[maybe_unused]] const auto n = read(exits, &ignored, sizeof ignored);
    pid_t pid = 0;
    int pid_status = 0;
    while ((pid = waitpid(-1, &pid_status, WNOHANG)) > 0 && pid != child) continue;
    if (pid != child) continue;
    status = pid_status;
    break;
  }
  kill_descendants(child);
  exit_like(status);
}

}  // namespace sow
