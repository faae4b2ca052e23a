# Names that macros make, names that are parts of others.
if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/names.config")
  file(WRITE "${CMAKE_CURRENT_SOURCE_DIR}/names.config" "exclude-func get\n")
endif()
add_executable(app names.c)
callsight_instrument(app CONFIG names.config)
