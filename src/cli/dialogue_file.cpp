#include "cli/dialogue_file.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cctype>
#include <chrono>

#include "base/error.h"
#include "base/text_file.h"

namespace sow {
namespace {

// Whether the text starts with a time: "09:12:31.204 ".
bool is_log(std::string_view text) {
  constexpr std::string_view time = "00:00:00.000 ";
  if (text.size() < time.size()) return false;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] == '0' ? std::isdigit(static_cast<unsigned char>(text[i])) == 0 : text[i] != time[i]) return false;
  return true;
}

}  // namespace

DialogueFile::DialogueFile(const std::string& path) : file_(path, O_WRONLY | O_CREAT | O_APPEND) {
  require_replaceable(path, "a log", is_log);
  if (!file_.try_lock()) throw Failure(Location{path}, "another program is writing to this log");
  file_.truncate(0);
}

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
