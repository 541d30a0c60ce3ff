# cmake -DNPM=… -DWEB=… -P: npm ci, with an error one can act upon.
execute_process(
  COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "${output}\n"
    "npm could not install what the page is made with; that needs the network once, then it is kept in ${WEB}/node_modules. "
    "To build without the page: cmake --preset release -DSOW_WEB=OFF")
endif()
file(TOUCH ${WEB}/node_modules/.package-lock.json)
