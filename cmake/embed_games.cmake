# cmake -DOUT=… -DDIR=… -DFILES=a.toml,b.weights -P embed_games.cmake: writes these files of DIR as C++ string literals.
foreach(kind toml weights network)
  string(REPLACE "," ";" files "${FILES}")
  list(FILTER files INCLUDE REGEX "\\.${kind}$")
  list(LENGTH files ${kind}_count)
  set(${kind} "")
  foreach(file IN LISTS files)
    file(READ ${DIR}/${file} text)
    string(REGEX REPLACE "\\.${kind}$" "" name ${file})
    string(APPEND ${kind} "    {\"${name}\", R\"toml_(${text})toml_\"},\n")
  endforeach()
endforeach()
file(WRITE ${OUT}
"#include <array>
#include \"rules/embedded_games.h\"
namespace sow {
static constexpr EmbeddedText games[] = {
${toml}};
static constexpr EmbeddedText weights[] = {
${weights}};
static constexpr std::array<EmbeddedText, ${network_count}> networks = {{
${network}}};
const std::span<const EmbeddedText> embedded_games = games, embedded_weights = weights, embedded_networks = networks;
}
")
