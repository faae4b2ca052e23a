# The only package is one of the target, in its sysroot: the command of the machine that builds is in PATH.
include(cross-sysroot.cmake)
file(CREATE_LINK "${COMMAND_LINE_TOOL}" "${CMAKE_BINARY_DIR}/host/callsight" SYMBOLIC)
find_package(CallSight 0.1 REQUIRED)
add_executable(app main.c)
callsight_instrument(app)
