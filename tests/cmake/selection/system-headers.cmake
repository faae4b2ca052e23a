# Functions of headers that a cross compiler finds by itself, and of -isystem outside of the project have no hooks.
get_filename_component(vendor "${CMAKE_BINARY_DIR}/../vendor" ABSOLUTE)
file(WRITE "${vendor}/vendored.h" "static inline int vendored(int x)\n{\n\treturn x;\n}\n")
enable_language(CXX)
string(APPEND CMAKE_CXX_FLAGS " -isystem ${vendor}")
add_executable(app system.cpp)
callsight_instrument(app)
