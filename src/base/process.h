// A child process connected through pipes: started without a shell, and killed together with all its descendants.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_buffer.h"

namespace sow {

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The first word is looked up in PATH unless it contains a slash. Throws Error if the program cannot be started.
  explicit Process(const std::vector<std::string>& words);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // False if the program has exited or does not read its input before the deadline.
  bool send(std::string_view text, Time deadline);

  enum class ReadResult { line, timeout, closed, too_much, stopped };
  // Reads the next line of output. `too_much`: the program printed more than max_output bytes since the last
  // discard_output(), or an overlong line.
  ReadResult read_line(std::string& line, Time deadline, const std::atomic<bool>& stop);

  // Drops unread lines and resets the output counter.
  void discard_output();

  // Kills the program. Returns how it ended and the last line of its standard error, such as "exited with code 1: no
  // such file".
  std::string stop_and_explain();

 private:
  static constexpr std::size_t max_line = std::size_t{64} << 10, max_output = std::size_t{8} << 20;
  static constexpr std::size_t max_error_line = 300;

  class Pipe {  // one end of a pipe
   public:
    Pipe() = default;
    explicit Pipe(int fd) : fd_(fd) {}
    Pipe(Pipe&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Pipe& operator=(Pipe&& other) noexcept {
      std::swap(fd_, other.fd_);
      return *this;
    }
    ~Pipe();
    int fd() const { return fd_; }

   private:
    int fd_ = -1;
  };
  static void make_pipe(Pipe& reading, Pipe& writing);
  static void set_nonblocking(const Pipe& pipe);

  // Reads what is available. False at the end of the stream.
  static bool read_from(Pipe& pipe, LineBuffer& into, std::size_t& count);
  void listen(Time until);
  bool alive() const;
  void finish();

  pid_t pid_ = -1;  // process ID of the supervisor
  int status_ = 0;
  bool finished_ = false;
  Pipe in_, out_, err_, lifeline_;
  bool out_open_ = true, err_open_ = true;
  LineBuffer lines_{max_line}, errors_{max_error_line};
  std::size_t output_ = 0;  // bytes received since the last discard_output()
  std::string last_error_;
};

}  // namespace sow
