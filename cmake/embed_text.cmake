# cmake -DIN=… -DOUT=… -DNAME=… -P embed_text.cmake: writes a text file as a C++ header with one string.
file(READ ${IN} text)
file(WRITE ${OUT}
"#pragma once
#include <string_view>
namespace sow {
inline constexpr std::string_view ${NAME} = R\"text_(${text})text_\";
}
")
