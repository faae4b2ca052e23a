# CALLSIGHT_CLI wins over the package's own, as cross builds need it.
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/own-callsight"
  "#!/bin/sh\necho \"$1\" >> '${CMAKE_CURRENT_BINARY_DIR}/called'\nexec '${COMMAND_LINE_TOOL}' \"$@\"\n")
file(CHMOD "${CMAKE_CURRENT_BINARY_DIR}/own-callsight" PERMISSIONS OWNER_READ OWNER_EXECUTE)
set(CALLSIGHT_CLI "${CMAKE_CURRENT_BINARY_DIR}/own-callsight")
find_package(CallSight REQUIRED)
add_executable(app main.c)
callsight_instrument(app)
