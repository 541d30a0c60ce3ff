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

constexpr auto attention = 50ms;     // how soon a stop is noticed
constexpr auto last_breath = 500ms;  // for a program whose output has ended to end itself

int milliseconds_until(Process::Time time) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now());
  return std::clamp<std::int64_t>(left.count(), 0, 1'000'000);
}

bool reads_number(int fd, int& number) {
  ssize_t n = 0;
  while ((n = read(fd, &number, sizeof number)) < 0 && errno == EINTR) continue;
  return n == sizeof number;
}

}  // namespace

Process::Pipe::~Pipe() {
  if (fd_ >= 0) close(fd_);
}

// Both ends close themselves in programs started later, so that the end of one is seen.
void Process::make_pipe(Pipe& reading, Pipe& writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  reading = Pipe(ends[0]);
  writing = Pipe(ends[1]);
}

void Process::do_not_block(const Pipe& pipe) { fcntl(pipe.fd(), F_SETFL, fcntl(pipe.fd(), F_GETFL) | O_NONBLOCK); }

Process::Process(const std::vector<std::string>& words) {
  // Writing to a program that is gone must be an error, not the end of this one.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;

  Pipe its_in, its_out, its_err, its_lifeline, report, its_report;
  make_pipe(its_in, in_);
  make_pipe(out_, its_out);
  make_pipe(err_, its_err);
  make_pipe(its_lifeline, lifeline_);
  make_pipe(report, its_report);
  for (const Pipe* pipe : {&in_, &out_, &err_}) do_not_block(*pipe);

  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0)
    supervise({.words = arguments.data(),
               .in = its_in.fd(),
               .out = its_out.fd(),
               .err = its_err.fd(),
               .lifeline = its_lifeline.fd(),
               .report = its_report.fd()});
  int code = pid_ < 0 ? errno : 0;
  its_report = Pipe();
  if (pid_ > 0 && !reads_number(report.fd(), code)) return;
  if (pid_ > 0) finish();
  throw Error(fmt::format("cannot start '{}': {}", shown(words[0], 200), std::strerror(code)));
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
    listen(deadline);  // it may be waiting for its own output to be taken
  }
  return true;
}

bool Process::take(Pipe& pipe, LineBuffer& into, std::size_t& count) {
  char buffer[1 << 16];
  const auto n = read(pipe.fd(), buffer, sizeof buffer);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  into.add({buffer, static_cast<std::size_t>(n)});
  count += n;
  return n > 0;
}

// Waits until there is something to read or `until`, at most for a moment, and takes it.
void Process::listen(Time until) {
  pollfd ends[2] = {{out_open_ ? out_.fd() : -1, POLLIN, 0}, {err_open_ ? err_.fd() : -1, POLLIN, 0}};
  poll(ends, 2, std::min<int>(milliseconds_until(until), attention.count()));
  std::size_t ignored = 0;
  if (ends[0].revents != 0 && output_ <= most_output) out_open_ = take(out_, lines_, output_);
  if (!out_open_) lines_.end();
  if (ends[1].revents != 0) err_open_ = take(err_, complaints_, ignored);
  if (!err_open_) complaints_.end();
  while (auto complaint = complaints_.next())
    if (!complaint->text.empty()) last_complaint_ = complaint->text;
}

Process::Heard Process::read_line(std::string& line, Time deadline, const std::atomic<bool>& stop) {
  for (;;) {
    if (auto next = lines_.next()) {
      line = std::move(next->text);
      return next->too_long ? Heard::too_much : Heard::line;
    }
    if (stop) return Heard::stopped;
    if (output_ > most_output) return Heard::too_much;
    if (!out_open_) return Heard::closed;
    if (Clock::now() >= deadline) return Heard::nothing;
    const bool ended = !alive();  // its children may hold the pipe open
    listen(ended ? Clock::now() : deadline);
    if (ended) out_open_ = out_open_ && !lines_.empty();
  }
}

void Process::forget_output() {
  listen(Clock::now());
  while (lines_.next()) {
  }
  output_ = 0;
}

std::string Process::obituary() {
  for (const Time patience = Clock::now() + last_breath; alive() && Clock::now() < patience;)
    std::this_thread::sleep_for(1ms);
  const bool by_itself = !alive();
  for (int i = 0; i < 16 && err_open_; ++i) listen(Clock::now());
  finish();
  std::string text = "closed its output";
  if (by_itself)
    text = WIFSIGNALED(status_) ? fmt::format("was ended by a signal ({})", sigdescr_np(WTERMSIG(status_)))
                                : fmt::format("ended with exit code {}", WEXITSTATUS(status_));
  if (!last_complaint_.empty()) text += ": " + shown(last_complaint_, 200);
  return text;
}

}  // namespace sow
