include(cross-sysroot.cmake)
file(WRITE "${CMAKE_BINARY_DIR}/host/other"
  "#!/bin/sh\n[ \"$1\" != --version ] || { echo callsight 0.1.7; exit; }\nexec '${COMMAND_LINE_TOOL}' \"$@\"\n")
file(CHMOD "${CMAKE_BINARY_DIR}/host/other" PERMISSIONS OWNER_READ OWNER_EXECUTE)
set(CALLSIGHT_CLI "${CMAKE_BINARY_DIR}/host/other")
find_package(CallSight 0.1 REQUIRED)
add_executable(app main.c)
callsight_instrument(app)
