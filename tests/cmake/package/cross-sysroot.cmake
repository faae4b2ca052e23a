# A package whose programs are those of another machine, and PATH with a folder for one of this machine.
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/host")
file(COPY "${INSTALLED}/" DESTINATION "${CMAKE_BINARY_DIR}/sysroot")
file(WRITE "${CMAKE_BINARY_DIR}/sysroot/bin/callsight" "cannot run: made for another machine\n")
set(ENV{PATH} "${CMAKE_BINARY_DIR}/host:$ENV{PATH}")
list(PREPEND CMAKE_FIND_ROOT_PATH "${CMAKE_BINARY_DIR}/sysroot")
set(CMAKE_PREFIX_PATH /)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
