# cmake -DNPM=… -DWEB=… -P npm_install.cmake: runs npm ci, with a helpful error message.
execute_process(
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "${output}\n"
    "npm could not install the page's packages. This needs the network once; they are then kept in ${WEB}/node_modules. "
    "To build without the page: cmake --preset release -DSOW_WEB=OFF")
endif()
file(TOUCH ${WEB}/node_modules/.package-lock.json)
