# The engine as a WebAssembly module for browsers and Node: sow.mjs and sow.wasm. src/wasm/README.md describes it.
#
# All libraries are headers. Only theirs are linked into the include folder: the other headers of the system belong to
# another C library.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header boost fmt nlohmann toml++ xxhash.h xxh3.h)
  find_path(SOW_${header} ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${SOW_${header}}/${header} ${headers}/${header} SYMBOLIC)
endforeach()

add_library(sow_flags INTERFACE)
target_include_directories(sow_flags INTERFACE src ${CMAKE_BINARY_DIR}/generated)
target_include_directories(sow_flags SYSTEM INTERFACE ${headers})
target_compile_definitions(sow_flags INTERFACE FMT_HEADER_ONLY XXH_INLINE_ALL TOML_HEADER_ONLY=1)
target_compile_options(sow_flags INTERFACE -Wall -Wextra -Werror -Wno-parentheses -fwasm-exceptions -msimd128
  -mnontrapping-fptoint -msign-ext -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
target_link_options(sow_flags INTERFACE -fwasm-exceptions)

include(cmake/games.cmake)

# Only the API: no training, matches, other protocols, processes, or sockets.
file(GLOB hot_sources CONFIGURE_DEPENDS src/board/*.cpp src/db/*.cpp src/search/*.cpp src/game/game.cpp)
file(GLOB cold_sources CONFIGURE_DEPENDS src/base/*.cpp src/rules/*.cpp src/game/*.cpp src/study/*.cpp
  src/engine/*.cpp)
list(FILTER hot_sources EXCLUDE REGEX "/(build_database|verify|export_level|positions_file|probe_batch|.*_tuning|.*training.*)\\.cpp$")
list(FILTER cold_sources EXCLUDE REGEX "/(process|supervise|sha256|game)\\.cpp$")
foreach(source match/player_spec match/time_control match/uci_agent match/explain_answer protocol/analysis_json
    protocol/analysis_request protocol/report_json protocol/request server/analysis_stream server/api server/game_json
    server/gzip server/json_text server/library server/local_api server/play_json server/record_json
    server/study_json base/platform/browser)
  list(APPEND cold_sources src/${source}.cpp)
endforeach()

add_library(sow_hot OBJECT ${hot_sources})
target_link_libraries(sow_hot PRIVATE sow_flags)
target_compile_options(sow_hot PRIVATE -O3)
add_library(sow_cold OBJECT ${cold_sources} ${SOW_EMBEDDED_GAMES})
target_link_libraries(sow_cold PRIVATE sow_flags)
target_compile_options(sow_cold PRIVATE -Os)
set_source_files_properties(src/base/parse_toml.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # see base/toml.h
compile_in_groups(sow_cold)

add_executable(sow src/wasm/module.cpp)
target_link_libraries(sow PRIVATE sow_flags sow_hot sow_cold)
target_compile_options(sow PRIVATE -Os)
# With the stack below the data, an overflow traps instead of overwriting data.
target_link_options(sow PRIVATE -O3 -Wl,--stack-first -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createSowModule -sENVIRONMENT=web,worker
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=1GB -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM -sINVOKE_RUN=0
  -sEXPORTED_RUNTIME_METHODS=FS,ccall -sEXPORTED_FUNCTIONS=_malloc,_free --no-entry)
set_target_properties(sow PROPERTIES SUFFIX .mjs)
# Debian's emscripten needs Debian's acorn, which only Debian's own node finds by itself.
set_target_properties(sow PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
