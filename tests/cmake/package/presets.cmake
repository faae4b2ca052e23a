# The file for users is flat and valid: it is copied here as CMakePresets.json.
configure_file("${CALLSIGHT_ROOT}/presets/consumer/callsight.json"
  "${CMAKE_CURRENT_SOURCE_DIR}/CMakePresets.json" COPYONLY)
add_subdirectory("${CALLSIGHT_ROOT}" callsight-tree EXCLUDE_FROM_ALL)
add_executable(app main.c)
callsight_instrument(app)
