# cmake -DOUT=… -DDIR=… -P: writes games/**.toml and games/**.weights as C++ string literals.
foreach(kind toml weights)
  file(GLOB_RECURSE files RELATIVE ${DIR} ${DIR}/*.${kind})
  list(SORT files)
  set(${kind} "")
  foreach(file IN LISTS files)
    file(READ ${DIR}/${file} text)
    string(REGEX REPLACE "\\.${kind}$" "" name ${file})
    string(APPEND ${kind} "    {\"${name}\", R\"toml_(${text})toml_\"},\n")
  endforeach()
endforeach()
file(WRITE ${OUT}
"#include \"rules/embedded_games.h\"
namespace sow {
static constexpr EmbeddedText games[] = {
${toml}};
static constexpr EmbeddedText weights[] = {
${weights}};
const std::span<const EmbeddedText> embedded_games = games, embedded_weights = weights;
}
")
