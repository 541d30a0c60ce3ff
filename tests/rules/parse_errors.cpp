// Error messages for rule files with a single problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "base/error.h"
#include "rules/catalog.h"
#include "support/suite.h"

namespace sow {
namespace {

struct Case {
  std::string location, expected, toml;
};

// Reads blocks that start with a line "== MESSAGE".
std::vector<Case> read_cases(const std::string& name) {
  std::vector<Case> cases;
  std::istringstream in(tests::read_data(name));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.starts_with("=="))
      cases.push_back({fmt::format("{}:{}", name, number), line.substr(std::min<std::size_t>(3, line.size())), ""});
    else if (!cases.empty())
      cases.back().toml += line + "\n";
  }
  return cases;
}

GameDef built_in(const std::string& name) {
  const auto& names = builtin_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) throw Error("no game '" + name + "'");
  return find_game(name);
}

std::string error_of(const std::string& toml) {
  try {
    parse_game(toml, "x.toml", built_in);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST(ParseErrors, NameFileLineColumnAndKey) {
  auto cases = read_cases("rule_errors.txt");
  EXPECT_GT(cases.size(), 80u);
  for (auto& c : cases) {
    if (c.toml.find("extends") == std::string::npos && c.toml.find("[end]") == std::string::npos)
      c.toml.append("[end]\nwhen = [\"stuck\"]\n");
    EXPECT_EQ(error_of(c.toml), c.expected) << c.location;
  }
}

TEST(ParseErrors, RejectsNonsense) {
  const std::string deep(100000, '['), long_line(1 << 20, 'a');
  for (const std::string& text : {std::string("\0\xff\xfe", 3), deep, "a = " + deep, "[" + std::string(5000, '.') + "]",
                                  long_line, "name = \"" + long_line + "\"", std::string("name = \"\x1b[31m\""),
                                  std::string("\xef\xbb\xbf"), std::string("a = f\x01\n"), std::string("a = 7\xc3\xb6"),
                                  std::string("a.b.c.d.e = 1"), std::string("[.]"), std::string("[[.]]\n. = 1")}) {
    const auto error = error_of(text);
    EXPECT_NE(error, "no error");
    EXPECT_LT(error.size(), 300u) << error;
    EXPECT_TRUE(std::none_of(error.begin(), error.end(), [](unsigned char c) { return c < 0x20 && c != 0x0a; }))
        << error;
  }
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  while (times-- > 0) all += text;
  return all;
}

// Each of these would overflow the stack of a recursive parser.
TEST(ParseErrors, RejectsDeepNesting) {
  constexpr std::size_t deep = 200000;
  const std::string dots = "x.toml:3: a key has more than 16 dots", head = "# .\nname = '''\"..................'''\n";
  for (const std::string& key : {repeated("a.", deep) + "a", repeated("a . ", deep) + "a", repeated("'='.", deep) + "a",
                                 repeated("\"\\\"\".", deep) + "a", repeated("\"\".", deep) + "a"}) {
    EXPECT_EQ(error_of(head + key + " = 1"), dots);
    EXPECT_EQ(error_of(head + "[" + key + "]"), dots);
    EXPECT_EQ(error_of(head + "[[" + key + "]]"), dots);
    EXPECT_EQ(error_of(head + "a = {" + key + " = 1}"), dots);
  }
  for (const char* nested : {"[", "{a=", "[{a.a.a.a.a.a.a.a=", "[\n"})
    EXPECT_NE(error_of("name = " + repeated(nested, 50000)), "no error");
  EXPECT_EQ(error_of("name = \"mine\"\nextends = \"owari\"\nsource = \"\"\"\n" + repeated("A sentence. ", 150) +
                     "\"\"\"\n#" + repeated("a.", 99)),
            "no error");
}

TEST(ParseErrors, RejectsLargeFiles) {
  EXPECT_EQ(error_of(std::string((1 << 20) + 1, '\n')), "x.toml: rule file is larger than 1 MiB");
}

TEST(ParseErrors, QuotedTextIsShortAndPrintable) {
  EXPECT_EQ(shown("pits\n=\x1b[31m\x7f"), "pits?=?[31m?");
  EXPECT_EQ(shown("größe"), "größe");
  EXPECT_EQ(shown("\xc3\xc2\x85\xff\xed\xa0\x80\xe2\x80"), "?????????");
  const std::string letters(39, 'a');
  EXPECT_EQ(shown(letters + "bcd"), letters + "b…");
  EXPECT_EQ(shown(letters + "ßb"), letters + "ß…");
}

}  // namespace
}  // namespace sow
