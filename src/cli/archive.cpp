#include "cli/archive.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/text_file.h"
#include "rules/catalog.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& path) {
  std::error_code code;
  const fs::path whole = fs::weakly_canonical(path, code);
  return code ? path : whole.string();
}

bool is_regular_file(const std::string& path) {
  std::error_code code;
  return fs::is_regular_file(path, code);
}

std::vector<Record> read_games(const std::string& text, const std::string& path, const GameDef* given = nullptr) {
  auto records = read_ogn(text, path, find_game, given);
  if (records.empty()) throw Error(Location{path}, "the file contains no games");
  return records;
}

// Where the last of `count` games starts. A line that starts with [ may also be part of a comment, so the text before
// it must be found to contain the other games.
std::size_t last_game_offset(const std::string& text, const std::string& path, std::size_t count) {
  if (count == 1) return 0;
  for (auto at = text.rfind("\n["); at != std::string::npos && at > 0; at = text.rfind("\n[", at - 1)) {
    const auto line_start = text.rfind('\n', at - 1) + 1;
    if (text[line_start] == '[') continue;  // inside the tags
    try {
      if (read_ogn(text.substr(0, at + 1), path, find_game).size() == count - 1) return at + 1;
    } catch (const Error&) {
    }
  }
  return text.size();  // not found: saving appends
}

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

void require_ogn(const std::string& text, const std::string& path, const std::string& how) {
  if (is_blank(text)) return;
  try {
    read_games(text, path);
  } catch (const Error& e) {
    const std::string where = e.location().line > 0 ? fmt::format("line {}: ", e.location().line) : "";
    throw Error(Location{path},
                fmt::format("the file exists and is not a valid OGN file ({}{}); choose another name, or "
                            "replace it with {}",
                            where, e.message(), how));
  }
}

}  // namespace

Archive Archive::load(const std::string& path, const GameDef* given) {
  const std::string text = read_text_file(path);
  auto records = read_games(text, path, given);
  Archive archive({});
  const auto start = last_game_offset(text, path, records.size());
  if (start < text.size()) archive.known_[canonical(path)] = {text.substr(0, start), text.substr(start)};
  archive.record_ = std::move(records.back());
  return archive;
}

Archive Archive::resume(const std::string& path) {
  auto records = read_games(read_text_file(path), path);
  Archive archive({});
  archive.record_ = std::move(records.back());
  records.pop_back();
  archive.rounds_ = std::move(records);
  return archive;
}

std::string Archive::take_tag(const std::string& name) {
  const auto tag = record_.tags.extract(name);
  return tag ? tag.mapped() : "";
}

void Archive::start_round(Record finished, int round) {
  record_ = {.tags = finished.tags};
  record_.tags["Round"] = std::to_string(round);
  rounds_.push_back(std::move(finished));
}

std::string Archive::text(const Record& game) const {
  std::string text;
  for (const Record& record : rounds_) text += to_ogn(record) + "\n";
  return text + to_ogn(game);
}

void Archive::check_target(const std::string& path, const std::string& how) {
  const std::string key = canonical(path);
  if (known_.contains(key) || !is_regular_file(path)) return;
  const std::string old = read_text_file(path);
  const std::string mine = record_.line.empty() ? "" : text(record_);
  if (!mine.empty() && old.ends_with(mine))  // a resumed game that was saved before
    known_[key] = {old.substr(0, old.size() - mine.size()), mine};
  else
    require_ogn(old, path, how);
}

void Archive::save(const std::string& path, const Record& game, bool forced, const std::string& how) {
  const std::string key = canonical(path);
  const std::string mine = text(game);
  std::string before, after;
  if (is_regular_file(path)) {
    const std::string old = read_text_file(path);
    const auto known = known_.find(key);
    if (known != known_.end() && old.starts_with(known->second.before + known->second.game)) {
      before = known->second.before;
      after = old.substr(before.size() + known->second.game.size());
    } else if (!forced) {
      require_ogn(old, path, how);
      before = is_blank(old) ? "" : old + (old.ends_with("\n\n") ? "" : old.ends_with('\n') ? "\n" : "\n\n");
    }
  }
  write_text_file(path, before + mine + after);
  known_[key] = {std::move(before), mine};
}

}  // namespace sow
