#include "base/platform/browser.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/process.h"

namespace sow {

// This library has no std::from_chars for floating-point numbers.
std::optional<double> parse_decimal(std::string_view text) {
  const bool plain = text.find_first_not_of("-.0123456789") == text.npos;
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  return plain && !copy.empty() && *end == '\0' ? std::optional(number) : std::nullopt;
}

// Browsers cannot start programs.
Process::Process(const std::vector<std::string>&) { throw Error("a browser cannot start external programs"); }
Process::~Process() = default;
Process::Pipe::~Pipe() = default;
bool Process::send(std::string_view, Time) { return false; }
Process::ReadResult Process::read_line(std::string&, Time, const std::atomic<bool>&) { return ReadResult::closed; }
void Process::discard_output() {}
std::string Process::stop_and_explain() { return {}; }

Watch::Watch(std::chrono::microseconds interval, std::function<void()> check)
    : interval_(interval), check_(std::move(check)), due_(std::chrono::steady_clock::now()), before_(last_) {
  last_ = this;
}

Watch::~Watch() { last_ = before_; }

void Watch::run_due() {
  const auto now = std::chrono::steady_clock::now();
  for (Watch* watch = last_; watch != nullptr; watch = watch->before_) {
    if (now < watch->due_) continue;
    watch->due_ = now + watch->interval_;
    watch->check_();
  }
}

}  // namespace sow
