// Runs sow db verify on a database with a wrong value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "base/text_file.h"
#include "db/database.h"
#include "db/level_file.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

TEST(Verify, ExitsWithOneOnWrongValue) {
  const tests::TemporaryFolder folder;
  const Database database(find_game("awari"), folder.path());
  build_database(database, {.seeds = 4, .threads = 1, .stop = &never, .on_progress = [](const BuildProgress&) {}});
  std::vector<std::int8_t> values(database.index().size(4));
  database.open(4)->read_all(values.data(), 1);
  ++values[123];
  write_level(database.level_path(4), {rules_fingerprint(database.game().rules), 4, values.size()}, values, 1);

  const std::string out = folder.path() / "out";
  const auto verify = [&](const std::string& options) {
    const std::string command = std::string(SOW_PROGRAM) + " db verify awari --db " + folder.path().string() + options +
                                " >" + out + " 2>" + out + ".errors";
    return WEXITSTATUS(std::system(command.c_str()));
  };
  EXPECT_EQ(verify(""), 1);
  EXPECT_THAT(read_text_file(out + ".errors"), testing::HasSubstr("derived"));
  EXPECT_EQ(verify(" --json"), 1);
  EXPECT_THAT(read_text_file(out),
              testing::AllOf(testing::HasSubstr("\"wrong\":{\"file\":"), testing::HasSubstr("\"complete\":false")));
  EXPECT_EQ(verify(" --seeds 3"), 0);
}

}  // namespace
}  // namespace sow
