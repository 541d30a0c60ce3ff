# Installs the engine as a library for other programs: libsow.a, the public headers, a CMake package, and a pkg-config
# file. docs/embedding.md shows how to use it, and tests/embedding checks it.
include(CMakePackageConfigHelpers)

add_library(sow_embedded STATIC $<TARGET_OBJECTS:sow_rules> $<TARGET_OBJECTS:sow_lib> $<TARGET_OBJECTS:sow_hot>)
set_target_properties(sow_embedded PROPERTIES OUTPUT_NAME sow EXPORT_NAME sow LINKER_LANGUAGE CXX)
target_include_directories(sow_embedded INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(sow_embedded INTERFACE cxx_std_20)
target_link_libraries(sow_embedded PRIVATE fmt::fmt Threads::Threads OpenSSL::Crypto xxhash)
install(TARGETS sow_embedded EXPORT sow ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sow)
install(EXPORT sow FILE sowTargets.cmake NAMESPACE sow:: DESTINATION ${package})
configure_package_config_file(cmake/sowConfig.cmake.in ${CMAKE_BINARY_DIR}/generated/sowConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/sowConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/sowConfig.cmake ${CMAKE_BINARY_DIR}/generated/sowConfigVersion.cmake
  DESTINATION ${package})
file(RELATIVE_PATH SOW_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/sow.pc.in ${CMAKE_BINARY_DIR}/generated/sow.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/sow.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(CODE "
  set(SRC \"${CMAKE_SOURCE_DIR}/src\")
  set(OUT \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/sow\")
  include(\"${CMAKE_SOURCE_DIR}/cmake/public_headers.cmake\")
")
