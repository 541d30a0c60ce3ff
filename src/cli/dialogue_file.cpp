#include "cli/dialogue_file.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "base/error.h"

namespace sow {

DialogueFile::DialogueFile(const std::string& path) : file_(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND) {}

void DialogueFile::add(std::string_view who, char direction, std::string_view line) {
  constexpr std::size_t longest = 100'000;
  const auto now = std::chrono::system_clock::now();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const std::string text =
      fmt::format("{:%H:%M:%S}.{:03} {} {} {}\n", fmt::localtime(std::chrono::system_clock::to_time_t(now)), ms, who,
                  direction, shown(line, longest));
  const std::lock_guard lock(mutex_);
  file_.write(text);
}

}  // namespace sow
