#include "cli/archive.h"

#include "rules/catalog.h"
#include "rules/error.h"
#include "rules/text_file.h"

namespace sow {

Archive Archive::load(const std::string& path, const GameDef* given) {
  auto records = read_ogn(read_text_file(path), path, find_game, given);
  if (records.empty()) throw Error(Place{path}, "there is no game in the file");
  Archive archive({});
  archive.path_ = path;
  archive.record_ = std::move(records.back());
  records.pop_back();
  for (const Record& record : records) archive.games_before_ += to_ogn(record) + "\n";
  return archive;
}

void Archive::save(const std::string& path, const Game& game) const {
  const std::string text = to_ogn(make_record(game, &record_));
  write_text_file(path, path == path_ ? games_before_ + text : text);
}

}  // namespace sow
