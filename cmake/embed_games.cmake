# cmake -DOUT=… -DDIR=… -P: writes games/**.toml as C++ string literals.
file(GLOB_RECURSE files RELATIVE ${DIR} ${DIR}/*.toml)
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  file(READ ${DIR}/${file} text)
  string(REGEX REPLACE "\\.toml$" "" name ${file})
  string(APPEND entries "    {\"${name}\", R\"toml_(${text})toml_\"},\n")
endforeach()
file(WRITE ${OUT}
"#include \"rules/embedded_games.h\"
namespace sow {
static constexpr EmbeddedGame games[] = {
${entries}};
const std::span<const EmbeddedGame> embedded_games = games;
}
")
