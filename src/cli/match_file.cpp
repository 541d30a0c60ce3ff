#include "cli/match_file.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

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

MatchFile::MatchFile(const std::string& path) : file_(path, O_RDWR | O_CREAT | O_APPEND) {
  if (flock(file_.descriptor(), LOCK_EX | LOCK_NB) != 0)
    throw Error(Place{path}, "another match is writing to the file");
}

std::string MatchFile::read() const {
  std::string text(file_.size(), '\0');
  text.resize(file_.read_at(0, text.data(), text.size()));
  return text;
}

MatchFile MatchFile::create(const std::string& path) {
  MatchFile file(path);
  if (file.file_.size() > 0) throw Error(Place{path}, "there is something in the file; --resume goes on with a match");
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
    file.file_.truncate(last);
    return file;
  }
  file.games_ = read_ogn(text, path, {}, &def);
  return file;
}

// In one piece, so that at most the last game of the file is ever incomplete.
void MatchFile::add(const Record& record) { file_.write(text_of(record)); }

}  // namespace sow
