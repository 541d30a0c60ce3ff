// Files of a match that is resumed. A damaged file is rejected and left alone, or its last game is cut off. A game
// counts as incomplete unless it is exactly as `sow match` writes it, so resuming an edited file again may cut off
// another one.
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

std::size_t resume(const std::string& path, const GameDef& def) { return MatchFile::resume(path, def).games().size(); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GameDef def = find_game("owari");
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.path() / "match.ogn";
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  try {
    const std::size_t games = resume(path, def);
    const std::string kept = read_text_file(path);
    fuzz::require(text.starts_with(kept), "keeps a prefix of the file");
    fuzz::require(resume(path, def) <= games, "finds no other games the second time");
    fuzz::require(kept.starts_with(read_text_file(path)), "keeps a prefix the second time");
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
    fuzz::require(read_text_file(path) == text, "leaves a rejected file alone");
  }
  return 0;
}
