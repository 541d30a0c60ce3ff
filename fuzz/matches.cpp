// Files of a match that is resumed. Opening a file changes nothing. A damaged file is rejected, or its last game is
// replaced by the next one that is added.
#include <fstream>
#include <string>

#include "base/error.h"
#include "base/text_file.h"
#include "cli/match_file.h"
#include "require.h"
#include "rules/catalog.h"
#include "support/temporary_folder.h"

using namespace sow;

namespace {

Record unfinished_game(const GameDef& def) {
  Record record = make_record(Game(def));
  record.tags["Event"] = MatchFile::event;
  return record;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GameDef def = find_game("owari");
  static const Record added = unfinished_game(def);
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.path() / "match.ogn";
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  try {
    std::vector<Record> games;
    {
      MatchFile file = MatchFile::resume(path, def);
      games = file.games();
      fuzz::require(read_text_file(path) == text, "leaves the file alone");
      file.add(added);
    }
    const auto again = MatchFile::resume(path, def);
    fuzz::require(again.games().size() == games.size() + 1, "adds one game");
    for (std::size_t i = 0; i < games.size(); ++i)
      fuzz::require(to_ogn(again.games()[i]) == to_ogn(games[i]), "keeps the other games");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
    fuzz::require(read_text_file(path) == text, "leaves a rejected file alone");
  }
  return 0;
}
