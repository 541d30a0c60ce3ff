# What the build makes from games/: the embedded texts, the shapes, and one source file per game and folder in which a
# template is compiled for every fast kernel (src/FOLDER/NAME_instance.cpp.in).
set(games_dir ${CMAKE_SOURCE_DIR}/games)
set(generated ${CMAKE_BINARY_DIR}/generated)
file(GLOB_RECURSE game_files RELATIVE ${games_dir} CONFIGURE_DEPENDS ${games_dir}/*.toml)
list(SORT game_files)
set(game_names "")
foreach(file IN LISTS game_files)
  string(REGEX REPLACE "\\.toml$" "" name ${file})
  list(APPEND game_names ${name})
endforeach()
list(TRANSFORM game_files PREPEND ${games_dir}/ OUTPUT_VARIABLE game_paths)

set(SOW_EMBEDDED_GAMES ${generated}/rules/embedded_games.cpp)
add_custom_command(
  OUTPUT ${SOW_EMBEDDED_GAMES}
  COMMAND ${CMAKE_COMMAND} -DOUT=${SOW_EMBEDDED_GAMES} -DDIR=${games_dir} -P ${CMAKE_SOURCE_DIR}/cmake/embed_games.cmake
  DEPENDS ${game_paths} ${CMAKE_SOURCE_DIR}/cmake/embed_games.cmake)

set(ids "#define SOW_EACH_GAME(X)")
set(game_ids "")
set(shape_headers "")
foreach(name IN LISTS game_names)
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" id ${name})
  list(APPEND game_ids ${id})
  list(APPEND shape_headers ${generated}/board/shapes/${id}.h)
  string(APPEND ids " X(${id})")
endforeach()
file(CONFIGURE OUTPUT ${generated}/board/game_ids.h CONTENT "#pragma once\n${ids}\n" @ONLY)

function(sow_generate_shapes)
  add_executable(generate_shapes src/board/generate_shapes.cpp)
  target_link_libraries(generate_shapes PRIVATE sow_rules)
  file(MAKE_DIRECTORY ${generated}/board/shapes)
  add_custom_command(
    OUTPUT ${shape_headers}
    COMMAND generate_shapes ${generated}/board/shapes
    DEPENDS generate_shapes)
endfunction()

# Sets OUT to the sources that compile src/STEM_instance.cpp.in for each game.
function(sow_instances stem out)
  set(sources "")
  foreach(GAME_ID GAME_NAME IN ZIP_LISTS game_ids game_names)
    configure_file(src/${stem}_instance.cpp.in ${generated}/${stem}/${GAME_ID}.cpp @ONLY)
    list(APPEND sources ${generated}/${stem}/${GAME_ID}.cpp)
  endforeach()
  set(${out} ${sources} ${shape_headers} PARENT_SCOPE)
endfunction()
