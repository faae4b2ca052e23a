# The preset file for users: flat, of schema 3, copied or included. See presets-check.cmake.
if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/callsight-presets.json")
  configure_file("${CALLSIGHT_ROOT}/presets/consumer/callsight.json"
    "${CMAKE_CURRENT_SOURCE_DIR}/CMakePresets.json" COPYONLY)
endif()
enable_testing()
add_subdirectory("${CALLSIGHT_ROOT}" callsight-tree EXCLUDE_FROM_ALL)
add_executable(app main.c)
add_test(NAME app COMMAND app)
callsight_instrument(app)
