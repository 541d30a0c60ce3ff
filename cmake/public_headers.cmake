# Installs engine/engine.h and everything it includes from SRC into OUT. Other programs include <sow/engine/engine.h>,
# so includes get the prefix of the folder.
#
# The library may be compiled for the build machine's processor and the program that uses it for any. Headers that
# depend on the board width or on vector instructions would differ between the two, so none of them may be public.
cmake_minimum_required(VERSION 3.25)
set(private board/lanes.h board/board.h board/kernel.h search/network.h)

set(headers engine/engine.h)
set(found "")
while(headers)
  list(POP_FRONT headers header)
  if(header IN_LIST found)
    continue()
  endif()
  if(header IN_LIST private)
    message(FATAL_ERROR "${header} must not be a public header, but engine/engine.h includes it")
  endif()
  list(APPEND found ${header})
  file(READ ${SRC}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]*\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.*)\"" "\\1" path "${include}")
    list(APPEND headers ${path})
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]*)\"" "#include <sow/\\1>" text "${text}")
  file(WRITE ${OUT}/${header} "${text}")
endwhile()
list(LENGTH found count)
message(STATUS "Installing: ${OUT} (${count} headers)")
