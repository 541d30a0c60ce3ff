#include "cli/match_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace sow {
namespace {

[[noreturn]] void fail(const std::string& path, const char* verb) {
  throw Error(Place{path}, fmt::format("cannot {} the file: {}", verb, std::strerror(errno)));
}

std::string text_of(const Record& record) { return to_ogn(record) + "\n"; }

// Where the last game begins.
std::size_t last_game(std::string_view text) {
  const auto found = text.rfind("\n[Variant ");
  return found == std::string_view::npos ? 0 : found + 1;
}

// Whether the text is one game, to its last byte.
bool whole(std::string_view text, const GameDef& def) {
  try {
    const auto records = read_ogn(text, "", {}, &def);
    return records.size() == 1 && text_of(records[0]) == text;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

MatchFile::MatchFile(const std::string& path) : path_(path) {
  fd_ = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd_ < 0) fail(path, "write");
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) throw Error(Place{path}, "another match is writing to the file");
}

MatchFile::MatchFile(MatchFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), games_(std::move(other.games_)) {}

MatchFile::~MatchFile() {
  if (fd_ >= 0) close(fd_);
}

std::string MatchFile::read() const {
  std::string text;
  char buffer[1 << 16];
  ssize_t n = 0;
  while ((n = pread(fd_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
    text.append(buffer, static_cast<std::size_t>(n));
  if (n < 0) fail(path_, "read");
  return text;
}

MatchFile MatchFile::create(const std::string& path) {
  MatchFile file(path);
  struct stat status = {};
  if (fstat(file.fd_, &status) == 0 && status.st_size > 0)
    throw Error(Place{path}, "there is something in the file; --resume goes on with a match");
  return file;
}

MatchFile MatchFile::resume(const std::string& path, const GameDef& def) {
  MatchFile file(path);
  std::string text = file.read();
  const std::size_t last = last_game(text);
  if (!text.empty() && !whole(std::string_view(text).substr(last), def)) {
    const std::string_view torn = std::string_view(text).substr(last);
    // Only what looks like the beginning of a game may go.
    constexpr std::string_view beginning = "[Variant \"";
    const auto length = std::min(torn.size(), beginning.size());
    if (torn.substr(0, length) != beginning.substr(0, length))
      throw Error(Place{path}, "this is not a file of a match");
    text.resize(last);
    file.games_ = read_ogn(text, path, {}, &def);
    if (ftruncate(file.fd_, static_cast<off_t>(last)) != 0) fail(path, "write");
    return file;
  }
  file.games_ = read_ogn(text, path, {}, &def);
  return file;
}

// In one piece, so that at most the last game of the file is ever incomplete.
void MatchFile::add(const Record& record) {
  const std::string text = text_of(record);
  for (std::string_view rest = text; !rest.empty();) {
    const auto n = write(fd_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path_, "write");
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace sow
