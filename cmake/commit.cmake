# Writes the commit of the source tree to a header, if it has changed: cmake -DSOURCE=... -DHEADER=... -P commit.cmake
# The header depends only on the commit, not on the folder: a source archive says in commit.txt what it was made from.
set(commit "")
if(EXISTS ${SOURCE}/.git)  # otherwise, git would find the repository of another project around an unpacked archive
  # The folder may belong to somebody else, for example to the user who runs a container.
  execute_process(COMMAND git -c safe.directory=${SOURCE} -C ${SOURCE} rev-parse HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
elseif(EXISTS ${CMAKE_CURRENT_LIST_DIR}/commit.txt)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit REGEX "^[0-9a-f]+$")  # git archive fills it in
endif()
string(SUBSTRING "${commit}" 0 10 commit)
set(text "#define SOW_COMMIT \"${commit}\"\n")
if(EXISTS ${HEADER})
  file(READ ${HEADER} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${HEADER} "${text}")
endif()
