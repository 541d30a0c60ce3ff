#include "cli/match_file.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

std::string text_of(const Record& record) { return to_ogn(record) + "\n"; }

// Offset of the last game.
std::size_t last_game(std::string_view text) {
  const auto found = text.rfind("\n[Variant ");
  return found == std::string_view::npos ? 0 : found + 1;
}

// Whether the text is exactly one complete game.
bool is_complete(std::string_view text, const GameDef& def) {
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
    throw Error(Location{path}, "another match is writing to this file");
}

std::string MatchFile::read() const {
  std::string text(file_.size(), '\0');
  text.resize(file_.read_at(0, text.data(), text.size()));
  return text;
}

MatchFile MatchFile::create(const std::string& path) {
  MatchFile file(path);
  if (file.file_.size() > 0) throw Error(Location{path}, "the file is not empty; use --resume to resume a match");
  file.file_.sync_name(path);
  return file;
}

MatchFile MatchFile::resume(const std::string& path, const GameDef& def) {
  MatchFile file(path);
  file.file_.sync_name(path);
  std::string text = file.read();
  const std::size_t last = last_game(text);
  if (!text.empty() && !is_complete(std::string_view(text).substr(last), def)) {
    const std::string_view torn = std::string_view(text).substr(last);
    // Discard the text only if it looks like the start of a game.
    constexpr std::string_view first_tag = "[Variant \"";
    const auto length = std::min(torn.size(), first_tag.size());
    if (torn.substr(0, length) != first_tag.substr(0, length)) throw Error(Location{path}, "this is not a match file");
    text.resize(last);
    file.games_ = read_ogn(text, path, {}, &def);
    file.file_.truncate(last);
    return file;
  }
  file.games_ = read_ogn(text, path, {}, &def);
  return file;
}

// One write per game, so that only the last game of the file can ever be incomplete. After the sync, the game survives
// a power failure.
void MatchFile::add(const Record& record) {
  file_.write(text_of(record));
  file_.sync();
}

}  // namespace sow
