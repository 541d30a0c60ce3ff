#include "cli/archive.h"

#include "base/error.h"
#include "base/text_file.h"
#include "rules/catalog.h"

namespace sow {

Archive Archive::load(const std::string& path, const GameDef* given) {
  auto records = read_ogn(read_text_file(path), path, find_game, given);
  if (records.empty()) throw Error(Place{path}, "there is no game in the file");
  Archive archive({});
  archive.path_ = path;
  archive.record_ = std::move(records.back());
  records.pop_back();
  archive.before_ = std::move(records);
  return archive;
}

void Archive::begin_round(Record finished, int round) {
  record_ = {.tags = finished.tags};
  record_.tags["Round"] = std::to_string(round);
  rounds_.push_back(std::move(finished));
}

void Archive::save(const std::string& path, const Record& game) const {
  std::string text;
  if (path == path_)
    for (const Record& record : before_) text += to_ogn(record) + "\n";
  for (const Record& record : rounds_) text += to_ogn(record) + "\n";
  write_text_file(path, text + to_ogn(game));
}

}  // namespace sow
