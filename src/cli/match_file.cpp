#include "cli/match_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace sow {
namespace {

std::string text_of(const Record& record) { return to_ogn(record) + "\n"; }

// Offset of the last game.
std::size_t last_game(std::string_view text) {
  const auto found = text.rfind("\n[Variant ");
  return found == std::string_view::npos ? 0 : found + 1;
}

// Whether the text is one whole game: it ends with the result that its tag announces. Comments that somebody added do
// not matter.
bool is_complete(std::string_view text, const GameDef& def) {
  constexpr std::string_view tag = "\n[Result \"";
  const auto found = text.find(tag), end = text.find_last_not_of('\n');
  if (found == text.npos || !text.ends_with('\n')) return false;
  std::string_view result = text.substr(found + tag.size());
  result = result.substr(0, result.find('"'));
  if (!text.substr(0, end + 1).ends_with(result)) return false;
  try {
    return read_ogn(text, "", {}, &def).size() == 1;
  } catch (const Error&) {
    return false;
  }
}

// Whether one of the texts is the beginning of the other.
bool agree(std::string_view a, std::string_view b) { return a.substr(0, b.size()) == b.substr(0, a.size()); }

// Whether the text can be the beginning of a game that a match was writing when it was killed.
bool is_torn(std::string_view text, const GameDef& def) {
  std::string variant = fmt::format("[Variant \"{}", def.ogn_name());
  if (def.is_undealt())  // each game names its random start
    variant = fmt::format("[Variant \"{}{}deal=", def.name, def.name.find('=') == std::string::npos ? ':' : ',');
  if (!agree(text, variant)) return false;
  text.remove_prefix(std::min(text.size(), variant.size()));
  if (def.is_undealt()) text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  return agree(text, fmt::format("\"]\n[Event \"{}\"]\n", MatchFile::event));
}

}  // namespace

MatchFile::MatchFile(const std::string& path) : file_(path, O_RDWR | O_CREAT | O_APPEND) {
  if (!file_.try_lock()) throw Failure(Location{path}, "another match is writing to this file");
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
  if (text.empty() || is_complete(std::string_view(text).substr(last), def)) {
    file.needs_newline_ = !text.empty() && !text.ends_with("\n\n");
  } else {
    if (!is_torn(std::string_view(text).substr(last), def))
      throw Error(Location{path}, fmt::format("this is not a file of a match in {}", def.name));
    file.cut_ = last;
    text.resize(last);
  }
  file.games_ = read_ogn(text, path, {}, &def);
  return file;
}

// One write per game, so that only the last game of the file can ever be incomplete. After the sync, the game survives
// a power failure. The incomplete game of an earlier run is removed only now: until its other games have been checked,
// the file may belong to another match.
void MatchFile::add(const Record& record) {
  if (cut_) file_.truncate(*cut_);
  cut_.reset();
  file_.write((std::exchange(needs_newline_, false) ? "\n" : "") + text_of(record));
  file_.sync();
}

}  // namespace sow
