# A compiler cache: what it returns has the hooks that are selected now. As clang: one compiler for
# both kinds of options. CHECK: how ccache knows a compiler, and a specs file, again.
find_program(CCACHE ccache REQUIRED)
set(CHECK mtime CACHE STRING "")
set(CMAKE_C_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_DIR=${CMAKE_BINARY_DIR}/ccache"
  "CCACHE_COMPILERCHECK=${CHECK}" "CCACHE_STATSLOG=${CMAKE_BINARY_DIR}/ccache.log" "${CCACHE}")
add_executable(app one.c two.c three.c)
add_executable(pair pair.c)
callsight_instrument(app pair)
