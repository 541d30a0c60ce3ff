// Another program, spoken to through pipes: started without a shell, and ended with everything it started itself.
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

  // The first word is looked for along PATH, unless it has a slash. Throws Error if it cannot be started.
  explicit Process(const std::vector<std::string>& words);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // False if the program does not take it before the deadline, or is gone.
  bool send(std::string_view text, Time deadline);

  enum class Heard { line, nothing, closed, too_much, stopped };
  // The next line it prints, unless it prints none before the deadline, no more at all, or more than anybody can want
  // since the last `forget_output`; or somebody sets `stop`.
  Heard read_line(std::string& line, Time deadline, const std::atomic<bool>& stop);

  // Lines that came and were not read are dropped, and the counting of output begins again.
  void forget_output();

  // Ends it. What became of it, and the last line it wrote to its standard error: "ended with exit code 1: no such file".
  std::string obituary();

 private:
  static constexpr std::size_t longest_line = std::size_t{64} << 10, most_output = std::size_t{8} << 20;

  class Pipe {  // one end
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
  static void do_not_block(const Pipe& pipe);

  // Takes what there is; false at the end.
  static bool take(Pipe& pipe, LineBuffer& into, std::size_t& count);
  void listen(Time until);
  bool alive() const;
  void finish();

  pid_t pid_ = -1;  // of its supervisor
  int status_ = 0;
  bool finished_ = false;
  Pipe in_, out_, err_, lifeline_;
  bool out_open_ = true, err_open_ = true;
  LineBuffer lines_{longest_line}, complaints_{300};
  std::size_t output_ = 0;
  std::string last_complaint_;
};

}  // namespace sow
