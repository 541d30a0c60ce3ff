#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/supervise.h"

namespace sow {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto poll_interval = 50ms;    // how often read_line() checks `stop`
constexpr auto exit_grace = 500ms;      // time to exit for a program that has closed its output
constexpr int max_stderr_reads = 16;    // when collecting the last messages of a program
constexpr std::size_t max_shown = 200;  // bytes of a command or message quoted in errors

int milliseconds_until(Process::Time time) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now());
  return std::clamp<std::int64_t>(left.count(), 0, 1'000'000);
}

bool read_int(int fd, int& number) {
  ssize_t n = 0;
  while ((n = read(fd, &number, sizeof number)) < 0 && errno == EINTR) continue;
  return n == sizeof number;
}

}  // namespace

Process::Pipe::~Pipe() {
  if (fd_ >= 0) close(fd_);
}

// Close-on-exec: a copy inherited by a program started later would hide the end of the stream.
void Process::make_pipe(Pipe& reading, Pipe& writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(fmt::format("cannot create a pipe: {}", std::strerror(errno)));
  reading = Pipe(ends[0]);
  writing = Pipe(ends[1]);
}

void Process::set_nonblocking(const Pipe& pipe) { fcntl(pipe.fd(), F_SETFL, fcntl(pipe.fd(), F_GETFL) | O_NONBLOCK); }

Process::Process(const std::vector<std::string>& words) {
  // Writing to a program that has exited must return an error instead of killing this process.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;

  Pipe child_in, child_out, child_err, child_lifeline, report, child_report;
  make_pipe(child_in, in_);
  make_pipe(out_, child_out);
  make_pipe(err_, child_err);
  make_pipe(child_lifeline, lifeline_);
  make_pipe(report, child_report);
  for (const Pipe* pipe : {&in_, &out_, &err_}) set_nonblocking(*pipe);

  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0)
    supervise({.words = arguments.data(),
               .in = child_in.fd(),
               .out = child_out.fd(),
               .err = child_err.fd(),
               .lifeline = child_lifeline.fd(),
               .report = child_report.fd()});
  int code = pid_ < 0 ? errno : 0;
  child_report = Pipe();
  if (pid_ > 0 && !read_int(report.fd(), code)) return;
  if (pid_ > 0) finish();
  throw Error(fmt::format("cannot start '{}': {}", shown(words[0], max_shown), std::strerror(code)));
}

Process::~Process() { finish(); }

bool Process::alive() const {
  siginfo_t info = {};
  return waitid(P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

void Process::finish() {
  if (finished_) return;
  lifeline_ = Pipe();
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  finished_ = true;
}

bool Process::send(std::string_view text, Time deadline) {
  while (!text.empty()) {
    const auto written = write(in_.fd(), text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(written);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || Clock::now() >= deadline) return false;
    listen(deadline);  // avoids a deadlock: the program may be blocked on its own output
  }
  return true;
}

bool Process::read_from(Pipe& pipe, LineBuffer& into, std::size_t& count) {
  char buffer[1 << 16];
  const auto n = read(pipe.fd(), buffer, sizeof buffer);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  into.add({buffer, static_cast<std::size_t>(n)});
  count += n;
  return n > 0;
}

// Waits for output until `until`, or at most for one poll interval, and reads it.
void Process::listen(Time until) {
  pollfd ends[2] = {{out_open_ ? out_.fd() : -1, POLLIN, 0}, {err_open_ ? err_.fd() : -1, POLLIN, 0}};
  poll(ends, 2, std::min<int>(milliseconds_until(until), poll_interval.count()));
  std::size_t ignored = 0;
  if (ends[0].revents != 0 && output_ <= max_output) out_open_ = read_from(out_, lines_, output_);
  if (!out_open_) lines_.end();
  if (ends[1].revents != 0) err_open_ = read_from(err_, errors_, ignored);
  if (!err_open_) errors_.end();
  while (auto line = errors_.next())
    if (!line->text.empty()) last_error_ = line->text;
}

Process::ReadResult Process::read_line(std::string& line, Time deadline, const std::atomic<bool>& stop) {
  for (;;) {
    if (auto next = lines_.next()) {
      line = std::move(next->text);
      return next->too_long ? ReadResult::too_much : ReadResult::line;
    }
    if (stop) return ReadResult::stopped;
    if (output_ > max_output) return ReadResult::too_much;
    if (!out_open_) return ReadResult::closed;
    if (Clock::now() >= deadline) return ReadResult::timeout;
    const bool exited = !alive();  // checked because its children may keep the pipe open
    listen(exited ? Clock::now() : deadline);
    if (exited) out_open_ = out_open_ && !lines_.empty();
  }
}

void Process::discard_output() {
  listen(Clock::now());
  while (lines_.next()) {
  }
  output_ = 0;
}

std::string Process::stop_and_explain() {
  for (const Time deadline = Clock::now() + exit_grace; alive() && Clock::now() < deadline;)
    std::this_thread::sleep_for(1ms);
  const bool exited = !alive();
  for (int i = 0; i < max_stderr_reads && err_open_; ++i) listen(Clock::now());
  finish();
  std::string text = "closed its output";
  if (exited)
    text = WIFSIGNALED(status_) ? fmt::format("was killed by a signal ({})", sigdescr_np(WTERMSIG(status_)))
                                : fmt::format("exited with code {}", WEXITSTATUS(status_));
  if (!last_error_.empty()) text += ": " + shown(last_error_, max_shown);
  return text;
}

}  // namespace sow
