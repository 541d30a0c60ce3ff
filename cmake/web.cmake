# Builds the page from web/ with npm and embeds it in the program; SOW_PAGE is the generated source. Without web/, or
# with SOW_WEB=OFF, a placeholder is embedded.
set(SOW_PAGE ${CMAKE_BINARY_DIR}/generated/server/page.cpp)
set(web ${CMAKE_SOURCE_DIR}/web)

if(SOW_WEB AND EXISTS ${web}/package.json)
  find_program(NPM npm REQUIRED)
  find_program(NODE NAMES node nodejs REQUIRED)
  set(page ${CMAKE_BINARY_DIR}/page)
  # npm writes this file when it has finished. All presets share the installation.
  set(installed ${web}/node_modules/.package-lock.json)
  add_custom_command(
    OUTPUT ${installed}
    COMMAND ${CMAKE_COMMAND} -DNPM=${NPM} -DWEB=${web} -P ${CMAKE_SOURCE_DIR}/cmake/npm_install.cmake
    DEPENDS ${web}/package.json ${web}/package-lock.json
    COMMENT "Installing npm packages")
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
  file(GLOB web_settings CONFIGURE_DEPENDS ${web}/index.html ${web}/*.json ${web}/*.js ${web}/*.ts ${web}/engine/src/*.ts)
  # The page contains the engine, too, if it has been built (scripts/build wasm).
  set(wasm ${CMAKE_SOURCE_DIR}/build/wasm)
  file(GLOB wasm_files CONFIGURE_DEPENDS ${wasm}/sow.mjs ${wasm}/sow.wasm)
  add_custom_command(
    OUTPUT ${SOW_PAGE}
    COMMAND ${CMAKE_COMMAND} -E env SOW_WASM=${wasm} ${NPM} run --silent build -- --outDir ${page} --emptyOutDir --logLevel warn
    COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/cmake/compress.mjs ${page}
    COMMAND ${CMAKE_COMMAND} -DDIR=${page} -DOUT=${SOW_PAGE} -P ${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake
    WORKING_DIRECTORY ${web}
    DEPENDS ${installed} ${web_sources} ${web_settings} ${wasm_files} cmake/compress.mjs cmake/embed_files.cmake
    COMMENT "Building the page")
else()
  set(placeholder ${CMAKE_SOURCE_DIR}/src/server/placeholder)
  add_custom_command(
    OUTPUT ${SOW_PAGE}
    COMMAND ${CMAKE_COMMAND} -DDIR=${placeholder} -DOUT=${SOW_PAGE} -P ${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${placeholder}/index.html cmake/embed_files.cmake)
endif()
