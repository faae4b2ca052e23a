# trace.config is written after the first build.
if(NOT EXISTS "${CMAKE_BINARY_DIR}/CMakeCache.txt")
  file(REMOVE "${CMAKE_CURRENT_SOURCE_DIR}/trace.config")
endif()
add_executable(app one.c two.c three.c)
callsight_instrument(app)
