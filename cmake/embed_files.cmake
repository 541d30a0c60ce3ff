# cmake -DDIR=… -DOUT=… -P embed_files.cmake: writes a C++ source that embeds the files of a folder with their media
# types and checksums. FILE.br and FILE.gz are compressed versions of FILE.
set(types .html text/html .js text/javascript .css text/css .txt text/plain .json application/json
  .wasm application/wasm .webmanifest application/manifest+json .map application/json .svg image/svg+xml .png image/png .jpg image/jpeg
  .webp image/webp .ico image/x-icon .woff2 font/woff2 .mp3 audio/mpeg .wav audio/wav .ogg audio/ogg)

set(blobs "")
set(count 0)
# Embeds a file and sets OUT to an expression for its bytes.
function(embed file out)
  set(name file_${count})
  math(EXPR next "${count} + 1")
  set(count ${next} PARENT_SCOPE)
  set(blobs "${blobs}SOW_EMBED(${name}, \"${file}\")\n" PARENT_SCOPE)
  set(${out} "SOW_BYTES(${name})" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${DIR} ${DIR}/*)
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  if(file MATCHES "\\.(br|gz)$")
    continue()
  endif()
  get_filename_component(extension ${file} LAST_EXT)
  list(FIND types "${extension}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${DIR}/${file}: no media type for ${extension}; add one to the table in cmake/embed_files.cmake")
  endif()
  math(EXPR at "${at} + 1")
  list(GET types ${at} type)
  if(type MATCHES "^text/")
    string(APPEND type "; charset=utf-8")
  endif()
  file(SHA256 ${DIR}/${file} sum)
  string(SUBSTRING ${sum} 0 16 sum)
  set(immutable false)
  if(file MATCHES "^assets/")
    set(immutable true)
  endif()
  embed(${DIR}/${file} plain)
  foreach(compressed br gz)
    set(${compressed} {})
    if(EXISTS ${DIR}/${file}.${compressed})
      embed(${DIR}/${file}.${compressed} ${compressed})
    endif()
  endforeach()
  string(APPEND entries "    {\"/${file}\", \"${type}\", \"\\\"${sum}\\\"\", ${immutable}, ${plain}, ${gz}, ${br}},\n")
endforeach()

file(WRITE ${OUT} "// The assembler includes the files, so the compiler does not have to parse them.
#include \"server/assets.h\"
#define SOW_EMBED(name, file)                                                                          \\
  asm(\".pushsection .rodata\\n\" #name \"_begin: .incbin \\\"\" file \"\\\"\\n\" #name \"_end: .byte 0\\n.popsection\"); \\
  extern \"C\" const char name##_begin[], name##_end[];
#define SOW_BYTES(name) {name##_begin, static_cast<std::size_t>(name##_end - name##_begin)}

${blobs}
namespace sow {
static const Asset files[] = {
${entries}};
const std::span<const Asset> assets = files;
}
")
