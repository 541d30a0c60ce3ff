# Embeds the files of games/ in the program.
set(games_dir ${CMAKE_SOURCE_DIR}/games)
set(generated ${CMAKE_BINARY_DIR}/generated)
file(GLOB_RECURSE game_files RELATIVE ${games_dir} CONFIGURE_DEPENDS ${games_dir}/*.toml ${games_dir}/*.weights
  ${games_dir}/*.network)
list(SORT game_files)
list(TRANSFORM game_files PREPEND ${games_dir}/ OUTPUT_VARIABLE game_paths)

# The names are part of the command, so that it runs again when a file is removed.
list(JOIN game_files "," game_names)

set(SOW_EMBEDDED_GAMES ${generated}/rules/embedded_games.cpp)
add_custom_command(
  OUTPUT ${SOW_EMBEDDED_GAMES}
  COMMAND ${CMAKE_COMMAND} -DOUT=${SOW_EMBEDDED_GAMES} -DDIR=${games_dir} -DFILES=${game_names}
    -P ${CMAKE_SOURCE_DIR}/cmake/embed_games.cmake
  DEPENDS ${game_paths} ${CMAKE_SOURCE_DIR}/cmake/embed_games.cmake)
